import type { PGlite } from '@electric-sql/pglite';
import type { Kysely } from 'kysely';

/** What both engines offer. Neither knows a table. */
export interface Engine<DB> {
  db: Kysely<DB>;
  engine: 'pglite' | 'server';
  pglite: PGlite | null;
  /**
   * Calls `onPayload` for every notice on `channel`. A server's listener that lost its connection comes back by itself
   * and then calls `onPayload('')` once, because notices may have been missed.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  notify(channel: string, payload?: string): Promise<void>;
  /** Resolves when the database answers; rejects within 3 s when it does not. */
  ping(): Promise<void>;
  /** Ends every connection and, embedded, leaves all files synced and the folder unlocked. */
  close(): Promise<void>;
}
