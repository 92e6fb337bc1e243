import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BenchDatabase } from '../databases.ts';
import { beside, type Figure, ratioAtMost } from '../figure.ts';
import { type Spread, spreadOf } from '../spread.ts';

const run = promisify(execFile);
const bareOrders = fileURLToPath(new URL('bare-orders.ts', import.meta.url));
const row = 'P9';
const megabytes = Buffer.alloc(8_000_000, 'x');

interface Measured {
  database: BenchDatabase;
  shopifyUrl: string;
  courierUrl: string;
  orders: number;
  /** Processor time of the app while it drained them, ms. */
  spentMs: number;
}

/** What an order costs of the app's processor, beside a hash of 8 MB and beside the same calls and statements bare. */
export async function processorFigures({ database, orders, spentMs, ...servers }: Measured): Promise<Figure[]> {
  const { engine, url } = database;
  const value = spreadOf([spentMs / orders]);
  const hashing = beside('hashing 8 MB with SHA-256', value, hashingMs());
  const what = `the app's processor for an order, ${engine}`;
  const figures: Figure[] = [{ row, what, unit: 'ms', value, beside: hashing, goal: ratioAtMost(0.67, hashing) }];
  // PGlite's work would be counted as the calls' own.
  if (url === null) return figures;
  const bare = beside('its calls and statements bare', value, await bareMs(url, servers, orders));
  return [...figures, { row, what, unit: 'ms', value, beside: bare }];
}

function hashingMs(): Spread {
  const times = Array.from({ length: 21 }, () => {
    const before = process.cpuUsage();
    createHash('sha256').update(megabytes).digest();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return spreadOf(times);
}

async function bareMs(
  databaseUrl: string,
  { shopifyUrl, courierUrl }: Pick<Measured, 'shopifyUrl' | 'courierUrl'>,
  orders: number,
): Promise<Spread> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    SHOPIFY_URL: shopifyUrl,
    COURIER_URL: courierUrl,
    ORDERS: String(orders),
    DATABASE_URL: databaseUrl,
  };
  const { stdout } = await run(process.execPath, [bareOrders], { env });
  return spreadOf([Number(/^bare (.+)$/m.exec(stdout)?.[1] ?? Number.NaN)]);
}
