import express, { type RequestHandler } from 'express';
import { HttpProblem } from '../http-problem.ts';

const limit = '256kb';

/** A plain form of another site cannot set this type without asking first, so it is demanded of every write. */
const demandJson: RequestHandler = (request, _response, next) => {
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
  if (!isWrite || request.is('application/json')) {
    next();
    return;
  }
  throw new HttpProblem('unsupported_media_type', {
    title: 'JSON only',
    status: 415,
    detail: 'Send the request as application/json.',
  });
};

/** A key that would reach an object's prototype, and text that no database can hold, are no data of this API. */
const refuseHostile: RequestHandler = (request, _response, next) => {
  if (isHostile(request.body))
    throw Object.assign(new SyntaxError('a key or text that is never data'), { status: 400 });
  next();
};

/** Walks what was parsed, however deep: a reviver would build all of it anew, and hold up every other request. */
function isHostile(body: unknown): boolean {
  const left = [body];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string' && !isText(value)) return true;
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value) && Object.keys(value).some((key) => key === '__proto__' || !isText(key))) return true;
    for (const one of Object.values(value)) left.push(one);
  }
  return false;
}

/** Without NUL and lone surrogates. */
export const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Reads JSON bodies of writes, and nothing else. */
export const jsonBody: RequestHandler[] = [
  demandJson,
  express.json({ limit, type: 'application/json' }),
  refuseHostile,
];
