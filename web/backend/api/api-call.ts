import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import type { OrderId } from '#placement/ids.ts';
import { digitsOfGid } from '#shopify/gid.ts';
import { invalid, notFound } from '../http-problem.ts';
import { noteRoute } from '../request-metrics.ts';
import { type Caller, callerOf } from '../session/caller.ts';
import { isText } from './json-body.ts';

/** One call of the API by a known caller. */
export interface ApiCall extends Caller {
  request: Request;
  response: Response;
}

/** A route that answers with JSON: what `answer` resolves to, under `status`. */
export function answerWith(answer: (call: ApiCall) => Promise<unknown>, status = 200): RequestHandler {
  return async (request, response) => {
    const body = await answer(callOf(request, response));
    response.status(status).json(body);
  };
}

/** The call of a route that answers by itself, such as with a file. */
export function callOf(request: Request, response: Response): ApiCall {
  noteRoute(request, response);
  return { ...callerOf(response), request, response };
}

/** Of a call that says all by its path. */
export const emptyBody = z.strictObject({});

/** @throws HttpProblem 400 naming every field at fault. */
export function bodyOf<T extends z.ZodType>({ request }: ApiCall, schema: T): z.infer<T> {
  return parse(schema, request.body);
}

/** @throws HttpProblem 400 naming every parameter at fault. */
export function queryOf<T extends z.ZodType>({ request }: ApiCall, schema: T): z.infer<T> {
  for (const [field, value] of Object.entries(request.query)) {
    if (typeof value === 'string' && !isText(value)) throw invalid([{ field, message: 'is not text' }]);
  }
  return parse(schema, request.query);
}

export function parse<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(fieldErrors(parsed.error));
  return parsed.data;
}

/** Zod's issues as field and words; an unknown key is the field at fault itself. */
function fieldErrors(error: z.ZodError): { field: string; message: string }[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code !== 'unrecognized_keys') return [{ field: path.join('.') || 'body', message: issue.message }];
    return issue.keys.map((key) => ({ field: [...path, key].join('.'), message: 'is not known' }));
  });
}

/** The order of the path: digits or a gid. @throws HttpProblem 404 for anything else. */
export function orderIdOf({ request }: ApiCall): OrderId {
  const id = parseOrderId(String(request.params['orderId'] ?? ''));
  if (!id) throw notFound('This shop has no such order.');
  return id;
}

export function parseOrderId(text: string): OrderId | null {
  return (/^\d{1,20}$/.test(text) ? text : digitsOfGid(text, 'Order')) as OrderId | null;
}
