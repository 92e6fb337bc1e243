import { DateTime } from 'luxon';
import type { Context } from '#runtime/context.ts';
import {
  claimSummary,
  type Morning,
  type MorningSummary,
  postponeSummary,
  summaryZones,
} from '#storage/morning-summary.ts';
import { type Mailer, post } from '../mail/mailer.ts';
import { hasNews, summaryMail } from '../mail/summary-mail.ts';
import { type PanelConfig, panelUrlOf } from '../mail/what-waits.ts';

const minuteMs = 60_000;
/** Hours of the shop's own day, `[from, until)`: a summary that comes later says nothing new. */
const morning = { from: 7, until: 12 };
const mostAtATime = 50;

interface Needs extends Pick<Context, 'storage'> {
  config: PanelConfig & Pick<Context['config'], 'supportUrl'>;
  courier: Pick<Context['courier'], 'timeZone'>;
  logger: Pick<Context['logger'], 'warn'>;
  metrics: Pick<Context['metrics'], 'attentionMails'>;
}

/**
 * Tells merchants who asked for it, once in the morning, what the day holds. The day is written down before anything is
 * sent, so that nobody is told twice; only a message of which surely nothing went out comes again while it is morning.
 *
 * @param now epoch ms, by the database's clock: one host whose clock is wrong must take nobody their day.
 * @returns one round; it resolves to true where there may be more.
 */
export function createSummaryJob(
  { config, storage, logger, metrics, courier }: Needs,
  mailer: Mailer,
  now: (ofDatabase: number) => number = (ofDatabase) => ofDatabase,
): (stopping?: AbortSignal) => Promise<boolean> {
  const { db } = storage;

  /** False where the others of this round would fare no better. */
  const tell = async (summary: MorningSummary): Promise<boolean> => {
    if (!hasNews(summary)) return true;
    const where = { panelUrl: panelUrlOf(config, summary), supportUrl: config.supportUrl, timeZone: courier.timeZone };
    const { kind } = await post({ logger, metrics }, mailer, summary, summaryMail(summary, where));
    const delayMs = { sent: null, unsent: minuteMs, refused: 30 * minuteMs, unknown: null }[kind];
    if (delayMs !== null) await postponeSummary(db, summary, delayMs);
    return kind !== 'unsent';
  };

  return async (stopping) => {
    const { zones, now: ofDatabase } = await summaryZones(db);
    const at = now(ofDatabase);
    const mornings = morningsAt(at, zones);
    if (mornings.length === 0) return false;
    const from = DateTime.fromMillis(at, { zone: courier.timeZone }).startOf('day');
    const today = { from: from.toJSDate(), to: from.plus({ days: 1 }).toJSDate(), now: new Date(at) };
    for (let count = 0; count < mostAtATime && !stopping?.aborted; count += 1) {
      const summary = await claimSummary(storage, mornings, today);
      if (!summary || !(await tell(summary))) return false;
    }
    return true;
  };
}

function morningsAt(now: number, zones: string[]): Morning[] {
  return zones.flatMap((timeZone) => {
    const local = DateTime.fromMillis(now, { zone: timeZone });
    const isMorning = local.isValid && local.hour >= morning.from && local.hour < morning.until;
    return isMorning ? [{ timeZone, day: local.toFormat('yyyy-MM-dd') }] : [];
  });
}
