import type { ColumnType } from 'kysely';
import type { CoveredLine } from '#placement/coverage.ts';

/** How columns are read and written: as they are read, inserted, updated. */
export type Instant = ColumnType<Date, Date | string, Date | string>;
export type InstantOrNull = ColumnType<Date | null, Date | string | null, Date | string | null>;
export type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>;
export type Json<T> = ColumnType<T, string, string>;
export type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>;
/** int8 is read as a string on both engines. */
export type Int8 = ColumnType<string, number | string, number | string>;

/** `lineItemId` and `fulfilledBefore` are missing in rows of a version before. */
export type StoredLine = Omit<CoveredLine, 'lineItemId' | 'fulfilledBefore'> & Partial<CoveredLine>;
