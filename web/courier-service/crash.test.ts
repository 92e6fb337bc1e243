import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freshServerDatabase } from '#testing/databases.ts';
import type { Program } from '#testing/program.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { courierClient, placementBody } from './testing/client.ts';
import { startServiceProcess } from './testing/service-process.ts';

const PLACEMENTS = 400;
const CONNECTIONS = 16;
const KILLS = 3;
const CAPACITY = 40;
/** Seconds on an idle machine; more only for a busy one. */
const LIMIT_MS = 300_000;

interface Receipt {
  id: string;
  start: string;
}

/** Sends what is not acknowledged yet; whatever gets no answer stays to be sent again. */
async function sendRest(
  bodies: Map<string, object>,
  receipts: Map<string, Receipt>,
  services: Program[],
): Promise<void> {
  const rest = [...bodies.keys()].filter((reference) => !receipts.has(reference));
  const worker = async (index: number) => {
    const client = courierClient(services[index % services.length]?.url ?? '', 'key');
    for (let reference = rest.shift(); reference !== undefined; reference = rest.shift()) {
      try {
        const { status, body } = await client.call('POST', '/v1/same-day-asap', bodies.get(reference));
        if (status === 201) {
          receipts.set(reference, { id: body.id, start: body.scheduled_slot.start });
        } else if (status === 409) {
          const found = await client.get(`/v1/deliveries/ext/${reference}`);
          receipts.set(reference, { id: found.body.id, start: found.body.scheduled_slot.start });
          expect(found.body.id).toBe(body.id);
        }
      } catch {
        // No answer: the process was killed. The next round sends it again.
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => worker(index)));
}

async function survives(environment: Record<string, string>, processes: number): Promise<void> {
  const config = join(temporaryFolder(), 'courier.json');
  writeFileSync(config, JSON.stringify({ capacityPerSlot: CAPACITY }));
  const start = () =>
    startServiceProcess({ COURIER_API_KEYS: 'key', COURIER_CONFIG: config, COURIER_CONTROL: '1', ...environment });
  const bodies = new Map<string, object>();
  for (let index = 0; index < PLACEMENTS; index += 1) {
    bodies.set(`crash-${index}`, placementBody({ order_reference: `crash-${index}` }));
  }
  const receipts = new Map<string, Receipt>();
  let services = await Promise.all(Array.from({ length: processes }, start));
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const enough = receipts.size + PLACEMENTS / (KILLS + 2);
      const sending = sendRest(bodies, receipts, services);
      while (receipts.size < enough) {
        await pause(2);
      }
      await Promise.all(services.map((service) => service.end('SIGKILL')));
      await sending;
      services = await Promise.all(Array.from({ length: processes }, start));
    }
    const acknowledged = new Map(receipts);
    await sendRest(bodies, receipts, services);
    const client = courierClient(services.at(-1)?.url ?? '', 'key');
    const stored = (await client.get('/_control/deliveries')).body.deliveries;
    expect(stored).toHaveLength(PLACEMENTS);
    const byReference = new Map(stored.map((delivery) => [delivery['order_reference'], delivery]));
    for (const [reference, receipt] of [...acknowledged, ...receipts]) {
      const { id, scheduled_slot } = byReference.get(reference) ?? { id: null, scheduled_slot: { start: null } };
      expect([reference, id, scheduled_slot.start]).toEqual([reference, receipt.id, receipt.start]);
    }
    const slots = (await client.get('/_control/slots')).body.slots as unknown as {
      capacity: number;
      taken: number;
      live: number;
    }[];
    expect(slots.filter(({ taken, live, capacity }) => taken !== live || taken > capacity)).toEqual([]);
    expect(slots.reduce((sum, { taken }) => sum + taken, 0)).toBe(PLACEMENTS);
    expect(await Promise.all(services.map((service) => service.end('SIGTERM')))).toEqual(services.map(() => 0));
  } finally {
    await Promise.all(services.map((service) => service.end('SIGKILL')));
  }
}

test(
  'embedded: 400 placements and three SIGKILLs lose and double nothing',
  async () => {
    await survives({ COURIER_DATA_DIR: join(temporaryFolder(), 'data') }, 1);
  },
  LIMIT_MS,
);

test(
  'two processes on a server: 400 placements and three SIGKILLs lose and double nothing',
  async () => {
    await survives({ COURIER_DATABASE_URL: await freshServerDatabase() }, 2);
  },
  LIMIT_MS,
);
