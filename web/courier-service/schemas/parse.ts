import type { z } from 'zod';
import { type FieldProblem, invalidFields, Refusal } from '../refusal.ts';

const MAX_PROBLEMS = 20;

/**
 * Reads a JSON body with its schema.
 *
 * @throws Refusal 400 where it is no object, 422 `invalid_field` with one entry per field.
 */
export function parseBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal(400, 'not_an_object', 'The body must be one JSON object.');
  }
  const result = schema.safeParse(body, { reportInput: true });
  if (result.success) {
    return result.data;
  }
  throw invalidFields('invalid_field', problems(result.error.issues));
}

function problems(issues: readonly z.core.$ZodIssue[]): FieldProblem[] {
  return issues.slice(0, MAX_PROBLEMS).map((issue) => ({ field: fieldName(issue.path), message: wording(issue) }));
}

/** `items[0].weight`. */
function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index > 0 ? '.' : ''}${String(key)}`))
    .join('');
}

function wording(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'is required' : `must be ${article(issue.expected)}`;
  }
  if (issue.code === 'too_small') {
    return issue.inclusive ? `must be at least ${issue.minimum}` : `must be greater than ${issue.minimum}`;
  }
  if (issue.code === 'too_big') {
    return issue.origin === 'array' ? `must have at most ${issue.maximum} entries` : `must be at most ${issue.maximum}`;
  }
  return issue.message;
}

function article(expected: string): string {
  const name = expected === 'int' ? 'integer' : expected;
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}
