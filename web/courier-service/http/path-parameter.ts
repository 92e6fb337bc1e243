import { Refusal } from '../refusal.ts';
import { isStorableText } from '../schemas/text.ts';

/**
 * A decoded path parameter that can be looked up.
 *
 * @throws Refusal 400 where it holds NUL.
 */
export function pathParameter(value: string | string[] | undefined): string {
  const text = Array.isArray(value) ? value.join('/') : (value ?? '');
  if (!isStorableText(text)) {
    throw new Refusal(400, 'malformed_path', 'The path holds a NUL character.');
  }
  return text;
}
