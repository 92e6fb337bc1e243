/** `gid://shopify/Order/1001` of a type and digits. */
export function gid(type: string, id: string): string {
  return `gid://shopify/${type}/${id}`;
}

/** Type and digits of a gid (a query string behind the digits is left out); null where the text is none. */
export function parseGid(text: string): { type: string; id: string } | null {
  const match = /^gid:\/\/shopify\/(\w+)\/(\d+)(\?.*)?$/.exec(text);
  return match ? { type: match[1] as string, id: match[2] as string } : null;
}
