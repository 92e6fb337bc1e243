import { parseJson } from './parse-json.ts';

/** One complaint of an error answer: which field, a machine's code, a person's words (untrusted, uncleaned). */
export interface Statement {
  field: string | null;
  code: string | null;
  text: string | null;
}

const TEXT_KEYS = ['message', 'detail', 'title', 'description', 'reason', 'error_description', 'msg'];
const CODE_KEYS = ['code', 'error_code', 'errorCode', 'type', 'rule', 'validator'];
const FIELD_KEYS = ['field', 'param', 'parameter', 'path', 'pointer', 'property', 'attribute', 'loc', 'key', 'name'];
const LIST_KEYS = ['error', 'errors', 'invalid-params', 'invalid_params', 'violations', 'issues', 'details', 'detail'];
const MOST = 20;

/**
 * The complaints of an error answer, general ones first. The service does not publish its error bodies, so the usual
 * shapes are read: `{message, status}`, `errors: [{field, message}]`, `errors: {field: [words]}`, problem details
 * (RFC 9457), JSON:API, plain text. A web page says nothing.
 */
export function readStatements(text: string): Statement[] {
  if (looksLikeHtml(text)) return [];
  const json = parseJson(text);
  const statements: Statement[] = [];
  if (json === undefined) add(statements, { field: null, code: null, text: text.slice(0, 2000) });
  else collect(json, 0, statements);
  return statements;
}

/** Whether a body is a web page (a proxy's, a parked host's), whatever its content type says. */
export function looksLikeHtml(text: string): boolean {
  return /^\uFEFF?\s*<(!doctype|html|head|body|!--|\?xml|h1|center)/i.test(text);
}

function collect(value: unknown, depth: number, into: Statement[]): void {
  if (depth > 3 || into.length >= MOST) return;
  if (typeof value === 'string') {
    const isCode = /^[\w.-]+$/.test(value);
    add(into, { field: null, code: isCode ? value : null, text: isCode ? null : value });
  } else if (Array.isArray(value)) {
    for (const entry of value.slice(0, MOST)) collect(entry, depth + 1, into);
  } else if (typeof value === 'object' && value !== null) {
    collectObject(value as Record<string, unknown>, depth, into);
  }
}

function collectObject(object: Record<string, unknown>, depth: number, into: Statement[]): void {
  add(into, {
    field: depth === 0 ? pick(object, FIELD_KEYS.slice(0, 3)) : fieldOf(object),
    code: pick(object, CODE_KEYS),
    text:
      TEXT_KEYS.map((key) => pick(object, [key]))
        .filter((part) => part !== null)
        .join(': ') || null,
  });
  for (const key of LIST_KEYS) {
    const inner = object[key];
    if (key === 'detail' && typeof inner === 'string') continue;
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner) && key !== 'error') {
      collectByField(inner as Record<string, unknown>, depth, into);
    } else if (inner !== undefined) {
      collect(inner, depth + 1, into);
    }
  }
}

/** `{"dropoff_address": ["is required"]}`. */
function collectByField(byField: Record<string, unknown>, depth: number, into: Statement[]): void {
  for (const [field, complaint] of Object.entries(byField).slice(0, MOST)) {
    const words = (Array.isArray(complaint) ? complaint : [complaint]).filter((word) => typeof word === 'string');
    if (words.length > 0) add(into, { field, code: null, text: words.join(', ') });
    else collect(complaint, depth + 1, into);
  }
}

function fieldOf(object: Record<string, unknown>): string | null {
  const source = object.source;
  if (typeof source === 'object' && source !== null) return pick(source as Record<string, unknown>, FIELD_KEYS);
  return pick(object, FIELD_KEYS);
}

function pick(object: Record<string, unknown>, keys: string[]): string | null {
  for (const key of keys) {
    const value = object[key];
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number') return String(value);
    if (Array.isArray(value) && value.length > 0 && value.every((part) => ['string', 'number'].includes(typeof part))) {
      return value.join('.');
    }
  }
  return null;
}

function add(into: Statement[], statement: Statement): void {
  const isEmpty = statement.field === null && statement.code === null && statement.text === null;
  if (!isEmpty && into.length < MOST) into.push(statement);
}
