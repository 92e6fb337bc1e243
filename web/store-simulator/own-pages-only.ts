import type { RequestHandler } from 'express';
import { StoreRefusal } from './state/refusal.ts';

const names = ['127.0.0.1', 'localhost'];
const reads = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Answers 421 to a `Host` that is not this machine's, which a foreign name that leads here would send, and 403 to whatever
 * a page of another origin (the framed app, and a sandboxed frame's `null`, too) sends to change something.
 */
export const ownPagesOnly: RequestHandler = (request, _response, next) => {
  const hosts = names.map((name) => new URL(`http://${name}:${request.socket.localPort}`).host);
  const host = request.get('host') ?? '';
  if (!hosts.includes(host)) throw new StoreRefusal('the store is at 127.0.0.1 and localhost only', 421);
  const origin = request.get('origin');
  if (origin !== undefined && !reads.includes(request.method) && origin !== `http://${host}`) {
    throw new StoreRefusal('changes are taken from the store itself only', 403);
  }
  next();
};
