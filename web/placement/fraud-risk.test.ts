import { expect, test } from 'vitest';
import { settings as settingsSchema } from '#api-contract/settings.ts';
import { decide } from './eligibility.ts';
import { exampleOrder } from './testing/example-order.ts';
import { whatIsWrongWithStanding } from './testing/what-is-wrong-with-held.ts';

const now = Date.parse('2026-11-21T08:01:00Z');
const context = {
  ...{ now, paidAt: now - 60_000, installedAt: null, timeZone: 'Africa/Johannesburg', sentByPerson: false },
  hasKey: { live: true, test: true },
};
const decided = (riskRecommendation: string | null, automation: object = {}, changes: object = {}) =>
  decide(exampleOrder({ riskRecommendation }), settingsSchema.parse({ automation }), { ...context, ...changes });
const traced = ({ rules }: ReturnType<typeof decide>) => rules.find(({ rule }) => rule === 'fraud risk');

test.each<[recommendation: string | null, high: string, medium: string, never: string]>([
  ['CANCEL', 'fraud_risk_high', 'fraud_risk_high', 'place'],
  ['INVESTIGATE', 'place', 'fraud_risk_medium', 'place'],
  ['ACCEPT', 'place', 'place', 'place'],
  ['NONE', 'place', 'place', 'place'],
  ['A_NEWER_WORD', 'place', 'place', 'place'],
  [null, 'place', 'place', 'place'],
])('what Shopify recommends: %s', (recommendation, high, medium, never) => {
  for (const [askAtRisk, outcome] of Object.entries({ high, medium, never })) {
    const decision = decided(recommendation, { askAtRisk });
    expect(decision.verdict === 'place' ? 'place' : decision.reason.code, askAtRisk).toBe(outcome);
    expect(decided(recommendation, { askAtRisk }, { sentByPerson: true }).verdict, askAtRisk).toBe('place');
  }
});

test('a person decides, or Shopify once it finds the order harmless', () => {
  const decision = decided('CANCEL');
  expect(decision).toMatchObject({ verdict: 'needs_attention', waitsFor: { kind: 'order' } });
  if (decision.verdict !== 'needs_attention') throw new Error('not asked');
  const { reason, waitsFor = null } = decision;
  expect(whatIsWrongWithStanding({ state: 'needs_attention', reason, waitsFor }, now)).toBeNull();
});

test('the trace names the risk, and says where none is asked about', () => {
  expect(traced(decided('CANCEL'))).toMatchObject({ input: 'high', result: 'fail', why: { code: 'fraud_risk_high' } });
  expect(traced(decided('INVESTIGATE'))).toMatchObject({ input: 'medium', result: 'pass' });
  expect(traced(decided(null))).toMatchObject({ input: 'none', result: 'pass' });
  expect(traced(decided('CANCEL', { askAtRisk: 'never' }))).toMatchObject({ input: '', result: 'not_applied' });
});

test('what the shop does not send at all, it is not asked about', () => {
  const left = decided('CANCEL', { excludeTags: ['vip'], includeTags: ['today'] });
  expect(left).toMatchObject({ verdict: 'skipped', reason: { code: 'condition_tag_missing' } });
});
