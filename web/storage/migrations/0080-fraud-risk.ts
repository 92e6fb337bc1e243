import { type Kysely, sql } from 'kysely';

/**
 * What the webhook of an analysis for fraud says of it. Every order is analysed, most are harmless: what is known already
 * costs no reading.
 */
export const fraudRisk = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table webhook add column fraud_risk text`.execute(db);
  },
};
