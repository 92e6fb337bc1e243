import type { Response } from 'express';

/** Node's own word for an answer to a caller who has closed the connection. */
export const callerLeft = 'ERR_STREAM_PREMATURE_CLOSE';

/** Aborts, by that word, when nobody is left to read the answer. */
export function untilCallerLeaves(response: Response): AbortSignal {
  const left = new AbortController();
  response.once('close', () => left.abort(Object.assign(new Error('the caller left'), { code: callerLeft })));
  return left.signal;
}
