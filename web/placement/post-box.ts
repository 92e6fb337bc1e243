import { fold } from './clean-text.ts';

const boxes: readonly RegExp[] = [
  /(?:^|[^a-z])p\W{0,2}o\W{0,2}b(?:ox|us)\W{0,3}(?:no\W{0,2})?[a-z]?\d/u,
  /(?:^|[^a-z])post(?: ?office)? ?box\W{0,3}(?:no\W{0,2})?[a-z]?\d/u,
  /(?:^|[^a-z])pos ?bus\W{0,3}(?:nr\W{0,2})?[a-z]?\d/u,
  /(?:^|[^a-z])(?:private|pvt|p)\W{0,2}bag\W{0,3}[a-z]?\W?\d/u,
  /(?:^|[^a-z])privaat ?sak\W{0,3}[a-z]?\W?\d/u,
];

/** Whether a street is a post box or a private bag, in English or Afrikaans: mail goes there, and no driver can. */
export function isPostBox(street: string | null): boolean {
  const text = fold(street ?? '');
  return boxes.some((box) => box.test(text));
}
