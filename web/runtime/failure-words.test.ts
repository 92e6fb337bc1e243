import { expect, test } from 'vitest';
import { sayFailure } from './failure-words.ts';

const failed = (message: string, code?: string) => Object.assign(new Error(message), code ? { code } : {});

test('a failure without a known code says what it says', () => {
  expect(sayFailure(failed('Name one file.'))).toBe('Name one file.');
  expect(sayFailure('thrown')).toBe('unknown failure');
});

test('a host with several addresses, none of which answers, is said as one failure', () => {
  const all = [failed('connect ECONNREFUSED ::1:5432'), failed('connect ECONNREFUSED 127.0.0.1:5432')];
  expect(sayFailure(Object.assign(new AggregateError(all), { code: 'ECONNREFUSED' }))).toBe(
    'The database cannot be opened (ECONNREFUSED): connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432. ' +
      'Start the database server, or name its host and port in DATABASE_URL.',
  );
});
