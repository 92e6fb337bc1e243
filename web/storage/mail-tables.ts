import type { ColumnType, Generated } from 'kysely';

type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** What e-mails need beside the settings. */
export interface MailTables {
  /** Whether the address in a shop's settings is confirmed; a row of another address says nothing. */
  mail_address: {
    shop: string;
    email: string;
    confirmed_at: InstantOrNull;
    token_hash: ColumnType<string | null, string | null | undefined, string | null>;
    token_expires_at: InstantOrNull;
    link_due_at: InstantOrNull;
    link_sent_at: InstantOrNull;
    links: Generated<number>;
    links_since: InstantOrNull;
  };
}
