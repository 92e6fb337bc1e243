import type { Problem } from '#api-contract/order.ts';

/** A request that is answered with a problem document (RFC 9457): thrown by handlers, written by `answerProblem`. */
export class HttpProblem extends Error {
  readonly document: Problem;
  /** Further headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    /** Stable name of the kind of problem, the last part of its `type`. */
    code: string,
    document: Omit<Problem, 'type'>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(code);
    this.name = 'HttpProblem';
    this.document = { type: problemType(code), field: null, nextStep: null, ...document };
    this.headers = headers;
  }
}

/** Problem types are names, not addresses to fetch. */
const problemType = (code: string): string => `urn:same-day-delivery:problem:${code.replaceAll('_', '-')}`;

/** The thing is not there for this shop; whether another shop has it is not told. */
export function notFound(detail: string): HttpProblem {
  return new HttpProblem('not_found', { title: 'Not found', status: 404, detail });
}

/** What was asked for would double something or contradicts its state; nothing was done. */
export function conflict(
  code: string,
  detail: string,
  nextStep: string | null,
  field: string | null = null,
  why?: Problem['why'],
): HttpProblem {
  return new HttpProblem(code, { title: 'Not done', status: 409, detail, nextStep, field, ...(why ? { why } : {}) });
}

/** Values that cannot be used, each with its field. */
export function invalid(errors: { field: string; message: string }[]): HttpProblem {
  const [first] = errors;
  return new HttpProblem('invalid_request', {
    title: 'Some values cannot be used',
    status: 400,
    detail: first ? `${first.field}: ${first.message}` : 'The request cannot be used.',
    field: first?.field ?? null,
    nextStep: 'Correct the values and try again.',
    errors,
  });
}
