import type { RequestHandler, Response } from 'express';
import type { AccountId, Accounts } from '../accounts.ts';
import { Refusal } from '../refusal.ts';

/** Lets only clients with a known key pass; runs before a body is read. */
export function authenticate(accounts: Accounts): RequestHandler {
  return (request, response, next) => {
    const account = accounts.authenticate(request.get('Authorization'));
    if (account === null) {
      throw new Refusal(
        401,
        'unauthorized',
        'unauthorized access: use HTTP Basic with the API key as user and no password.',
        {
          headers: { 'WWW-Authenticate': 'Basic realm="delivery service", charset="UTF-8"' },
        },
      );
    }
    response.locals['account'] = account;
    next();
  };
}

/** The client of this request, as `authenticate` proved it. */
export function accountOf(response: Response): AccountId {
  return response.locals['account'] as AccountId;
}
