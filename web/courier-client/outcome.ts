import type { ServiceDelivery } from '#deliveries/delivery.ts';
import type { PlaceOutcome } from '#deliveries/ports/courier.ts';
import { isDuplicate, mayBeTaken } from './duplicate.ts';
import { parseJson } from './parse-json.ts';
import type { CourierProfile } from './profile.ts';
import { readDelivery, saysError } from './read-delivery.ts';
import { parseRetryAfter } from './retry-after.ts';
import { fieldAtFault, serviceWords } from './service-words.ts';
import { looksLikeHtml, readStatements, type Statement } from './statements.ts';
import type { Attempt } from './transport.ts';

/** What a placing attempt is judged by, besides its answer. */
export interface PlacingContext {
  profile: CourierProfile;
  apiKey: string;
  /** The reference that was sent. */
  orderReference: string | null;
  /** Epoch milliseconds, for `Retry-After` dates. */
  nowMs: number;
}

/** An attempt read once: everything the rows look at. */
interface Evidence {
  attempt: Attempt;
  /** 0 where no status line arrived. */
  status: number;
  delivery: ServiceDelivery | null;
  isBodyBroken: boolean;
  statements: Statement[];
  words: string;
  retryAfterMs: number | null;
}

type Answered = Extract<Attempt, { kind: 'answered' }>;

interface Row {
  /** The row of the table in `docs/decisions/0005-what-an-answer-means.md`. */
  row: string;
  when: (evidence: Evidence) => boolean;
  means: (evidence: Evidence) => PlaceOutcome;
}

/** What every answer to a placement means. The first row that matches decides; status class first, text last. */
export const placingRows: Row[] = [
  {
    row: '7: the name leads to a private address',
    when: ({ attempt }) => attempt.kind === 'unsent' && attempt.why === 'forbidden_address',
    means: () => ({ kind: 'account_refused', cause: 'address', ...ours('The service address is not a public one.') }),
  },
  {
    row: '3: nothing was sent',
    when: ({ attempt }) => attempt.kind === 'unsent',
    means: () => ({ kind: 'unsent', ...ours('The delivery service could not be reached.') }),
  },
  {
    row: '4: no answer',
    when: ({ attempt }) => attempt.kind === 'broken',
    means: ({ attempt }) =>
      attempt.kind === 'broken' && attempt.why === 'time_out'
        ? unknown('time_out', ours('The delivery service did not answer in time.'))
        : unknown('reset', ours('The connection to the delivery service broke.')),
  },
  {
    row: '13: redirected',
    when: ({ status }) => status >= 300 && status < 400,
    means: (evidence) => ({ kind: 'redirected', ...answer(evidence, 'The service address redirects elsewhere.') }),
  },
  {
    row: '6: too many requests',
    when: ({ status }) => status === 429,
    means: (evidence) => ({ kind: 'rate_limited', retryAfterMs: evidence.retryAfterMs, ...answer(evidence) }),
  },
  {
    row: '7: key refused',
    when: ({ status }) => status === 401 || status === 403,
    means: (evidence) => ({ kind: 'account_refused', cause: 'key', ...answer(evidence) }),
  },
  {
    row: '7: address or account wrong',
    when: ({ status }) => [402, 404, 405, 415, 421].includes(status),
    means: (evidence) => ({ kind: 'account_refused', cause: 'address', ...answer(evidence) }),
  },
  {
    row: '4: timed out or too early on the way',
    when: ({ status }) => status === 408 || status === 425,
    means: (evidence) => unknown(evidence.status === 408 ? 'time_out' : 'server_error', answer(evidence), evidence),
  },
  {
    row: '5, 6: server error, with or without Retry-After',
    when: ({ status }) => status >= 500 && status < 600,
    means: (evidence) => unknown('server_error', answer(evidence), evidence),
  },
  {
    row: '1, 2: placed, with or without a readable slot',
    when: ({ status, delivery }) => status >= 200 && status < 300 && delivery !== null,
    means: (evidence) => placed(evidence),
  },
  {
    row: '2b: success without a readable id of ours',
    when: ({ status }) => status < 400 || status >= 600,
    means: (evidence) => unknown('unreadable', answer(evidence, 'The service’s answer could not be read.')),
  },
  {
    row: '4: refusal whose words were cut off, too long, or packed as nobody reads',
    when: ({ isBodyBroken }) => isBodyBroken,
    means: (evidence) => unknown('reset', answer(evidence)),
  },
  {
    row: '9, 10: reference taken',
    when: ({ status, statements }) => isDuplicate(status, statements),
    means: (evidence) => ({ kind: 'duplicate', ...answer(evidence) }),
  },
  {
    row: '8b: refused in words that name the reference',
    when: ({ statements }) => mayBeTaken(statements),
    means: (evidence) => ({ ...refused(evidence), mayBeTaken: true }),
  },
  {
    row: '8: refused',
    when: () => true,
    means: refused,
  },
];

/** Judges one placing attempt. Pure; never throws, whatever the answer holds. */
export function judgePlacing(attempt: Attempt, context: PlacingContext): PlaceOutcome {
  const evidence = readEvidence(attempt, context);
  const row = placingRows.find(({ when }) => when(evidence)) as Row;
  return row.means(evidence);
}

function readEvidence(attempt: Attempt, context: PlacingContext): Evidence {
  if (attempt.kind !== 'answered') {
    const nothing = { delivery: null, isBodyBroken: false, statements: [], words: '', retryAfterMs: null };
    return { attempt, status: 0, ...nothing };
  }
  const json = parseJson(attempt.text);
  const statements = attempt.status >= 400 || saysError(json) ? readStatements(attempt.text) : [];
  return {
    attempt,
    status: attempt.status,
    delivery: readOurs(json, attempt.text, context),
    isBodyBroken: json === undefined && isBroken(attempt.end, attempt.status, statements),
    statements,
    words: serviceWords(statements, context.apiKey),
    retryAfterMs: parseRetryAfter(attempt.headers['retry-after'], context.nowMs),
  };
}

/** What is too long echoes the request more often than not: where its beginning says duplicate, the rest adds nothing. */
function isBroken(end: Answered['end'], status: number, statements: Statement[]): boolean {
  return end === 'oversized' ? !isDuplicate(status, statements) : end !== 'whole';
}

/** The placed delivery, unless the answer calls itself an error or names another reference than the one sent. */
function readOurs(json: unknown, text: string, context: PlacingContext): ServiceDelivery | null {
  const delivery = readDelivery(json, text, context.profile);
  const named = delivery?.orderReference ?? null;
  // An id alone may be that of the request, and a word beside it the answer's.
  if (saysError(json, named === null ? null : context.profile)) return null;
  return named === null || named === context.orderReference ? delivery : null;
}

function placed(evidence: Evidence): PlaceOutcome {
  const delivery = evidence.delivery as ServiceDelivery;
  const message = delivery.slot === null ? 'Booked; slot not recognised.' : 'Booked.';
  return { kind: 'placed', delivery, httpStatus: evidence.status, message };
}

function refused(evidence: Evidence): PlaceOutcome & { kind: 'refused' } {
  return { kind: 'refused', field: fieldAtFault(evidence.statements), ...answer(evidence) };
}

function unknown(
  why: 'time_out' | 'reset' | 'server_error' | 'unreadable',
  words: { httpStatus: number | null; message: string },
  evidence?: Evidence,
): PlaceOutcome {
  return { kind: 'unknown', why, retryAfterMs: evidence?.retryAfterMs ?? null, ...words };
}

function ours(message: string): { httpStatus: null; message: string } {
  return { httpStatus: null, message };
}

/** The service's words, else ours. */
function answer(evidence: Evidence, fallback?: string): { httpStatus: number; message: string } {
  const { attempt, status, words } = evidence;
  const page = attempt.kind === 'answered' && looksLikeHtml(attempt.text) ? ' with a web page' : '';
  const message = words || (fallback ?? `The delivery service answered ${status}${page}.`);
  return { httpStatus: status, message };
}
