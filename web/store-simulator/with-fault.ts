import type { Response } from 'express';
import type { CallEffect } from './control/faults.ts';
import { refusedAnswer } from './graphql/refused-answer.ts';

/** Answers a call as its fault says; `run` is the call itself, for faults that lose only the answer. */
export async function withFault(
  fault: CallEffect,
  response: Response,
  run: () => Promise<unknown>,
  query = '',
): Promise<void> {
  switch (fault.kind) {
    case 'status':
      if (fault.retryAfterSeconds !== undefined) {
        response.set('Retry-After', fault.retryAfterSeconds.toFixed(1));
      }
      response
        .status(fault.status)
        .type('json')
        .send(fault.body ?? JSON.stringify({ errors: 'simulated fault' }));
      return;
    case 'throttled':
      response.json({ errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] });
      return;
    case 'error':
      response.json({ errors: [{ message: fault.message, extensions: { code: fault.code } }] });
      return;
    case 'refused':
      response.json(refusedAnswer(query, fault));
      return;
    case 'html':
      response.type('html').send('<!doctype html><title>Something went wrong</title>');
      return;
    case 'hang':
      if (fault.executed) {
        await run();
      }
      return;
    case 'reset':
      if (fault.executed) {
        await run();
      }
      response.socket?.resetAndDestroy();
      return;
    case 'omitExpiresIn': {
      const { expires_in: _left, ...body } = (await run()) as Record<string, unknown>;
      response.json(body);
    }
  }
}
