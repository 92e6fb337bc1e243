import { expect, test } from 'vitest';
import { aDay, anHour } from '#testing/simulation/outage.ts';
import { startOutage } from '#testing/simulation/start-many.ts';
import { writeRandomNotes } from './notes.ts';

test('10,000 random notes keep the words of the merchant byte for byte, with our line once', () => {
  const result = writeRandomNotes(10_000, 20261121);
  expect(result.problems).toEqual([]);
  expect(result.notes).toBe(10_000);
  expect(result.tooLong).toBeGreaterThan(0);
}, 180_000);

/** What is held is held per shop and per order: 50 orders of each of 8 shops say the same as of 20. */
test('an hour without the service costs 400 orders of 8 shops no storm of calls and no burst afterwards', async () => {
  const result = await startOutage({ shops: 8, orders: 400, outageMs: anHour, seed: 20261121, lostWebhooks: 0 });
  expect(result.placed).toBe(400);
  expect(result.calls).toBeLessThanOrEqual(1.2 * result.orders + result.probes);
  expect(result.burst).toBeLessThanOrEqual(result.orders / 5);
}, 300_000);

test("after a day's outage and with every tenth webhook lost all orders are explained within 15 minutes", async () => {
  const result = await startOutage({ shops: 3, orders: 60, outageMs: aDay, seed: 20261121, lostWebhooks: 0.1 });
  expect(result.unexplained).toBe(0);
  expect(result.restedWithinMs).toBeLessThanOrEqual(900_000);
}, 300_000);
