import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SeededRandom } from '#testing/simulation/seeded-random.ts';
import { startAppChild } from '../app-child.ts';
import { freePort } from '../free-port.ts';
import type { Program } from '../program.ts';
import { sessionToken } from '../session-token.ts';
import { orderBody, signedHeaders } from '../signed-webhook.ts';
import type { OrderOfShop } from './canned-shopify.ts';

const clientId = 'chaos-client';

interface FleetWebhook extends OrderOfShop {
  topic: string;
  id?: string;
  /** What it says of when the order was changed; otherwise what the order says, or now where there is none. */
  updatedAt?: string | undefined;
  /** When it was triggered, as its header says; otherwise now. */
  triggeredAt?: string | undefined;
}

export interface Fleet {
  members: Program[];
  start(): Promise<Program>;
  /** SIGKILL, and another process in its place. */
  replace(member: Program): Promise<void>;
  /** Posts one webhook until some process acknowledges it. False: none did within the time. */
  post(webhook: FleetWebhook, withinMs?: number): Promise<boolean>;
  api(method: string, path: string, shop: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  /** How often a message stands in the logs of all processes there were. */
  logged(message: string): number;
  close(): Promise<void>;
}

/**
 * Processes of the app on one database, started as an operator starts them; `random` chooses who gets a webhook.
 *
 * @param updatedAt when an order was changed last, which its webhook and its reading both say
 */
export function createFleet(
  env: Record<string, string>,
  random: SeededRandom,
  updatedAt: (order: OrderOfShop) => string | undefined,
): Fleet {
  const secret = randomBytes(16).toString('hex');
  const members: Program[] = [];
  const gone: Program[] = [];
  // Stopped processes would stay for ever where this one is interrupted.
  const killAll = (): void => {
    for (const { child } of members) child.kill('SIGKILL');
  };
  process.once('exit', killAll);
  const shared: Record<string, string> = {
    SHOPIFY_API_KEY: clientId,
    SHOPIFY_API_SECRET: secret,
    SHOPIFY_APP_URL: 'http://127.0.0.1:1',
    ENCRYPTION_KEYS: `chaos:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'warn',
    ...env,
  };
  const fleet: Fleet = {
    members,
    start: async () => {
      const member = await startAppChild({ ...shared, PORT: String(await freePort()) });
      members.push(member);
      return member;
    },
    replace: async (member) => {
      members.splice(members.indexOf(member), 1);
      gone.push(member);
      await member.end('SIGKILL');
      await fleet.start();
    },
    post: (webhook, withinMs = 60_000) => {
      const told = { ...webhook, updatedAt: webhook.updatedAt ?? updatedAt(webhook) };
      return post(members, { secret, random }, told, withinMs);
    },
    api: (method, path, shop, body) => api(members, secret, { method, path, shop, body }),
    logged: (message) => {
      const times = ({ said }: Program) => said.stderr.split(`"msg":"${message}"`).length - 1;
      return [...members, ...gone].reduce((sum, member) => sum + times(member), 0);
    },
    close: async () => {
      process.off('exit', killAll);
      await Promise.all(members.splice(0).map((member) => member.end('SIGKILL')));
    },
  };
  return fleet;
}

async function post(
  members: readonly Program[],
  { secret, random }: { secret: string; random: SeededRandom },
  { shop, number, topic, id, updatedAt, triggeredAt }: FleetWebhook,
  withinMs: number,
): Promise<boolean> {
  const body = orderBody(number, updatedAt ?? new Date().toISOString());
  const headers = signedHeaders(body, secret, { shop, topic, id, triggeredAt });
  for (const until = Date.now() + withinMs; Date.now() < until; await pause(50)) {
    const member = members[random.below(members.length)];
    if (!member) continue;
    const signal = AbortSignal.timeout(6_000);
    const answered = await fetch(`${member.url}/api/webhooks`, { method: 'POST', headers, body, signal }).catch(
      () => null,
    );
    await answered?.arrayBuffer().catch(() => null);
    if (answered?.status === 200) return true;
  }
  return false;
}

async function api(
  members: readonly Program[],
  secret: string,
  call: { method: string; path: string; shop: string; body: unknown },
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${members[0]?.url}${call.path}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${sessionToken(call.shop, { clientId, secret })}`,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}
