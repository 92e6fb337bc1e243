import autocannon from 'autocannon';
import { startStoreSimulator } from '#store-simulator/start.ts';
import { defaultScopes, optionalScopes } from '#store-simulator/state/shop-state.ts';
import { appEnvironment, install } from '../app-environment.ts';
import { type BenchDatabase, onEachEngine } from '../databases.ts';
import { atMost, type Bench, type BenchOptions, beside, type Figure } from '../figure.ts';
import { clientId, clientSecret, shop } from '../intake/order-paid.ts';
import { entryPoints, startServer } from '../server-process.ts';
import { quantile, type Spread, spreadOf } from '../spread.ts';

const row = 'P10';
/** Buyers who wait at the same moment, and how long the slowest twentieth of them may, in ms. */
const loads = [
  { connections: 1, limitMs: 100, name: 'alone' },
  { connections: 200, limitMs: 500, name: '200 at once' },
] as const;
/** A shop may be asked 30,000 times a minute. */
const requestsPerRound = 2_000;

/** The rate at checkout, for a cart that gets one. */
export const checkout: Bench = {
  name: 'checkout',
  title: 'P10: the rate at checkout, for a cart that gets one',
  run: (options) => onEachEngine((database) => measure(database, options)),
};

async function measure(database: BenchDatabase, { quick, say }: BenchOptions): Promise<Figure[]> {
  const facts = { domain: shop, name: 'Bench', ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' };
  const store = await startStoreSimulator({
    ...{ clientId, clientSecret },
    shops: [{ ...facts, scopes: [...defaultScopes, ...optionalScopes] }],
  });
  const env = appEnvironment({ database, shopifyUrl: store.url, courierUrl: store.url });
  const app = await startServer(entryPoints.app, { ...env, ROLE: 'web' });
  try {
    await install(app.url, shop, { checkoutRate: { enabled: true, price: 80 } });
    const callback = new URL(store.carrierServices(shop)[0]?.callbackUrl ?? '');
    const rate = {
      method: 'POST',
      url: app.url + callback.pathname,
      body: cart,
      expect: '"total_price":"8000"',
    } as const;
    const nothing = { method: 'GET', url: `${app.url}/healthz`, expect: '' } as const;
    const figures: Figure[] = [];
    for (const { connections, limitMs, name } of loads) {
      const seen: Record<'rate' | 'nothing', number[]> = { rate: [], nothing: [] };
      await p95Of(rate, connections);
      for (let round = 0; round < (quick ? 1 : 3); round += 1) {
        say(`${database.engine}, ${name}, round ${round + 1}`);
        seen.rate.push(await p95Of(rate, connections));
        seen.nothing.push(await p95Of(nothing, connections));
      }
      const value: Spread = spreadOf(seen.rate);
      const what = `p95, ${name}, ${database.engine}`;
      const peer = beside('/healthz of the same app', value, spreadOf(seen.nothing));
      figures.push({ row, what, unit: 'ms', value, beside: peer, goal: atMost(limitMs, 'ms', value) });
    }
    return figures;
  } finally {
    await app.stop();
    await store.close();
  }
}

interface Load {
  method: 'GET' | 'POST';
  url: string;
  body?: string;
  /** Stands in every answer. */
  expect: string;
}

/** Of all answers of one round, in ms. @throws Error where one is not what was expected. */
async function p95Of({ method, url, body, expect }: Load, connections: number): Promise<number> {
  const times: number[] = [];
  const { non2xx, errors, timeouts, mismatches, statusCodeStats } = await autocannon({
    ...{ url, connections, amount: requestsPerRound, method },
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
    verifyBody: (answer) => String(answer).includes(expect),
    setupClient: (client) => client.on('response', (_status, _bytes, ms) => times.push(ms)),
  });
  if (non2xx + errors + mismatches > 0) {
    const seen = { ...statusCodeStats, mismatches, timeouts, cut: errors - timeouts };
    throw new Error(`not every answer of ${url} was what was expected: ${JSON.stringify(seen)}`);
  }
  return quantile(times, 0.95);
}

/** As Shopify asks. */
const cart = JSON.stringify({
  rate: {
    origin: { country: 'ZA', postal_code: '8001', province: 'WC', city: 'Cape Town' },
    destination: {
      country: 'ZA',
      postal_code: '8005',
      province: 'WC',
      city: 'Cape Town',
      name: 'T. Naidoo',
      phone: null,
    },
    items: [{ name: 'Kettle', quantity: 2, grams: 1_400, price: 89_900, requires_shipping: true, vendor: 'Bench' }],
    currency: 'ZAR',
    locale: 'en-ZA',
  },
});
