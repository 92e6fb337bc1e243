import { createHash, timingSafeEqual } from 'node:crypto';
import type { State } from '../schemas/record.ts';

interface Tracked {
  account: string;
  id: string;
  state: State;
}

/** Where a delivery can be followed by whoever has the link, and its proof once it is handed over. */
export function trackingLinks({ account, id, state }: Tracked, baseUrl: string) {
  const page = `${baseUrl}/track/${id}/${tokenOf(account, id)}`;
  return { tracking_url: page, confirmation_image_url: state === 'DELIVERED' ? `${page}/proof.svg` : null };
}

/** Whether a link's token belongs to the delivery; takes as long for a wrong one as for a right one. */
export function isTokenOf({ account, id }: Omit<Tracked, 'state'>, offered: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(tokenOf(account, id)), digest(offered));
}

/** The account is a digest of a key that nobody else has, so nobody else can make the token. */
function tokenOf(account: string, id: string): string {
  return createHash('sha256').update(`track ${account} ${id}`).digest('base64url').slice(0, 22);
}
