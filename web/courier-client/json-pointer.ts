/**
 * The value a JSON Pointer (RFC 6901) names in a parsed JSON text, or undefined. Only the text's own members count:
 * the installed library also reads inherited ones (`/constructor`) and throws on a document that is no object, and
 * these documents come from outside.
 */
export function readPointer(document: unknown, pointer: string): unknown {
  if (pointer === '') return document;
  let value = document;
  for (const token of pointer.slice(1).split('/')) {
    if (typeof value !== 'object' || value === null) return undefined;
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value) && !/^(0|[1-9]\d*)$/.test(key)) return undefined;
    if (!Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** RFC 6901 §3: empty, or tokens each led by `/`, with `~` only as `~0` or `~1`. */
export const JSON_POINTER = /^(\/([^~/]|~[01])*)*$/;

/** The pointer to the object that holds the named member: `/delivery/id` → `/delivery`. */
export function parentPointer(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}
