import { types } from '@electric-sql/pglite';
import pg from 'pg';

type Parse = (text: string) => unknown;

const asText: Parse = (text) => text;
const TEXT_OIDS: readonly number[] = [types.INT8, types.NUMERIC, types.DATE, types.TIMESTAMP, types.INTERVAL];

/** How a server's column text becomes a JavaScript value: the defaults of `pg`, but no Date without a time zone. */
export const serverTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    TEXT_OIDS.includes(oid) ? asText : pg.types.getTypeParser(oid, format as 'text'),
};

/** The same for the embedded database, whose own defaults are numbers for int8 and Uint8Array for bytea. */
export const embeddedParsers: Record<number, Parse> = {
  ...Object.fromEntries(TEXT_OIDS.map((oid) => [oid, asText])),
  [types.BYTEA]: (text) => Buffer.from(text.slice(2), 'hex'),
};

/** `pg` writes a JavaScript array as a PostgreSQL array, never as JSON; so neither may the embedded database. */
function serializeJson(value: unknown): string {
  if (Array.isArray(value)) {
    throw new TypeError(
      'An array goes into a json column as JSON.stringify(array): a server takes it for an SQL array.',
    );
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** PGlite sends bytes as they are, though its types know text only; its own way spells out each byte in hex. */
function serializeBytes(value: unknown): string {
  if (!(value instanceof Uint8Array)) throw new TypeError('A bytea column takes bytes.');
  return value as unknown as string;
}

export const embeddedSerializers: Record<number, (value: unknown) => string> = {
  [types.BYTEA]: serializeBytes,
  [types.JSON]: serializeJson,
  [types.JSONB]: serializeJson,
};
