import { z } from 'zod';

const NUL = '\u0000';

/** Text that every store and every other program can hold: no NUL, no half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes(NUL);
}

/** Storable text of at most `maxCharacters` (Unicode code points). */
export function text(maxCharacters: number) {
  return z
    .string()
    .refine(isStorableText, 'must not contain NUL or half of a surrogate pair')
    .refine(
      (value) =>
        value.length <= maxCharacters || (value.length <= maxCharacters * 2 && [...value].length <= maxCharacters),
      `must be at most ${maxCharacters} characters`,
    )
    .meta({ maxLength: maxCharacters });
}

/** The same, and more than white space. */
export function requiredText(maxCharacters: number) {
  return text(maxCharacters)
    .refine((value) => value.trim() !== '', 'must not be empty')
    .meta({ minLength: 1, maxLength: maxCharacters });
}

/** A name that a path can carry: not empty, and not `.` or `..`, which every client resolves away. */
export function pathText(maxCharacters: number) {
  return text(maxCharacters)
    .refine((value) => value !== '', 'must not be empty; leave it out or send null')
    .refine((value) => value !== '.' && value !== '..', 'must not be "." or "..": no path can name them')
    .meta({ minLength: 1, maxLength: maxCharacters });
}

/** An optional field: `null` means the same as leaving it out. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? null);
}
