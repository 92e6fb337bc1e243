import { randomUUID } from 'node:crypto';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Problem } from '#api-contract/order.ts';
import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import { codeOf, type Logger } from '#runtime/logger.ts';
import { keyNotAtHand } from '#storage/encryption.ts';
import { callerLeft } from './caller-left.ts';
import { HttpProblem } from './http-problem.ts';
import { wordingOf, wordProblem } from './in-language.ts';
import type { NoteRefusal } from './refusals.ts';
import { verifiedShop } from './session/caller.ts';

/** Writes a problem document, in the language that the request asks for. */
function sendProblem(response: Response, { document, headers }: HttpProblem): void {
  const worded = wordProblem(wordingOf(response.req), document);
  response.status(document.status).set(headers).type('application/problem+json').send(JSON.stringify(worded));
}

/** The last handler: every failure becomes a problem document; what is not known shows a correlation id and no more. */
export function answerProblem(logger: Logger, noteRefusal: NoteRefusal): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const code = codeOf(error);
    if (code === callerLeft && response.destroyed && !response.headersSent) {
      // Nobody is there to answer; strangers may come and go as they like, and fill no log.
      logger.debug('the caller left before an answer', { method: request.method });
      return;
    }
    if (response.headersSent) {
      // Express would print the error, which may hold anything.
      if (code === callerLeft) logger.info('the caller left in the middle of an answer', { method: request.method });
      else logger.error('answer cut short', { code, method: request.method });
      response.destroy();
      return;
    }
    const known = knownProblem(error);
    if (known) {
      if (isRefusal(request, known)) {
        const { status } = known.document;
        noteRefusal({ code: known.message, status, address: request.ip, shop: verifiedShop(response) });
      }
      sendProblem(response, known);
      return;
    }
    const correlationId = randomUUID();
    logger.error('request failed', { code, correlationId, method: request.method });
    sendProblem(response, unknownProblem(error, correlationId));
  };
}

/** Strangers, too many requests, and what a shop has not: a path that is no call of the API is nobody's secret. */
function isRefusal({ originalUrl }: Request, { document: { status } }: HttpProblem): boolean {
  return status === 401 || status === 429 || (status === 404 && originalUrl.startsWith('/api/'));
}

function knownProblem(error: unknown): HttpProblem | null {
  if (error instanceof HttpProblem) return error;
  if (error instanceof AppError) return problemOfAppError(error);
  const status = refusedByExpress(error);
  if (status === null) return null;
  return error instanceof URIError ? addressProblem() : bodyProblem(status);
}

const passing: readonly string[] = [shopifyErrorCodes.throttled, shopifyErrorCodes.unavailable];

/** A failure that carries its consequence: the merchant's words and the next step, never the cause. */
function problemOfAppError(error: AppError): HttpProblem {
  const { code, retryAfterMs, merchantMessage } = error;
  // What an order's run tries again by itself, a person who asked for it has to.
  const nextStep = passing.includes(code) ? 'Try again in a moment.' : error.nextStep;
  const document = { title: 'Not done', status: statusOf(error), detail: merchantMessage, nextStep };
  const headers = retryAfterMs === null ? {} : { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) };
  return new HttpProblem(code, document, headers);
}

function statusOf({ code, retryable }: AppError): number {
  if (code === shopifyErrorCodes.userError) return 422;
  return retryable ? 503 : 502;
}

/** Errors of Express's parsers (body too large, not JSON) and routers (`URIError`) carry a 4xx status. */
function refusedByExpress(error: unknown): number | null {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return null;
  return error.status >= 400 && error.status < 500 ? error.status : null;
}

function addressProblem(): HttpProblem {
  return new HttpProblem('unreadable_address', {
    title: 'Not readable',
    status: 400,
    detail: 'The address is not readable: a percent sign in it stands for nothing.',
  });
}

function bodyProblem(status: number): HttpProblem {
  if (status === 413) {
    return new HttpProblem('too_large', {
      title: 'Too large',
      status,
      detail: 'The request is larger than this call takes.',
    });
  }
  return new HttpProblem('unreadable_request', {
    title: 'Not readable',
    status: 400,
    detail: 'The request is not readable JSON.',
  });
}

function unknownProblem(error: unknown, correlationId: string): HttpProblem {
  const unavailable = isPassing(error);
  const document: Omit<Problem, 'type'> = {
    title: unavailable ? 'Not available' : 'Something went wrong',
    status: unavailable ? 503 : 500,
    detail: `The app could not do this${unavailable ? ' at the moment' : ''}. Reference for support: ${correlationId}`,
    nextStep: 'Try again in a moment.',
  };
  return new HttpProblem(unavailable ? 'unavailable' : 'internal', document);
}

/**
 * Connection errors of the driver, the classes of SQLSTATE that mean the same, and a key that other processes have and
 * this one has not.
 */
function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  return code === keyNotAtHand || /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(code) || /^(08|57P|53)/.test(code);
}
