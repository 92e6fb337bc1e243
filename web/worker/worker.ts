import { readsRefused } from '#deliveries/errors.ts';
import { probeGate } from '#deliveries/probe-gate.ts';
import { sweepShop } from '#deliveries/sweep.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { newWebhookChannel } from '#storage/inbox.ts';
import { rescueIdle } from '#storage/rescue.ts';
import { dispatchInbox } from './jobs/dispatch-inbox.ts';
import { beat } from './jobs/heartbeat.ts';
import { createOrderJobs } from './jobs/order-job.ts';
import { resealOld } from './jobs/reseal.ts';
import { removeOld } from './jobs/retention.ts';
import { createDigestJob } from './jobs/send-digests.ts';
import { takeShopWebhooks } from './jobs/shop-webhooks.ts';
import { watchAddresses } from './jobs/watch-addresses.ts';
import { type Loop, startLoop } from './loop.ts';
import { createMailer } from './mail/mailer.ts';

/** How long something may stand still before it is woken up: longer than a lease and a killed worker's return. */
const idleMs = 60_000;

export interface Worker {
  /** Starts no more work and lets what is under way finish. */
  stop(): Promise<void>;
}

/** Everything that happens without a request: inbox, orders, sweep, probes, retention. */
export async function startWorker(context: Context): Promise<Worker> {
  const { storage, logger, ports, config } = context;
  const loops: Loop[] = [];
  const loop = (intervalMs: number, name: string, work: () => Promise<unknown>): Loop => {
    const started = startLoop(intervalMs, work, (error) => {
      logger.error('a round of background work failed', { code: codeOf(error), outcome: name });
    });
    loops.push(started);
    return started;
  };

  await beat(context);
  const orderJobs = createOrderJobs(context);
  await storage.queue.work(config.workerConcurrency, orderJobs.run);
  loop(5_000, 'heartbeat', () => beat(context));
  loop(1_500, 'work of the dead', () => storage.queue.takeBack());
  const shopWebhooks = loop(10_000, 'shop webhooks', () => takeShopWebhooks(context));
  const inbox = loop(1_000, 'inbox', async () => {
    const more = await dispatchInbox(context);
    shopWebhooks.nudge();
    return more;
  });
  const unlisten = await storage.database.listen(newWebhookChannel, () => inbox.nudge());
  loop(Math.max(100, ports.timing.probeMs / 4), 'probes', async () => {
    for (const { shop, mode } of await storage.shops.gatesDue()) await probeGate(ports, shop, mode);
  });
  let firstSweep = true;
  loop(Math.min(config.sweepIntervalMs, 1_000), 'sweep', async () => {
    const shops = await storage.shops.shopsToSweep(firstSweep ? 0 : config.sweepIntervalMs);
    firstSweep = false;
    for (const shop of shops) await sweepOne(context, shop);
  });
  loop(30_000, 'rescue', async () => {
    await rescueIdle(storage.db, storage.queue, idleMs);
  });
  const mailer = config.mail ? createMailer(config.mail) : null;
  if (mailer) loop(5_000, 'e-mail', createDigestJob(context, mailer));
  loop(3_600_000, 'retention', () => removeOld(context));
  loop(3_600_000, 'addresses of shops', () => watchAddresses(context));
  loop(3_600_000, 'key rotation', () => resealOld(context));

  return {
    stop: async () => {
      await unlisten();
      mailer?.stop();
      await Promise.all(loops.map((started) => started.stop()));
    },
  };
}

/** One shop's trouble with Shopify costs the other shops nothing. */
async function sweepOne(context: Context, shop: Parameters<typeof sweepShop>[1]): Promise<void> {
  try {
    await sweepShop(context.ports, shop);
  } catch (error) {
    if (readsRefused(error)) await context.storage.shops.noteReadsRefused(shop);
    context.logger.warn('a sweep failed', { code: codeOf(error), shop });
  }
}
