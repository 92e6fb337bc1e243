declare global {
  interface JSON {
    /** Text that `stringify` writes as it stands (ECMAScript proposal, in Node since 21). */
    rawJSON(text: string): unknown;
  }
}

/**
 * JSON as Shopify puts it on the wire: bigints become numbers with all their digits (ids exceed 2^53), and `/`, `<`,
 * `>`, `&`, U+2028 and U+2029 are escaped, so that a body parsed and written again has another signature.
 */
export function wireJson(body: unknown): string {
  const text = JSON.stringify(body, (_key, value: unknown) =>
    typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value,
  );
  return text
    .replaceAll('/', '\\/')
    .replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
