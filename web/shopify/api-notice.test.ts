import { expect, test } from 'vitest';
import { answerNotices } from './api-notice.ts';

const api = '/admin/api/2026-10/graphql.json';
const version = 'X-Shopify-API-Version';
const deprecated = 'X-Shopify-API-Deprecated-Reason';

test.each<[string, string, Record<string, string>, [string, string][]]>([
  ['the version that was asked for', api, { [version]: '2026-10' }, []],
  ['nothing', api, {}, []],
  ['a later version', api, { [version]: '2027-01' }, [['api_version', '2027-01']]],
  ['what is no version', api, { [version]: 'demo-shop' }, [['api_version', 'another']]],
  [
    'a reason',
    api,
    { [version]: '2026-10', [deprecated]: 'https://a.example/1' },
    [['deprecated', 'https://a.example/1']],
  ],
  ['a reason without an end', api, { [deprecated]: 'x'.repeat(5_000) }, [['deprecated', 'x'.repeat(200)]]],
  [
    'a reason with characters that no log line needs',
    api,
    { [deprecated]: 'caf\u00e9\u0085\ttea' },
    [['deprecated', 'caftea']],
  ],
  ['an answer of the token endpoint', '/admin/oauth/access_token', { [version]: '2027-01' }, []],
])('%s', (_name, path, headers, said) => {
  expect(answerNotices(path, new Headers(headers)).map((notice) => [notice.kind, notice.said])).toEqual(said);
});
