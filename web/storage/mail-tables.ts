import type { Generated } from 'kysely';
import type { Instant, InstantOrNull } from './columns.ts';

/** What e-mails need beside the settings. */
export interface MailTables {
  /** Whether the address in a shop's settings is confirmed; a row of another address says nothing. */
  mail_address: {
    shop: string;
    email: string;
    confirmed_at: InstantOrNull;
    token_hash: string | null;
    token_expires_at: InstantOrNull;
    link_due_at: InstantOrNull;
    link_sent_at: InstantOrNull;
    links: Generated<number>;
    links_since: InstantOrNull;
  };
  /** What stands still for a shop, and when it is to be told. */
  shop_condition: {
    shop: string;
    code: string;
    count: number;
    counts: boolean;
    since: Instant;
    tell_at: Instant;
    told_count: Generated<number>;
    /** Whom it is about; null where a version before wrote it down. */
    ids: string[] | null;
    /** Those of them that were told of; null where only their count is known. */
    told_ids: string[] | null;
  };
}
