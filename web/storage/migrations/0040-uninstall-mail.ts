import { type Kysely, sql } from 'kysely';

/** When a merchant who uninstalled the app is to be told which drivers were booked; null: never, or it was done. */
export const uninstallMail = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table shop add column uninstall_mail_due_at timestamptz`.execute(db);
    await sql`create index shop_uninstall_mail on shop (uninstall_mail_due_at) where uninstall_mail_due_at is not null`.execute(
      db,
    );
  },
};
