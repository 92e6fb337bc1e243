import { type Database, run } from './statements.ts';

export interface WebhookRow {
  id: string;
  endpoint_url: string;
  secret: string;
  created_at: Date;
}

const REGISTER = `insert into courier_webhook (id, account, endpoint_url, secret, created_at)
    select $1, $2, $3, $4, $5::timestamptz
    where (select count(*) from courier_webhook where account = $2) < $6::integer
      or exists (select from courier_webhook where account = $2 and endpoint_url = $3)
    on conflict (account, endpoint_url) do update set endpoint_url = excluded.endpoint_url
    returning id, endpoint_url, secret, created_at`;

/** Registers an endpoint, or gives back the registration it already has; null where the client has too many. */
export async function registerWebhook(
  database: Database,
  webhook: { id: string; account: string; endpointUrl: string; secret: string; nowMs: number; limit: number },
): Promise<WebhookRow | null> {
  const { id, account, endpointUrl, secret, nowMs, limit } = webhook;
  const [row] = await run<WebhookRow>(database, REGISTER, [id, account, endpointUrl, secret, new Date(nowMs), limit]);
  return row ?? null;
}

const LIST =
  'select id, endpoint_url, secret, created_at from courier_webhook where account = $1 order by created_at, id';

export function listWebhooks(database: Database, account: string): Promise<WebhookRow[]> {
  return run(database, LIST, [account]);
}

const REMOVE = 'delete from courier_webhook where account = $1 and id = $2 returning id';

/** Whether there was one. What still waited for it is dropped with it. */
export async function removeWebhook(database: Database, account: string, id: string): Promise<boolean> {
  return (await run(database, REMOVE, [account, id])).length > 0;
}
