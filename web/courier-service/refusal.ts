/** One thing wrong with a request, named by its field (`items[0].weight`). */
export interface FieldProblem {
  field: string;
  message: string;
  /** Places an ambiguous address may mean. */
  candidates?: string[];
}

interface RefusalDetails {
  errors?: FieldProblem[];
  /** Merged into the body of the answer, e.g. the id of the delivery that holds a reference. */
  extra?: Record<string, unknown>;
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
}

/** A request that is answered with an error: what the client is told, never more. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldProblem[];
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, details: RefusalDetails = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.errors = details.errors ?? [];
    this.extra = details.extra ?? {};
    this.headers = {
      ...(details.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(details.retryAfterSeconds) }),
      ...details.headers,
    };
  }
}

/** 422 with one entry per field; the message names the first, because many clients show nothing else. */
export function invalidFields(code: string, errors: FieldProblem[]): Refusal {
  const [first] = errors;
  const message = first ? `${first.field}: ${first.message}` : 'The request is not valid.';
  return new Refusal(422, code, message, { errors });
}

/** 503: the database did not do the work, or not in time. What was asked for may or may not have happened. */
export function unavailable(): Refusal {
  return new Refusal(503, 'unavailable', 'The service cannot reach its database in time. Try again shortly.', {
    retryAfterSeconds: 1,
  });
}
