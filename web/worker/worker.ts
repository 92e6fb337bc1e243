import { setTimeout as sleep } from 'node:timers/promises';
import { readsRefused } from '#deliveries/errors.ts';
import { probeService } from '#deliveries/run/circuit-breaker.ts';
import { sweepShop } from '#deliveries/run/reconcile.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { analyzeGrownTables } from '#storage/grown-tables.ts';
import { processName } from '#storage/heartbeats.ts';
import { newWebhookChannel } from '#storage/inbox.ts';
import { extendLeasesMs, orderDueChannel } from '#storage/order-runs.ts';
import { fewAtATime } from './few-at-a-time.ts';
import { dispatchInbox } from './jobs/dispatch-inbox.ts';
import { createReencryptJob } from './jobs/re-encrypt.ts';
import { registerNotifications } from './jobs/register-notifications.ts';
import { removeOld } from './jobs/retention.ts';
import { createDigestJob } from './jobs/send-digests.ts';
import { createLinkJob } from './jobs/send-links.ts';
import { createSummaryJob } from './jobs/send-summaries.ts';
import { createUninstallMailJob } from './jobs/send-uninstall-mails.ts';
import { takeShopWebhooks } from './jobs/shop-webhooks.ts';
import { createFlowTeller } from './jobs/tell-flow.ts';
import { watchAddresses } from './jobs/watch-addresses.ts';
import { createForbiddenJob } from './jobs/write-forbidden.ts';
import { type Loop, startLoop } from './loop.ts';
import { createMailer } from './mail/mailer.ts';
import { createOrderRun } from './run-order.ts';
import { startOrderRunner } from './run-orders.ts';

type ProbeDue = Awaited<ReturnType<Context['ports']['shops']['probesDue']>>[number];

export interface Worker {
  /** Starts no more work and lets what is under way finish, orders for up to `graceMs`: then they are another worker's. */
  stop(graceMs: number): Promise<void>;
}

/** Everything that happens without a request: inbox, orders, sweep, probes, retention. */
export async function startWorker(context: Context): Promise<Worker> {
  const { storage, logger, ports, config } = context;
  const loops: Loop[] = [];
  const loop = (intervalMs: number, name: string, work: (stopping: AbortSignal) => Promise<unknown>): Loop => {
    const started = startLoop(intervalMs, work, (error) => {
      logger.error('a round of background work failed', { code: codeOf(error), outcome: name });
    });
    loops.push(started);
    return started;
  };

  const onError = (error: unknown) => logger.error('running an order failed', { code: codeOf(error) });
  const runner = startOrderRunner(
    storage.runs,
    { concurrency: config.workerConcurrency, onError },
    createOrderRun(context),
  );
  const leases = loop(extendLeasesMs, 'leases', () => storage.runs.extend(runner.underWay()));
  loop(1_000, 'due orders', async () => {
    await storage.runs.reclaim();
    runner.nudge();
  });
  const shopWebhooks = loop(10_000, 'shop webhooks', (stopping) => takeShopWebhooks(context, stopping));
  loop(Math.min(10_000, 2 * ports.timing.probeMs), 'what was forbidden', createForbiddenJob(context));
  loop(10_000, 'webhooks of another key', () => storage.inbox.reopen());
  const inbox = loop(1_000, 'inbox', () => dispatchInbox(context, shopWebhooks.nudge));
  const unlisten = await storage.database.listen(newWebhookChannel, () => inbox.nudge());
  const unlistenDue = await storage.database.listen(orderDueChannel, (shop) => runner.nudge(shop));
  loop(Math.max(100, ports.timing.probeMs / 4), 'probes', async (stopping) => {
    await fewAtATime(await storage.shops.probesDue(), (due) => probeOne(context, due), stopping);
  });
  if (context.courier.hasNotifications) {
    loop(Math.min(5_000, ports.timing.probeMs), 'notifications', (stopping) =>
      registerNotifications(context, stopping),
    );
  }
  const flow = createFlowTeller(context);
  loop(1_000, 'Flow', () => flow.round());
  const startedAt = performance.now();
  loop(Math.min(config.sweepIntervalMs, 1_000), 'sweep', async (stopping) => {
    // Each shop once since the start: one whose first comparison failed is not left until the next is due.
    const sinceStartMs = performance.now() - startedAt;
    const shops = await storage.shops.shopsToSweep(Math.min(config.sweepIntervalMs, sinceStartMs));
    await fewAtATime(shops, (shop) => sweepOne(context, shop), stopping);
  });
  const mailer = config.mail ? createMailer(config.mail) : null;
  if (mailer) {
    loop(5_000, 'e-mail', createDigestJob(context, mailer));
    loop(60_000, 'e-mail in the morning', createSummaryJob(context, mailer));
    loop(5_000, 'confirmation links', createLinkJob(context, mailer));
    loop(5_000, 'e-mail after an uninstall', createUninstallMailJob(context, mailer));
  }
  loop(5_000, 'statistics', () => analyzeGrownTables(storage.db));
  loop(3_600_000, 'retention', (stopping) => removeOld(context, stopping));
  loop(3_600_000, 'addresses of shops', (stopping) => watchAddresses(context, stopping));
  loop(3_600_000, 'key rotation', createReencryptJob(context, processName(storage)));

  return {
    stop: async (graceMs) => {
      await Promise.all([unlisten(), unlistenDue()]);
      mailer?.stop();
      // The leases of the orders under way are extended to the last.
      const others = loops.filter((started) => started !== leases).map((started) => started.stop());
      await Promise.race([runner.stop(), sleep(graceMs, undefined, { ref: false })]);
      await Promise.all([leases.stop(), ...others]);
      await flow.done();
    },
  };
}

/** Of one shop, such as that of a key which cannot be opened, a failure costs the others nothing. */
async function probeOne({ ports, logger }: Context, { shop, mode }: ProbeDue): Promise<void> {
  try {
    await probeService(ports, shop, mode);
  } catch (error) {
    logger.warn('the delivery service could not be asked whether it is well again', { code: codeOf(error), shop });
  }
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
