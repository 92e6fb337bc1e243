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
function refuseHostile(key: string, value: unknown): unknown {
  if (key === '__proto__' || !isText(key) || (typeof value === 'string' && !isText(value))) {
    throw new SyntaxError('a key or text that is never data');
  }
  return value;
}

/** Without NUL and lone surrogates. */
export const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Reads JSON bodies of writes, and nothing else. */
export const jsonBody: RequestHandler[] = [
  demandJson,
  express.json({ limit, type: 'application/json', reviver: refuseHostile }),
];
