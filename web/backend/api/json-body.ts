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

/** A key that would reach an object's prototype is no data of this API. */
function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('a forbidden key');
  return value;
}

/** Reads JSON bodies of writes, and nothing else. */
export const jsonBody: RequestHandler[] = [demandJson, express.json({ limit, type: 'application/json', reviver: refuseProto })];
