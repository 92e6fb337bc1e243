/** Each is something that an operator has to hear of before it breaks. */
export const apiNoticeKinds = ['api_version', 'webhook_version', 'deprecated'] as const;
export type ApiNoticeKind = (typeof apiNoticeKinds)[number];

/** What Shopify says of its API itself, beside what it answers or sends. */
export interface ApiNotice {
  kind: ApiNoticeKind;
  /** The version that is served, or what the use of something deprecated is called. Of no shop and nobody. */
  said: string;
}

/** Shopify serves the oldest version that it supports in place of one that it no longer does, and says so here only. */
export function versionNotices(
  kind: 'api_version' | 'webhook_version',
  expected: string,
  served: string | null,
): ApiNotice[] {
  if (served === null || served === expected) return [];
  return [{ kind, said: /^(\d{4}-\d{2}|unstable)$/.test(served) ? served : 'another' }];
}

/** What an answer's headers say; the version that was asked for stands in the path. */
export function answerNotices(path: string, headers: Headers): ApiNotice[] {
  const asked = /^\/admin\/api\/([^/]+)\//.exec(path)?.[1];
  if (asked === undefined) return [];
  // Any text may stand there; it goes into a log line.
  const reason =
    headers
      .get('x-shopify-api-deprecated-reason')
      ?.replaceAll(/[^\x20-\x7e]/g, '')
      .slice(0, 200) ?? '';
  return [
    ...versionNotices('api_version', asked, headers.get('x-shopify-api-version')),
    ...(reason === '' ? [] : [{ kind: 'deprecated' as const, said: reason }]),
  ];
}
