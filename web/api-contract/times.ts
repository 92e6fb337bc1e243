import { z } from 'zod';

/** Nothing of a shop is older, and a database takes years around 0 in forms of its own. */
const isSince1970 = (text: string): boolean => text >= '1970';
const error = 'is before 1970';

/** A day, `YYYY-MM-DD`, that a query names. */
export const askedDay = z.iso.date().refine(isSince1970, { error });

/** An instant with its offset, RFC 3339, that a query names. */
export const askedInstant = z.iso.datetime({ offset: true }).refine(isSince1970, { error });
