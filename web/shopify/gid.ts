/** The digits of a gid (`gid://shopify/Order/1?x=y` → `1`), or null. Ids stay strings: they exceed 2^53. */
export function digitsOfGid(gid: string, type?: string): string | null {
  const match = /^gid:\/\/shopify\/([A-Za-z]+)\/(\d{1,20})(?:\?.*)?$/.exec(gid);
  if (!match || (type !== undefined && match[1] !== type)) return null;
  return match[2] ?? null;
}

/** `toGid('Order', '1')` → `gid://shopify/Order/1`. */
export const toGid = (type: string, digits: string): string => `gid://shopify/${type}/${digits}`;
