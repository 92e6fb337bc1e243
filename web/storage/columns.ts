import type { ColumnType } from 'kysely';

/** How columns are read and written: as they are read, inserted, updated. */
export type Instant = ColumnType<Date, Date | string, Date | string>;
export type InstantOrNull = ColumnType<Date | null, Date | string | null, Date | string | null>;
export type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>;
export type Json<T> = ColumnType<T, string, string>;
export type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>;
/** int8 is read as a string on both engines. */
export type Int8 = ColumnType<string, number | string, number | string>;
