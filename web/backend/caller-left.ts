import type { Response } from 'express';

/** Node's own word for an answer to a caller who has closed the connection. */
export const callerLeft = 'ERR_STREAM_PREMATURE_CLOSE';

/** An error by that word. */
export const callerHasLeft = (): Error => Object.assign(new Error('the caller left'), { code: callerLeft });

/** Aborts, by that word, when nobody is left to read the answer. */
export function untilCallerLeaves(response: Response): AbortSignal {
  const left = new AbortController();
  response.once('close', () => left.abort(callerHasLeft()));
  return left.signal;
}
