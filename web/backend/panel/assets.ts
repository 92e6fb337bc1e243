import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { type RequestHandler, Router } from 'express';

/** Built once, in this order of preference: the smallest first. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;
const hashedName = /^\/[\w.-]+\.(js|css|svg|json|txt|woff2|png)$/;

/** The panel's hashed files below `/assets`: never change under their name, sent as the build compressed them. */
export function panelAssets(dist: string): Router {
  const folder = join(dist, 'assets');
  return Router().use(
    compressed(folder),
    express.static(folder, { immutable: true, maxAge: '1y', index: false, redirect: false, fallthrough: true }),
  );
}

/** Points the request at the compressed twin of a file where the browser takes it. */
function compressed(folder: string): RequestHandler {
  return (request, response, next) => {
    const { path } = request;
    if (!hashedName.test(path)) {
      next();
      return;
    }
    response.vary('Accept-Encoding');
    const encoding = encodings.find(
      ({ name, ending }) => request.acceptsEncodings(name) === name && existsSync(join(folder, `${path}${ending}`)),
    );
    if (encoding) {
      response.type(extname(path)).set('Content-Encoding', encoding.name);
      request.url = `${path}${encoding.ending}`;
    }
    next();
  };
}
