import { createHash } from 'node:crypto';
import type { LinkOwner } from '#storage/mail-address.ts';
import { confirmWords } from './confirm-words.ts';

/** What the page shows: the question with a button, or what became of it. */
export type ConfirmPage = { kind: 'ask'; token: string } | { kind: 'done' } | { kind: 'gone' };

const style = `:root{color-scheme:light dark;font-family:system-ui,sans-serif}body{margin:0;padding:24px 16px}
main{max-width:32rem;margin:0 auto}h1{font-size:1.25rem}p{line-height:1.5}
button{font:inherit;font-weight:600;min-height:44px;padding:0 20px;border:0;border-radius:8px;background:#1a1c1d;color:#fff}
@media (prefers-color-scheme:dark){button{background:#f1f2f3;color:#111213}}`;

/** Its own style and a form to itself; no script, nothing fetched, in nobody's frame. */
export const confirmPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The page as a whole document; without an owner it names no shop.
 *
 * @param language where there is no owner, whose e-mails have one
 */
export function confirmPage(page: ConfirmPage, owner: LinkOwner | null, language = owner?.language ?? 'en'): string {
  const words = confirmWords[language];
  const said = page.kind === 'ask' ? words.message(owner?.shopName ?? owner?.shop ?? '') : words[page.kind];
  const form =
    page.kind === 'ask'
      ? `<form method="post"><input type="hidden" name="token" value="${escapeHtml(page.token)}"><button>${escapeHtml(words.press)}</button></form>`
      : '';
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(words.heading)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(words.heading)}</h1><p>${escapeHtml(said)}</p>${form}</main></body></html>
`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
