import { describe, expect, it } from 'vitest';
import { type AutomationSettings, settings as settingsSchema } from '#api-contract/settings.ts';
import { decide } from './eligibility.ts';
import { goodsToDeliver } from './goods.ts';
import type { FulfillmentOrder, ShopOrder } from './shop-order.ts';
import { exampleFulfillmentOrder, exampleLine, exampleLocation, exampleOrder } from './testing/example-order.ts';

const local = exampleFulfillmentOrder({
  id: '501',
  methodType: 'LOCAL',
  presentedName: 'Local Delivery',
  serviceCode: null,
});
const sameDay = exampleFulfillmentOrder({ id: '502' });
const posted = exampleFulfillmentOrder({ id: '503', presentedName: 'Standard post', serviceCode: 'post' });
const unnamed = exampleFulfillmentOrder({ id: '504', presentedName: null, serviceCode: null });
const collected = exampleFulfillmentOrder({ id: '505', methodType: 'PICK_UP', presentedName: 'Woodstock Store' });
const line = (title: string) => ({ title, code: null, phone: null });
const twoLines = { shippingLines: [line('Same Day'), line('Standard post')] };
const localLine = { shippingLines: [line('Local Delivery')] };
const done = (fulfillmentOrder: FulfillmentOrder): FulfillmentOrder => ({
  ...fulfillmentOrder,
  status: 'CLOSED',
  lines: [exampleLine({ remainingQuantity: 0 })],
});
const scheduled = (fulfillmentOrder: FulfillmentOrder): FulfillmentOrder => ({
  ...fulfillmentOrder,
  status: 'SCHEDULED',
});
const ids = (fulfillmentOrders: readonly FulfillmentOrder[]) => fulfillmentOrders.map(({ id }) => id);

function sort(fulfillmentOrders: FulfillmentOrder[], order: Partial<ShopOrder> = {}, automation = {}) {
  const settings = settingsSchema.parse({ automation });
  return goodsToDeliver(exampleOrder({ fulfillmentOrders, ...order }), settings.automation);
}

describe('goods are chosen per fulfilment order', () => {
  it.each<[string, FulfillmentOrder[], Partial<ShopOrder>, string[], string[]]>([
    ['Local Delivery without what is posted', [local, posted], twoLines, ['501'], ['503']],
    ['a matching name without what is posted', [sameDay, posted], twoLines, ['502'], ['503']],
    ['without what is collected', [sameDay, collected], {}, ['502'], []],
    ['both that match', [local, sameDay], twoLines, ['501', '502'], []],
    ['by the only shipping line where Shopify kept no name', [unnamed], {}, ['504'], []],
    ['not by one shipping line of two', [local, unnamed], twoLines, ['501'], ['504']],
    [
      'what no method was kept of beside Local Delivery, for it to be asked about',
      [local, unnamed],
      localLine,
      ['501', '504'],
      [],
    ],
    ['the same of no type', [local, { ...unnamed, methodType: null }], localLine, ['501', '504'], []],
    ['the same where Local Delivery is done', [done(local), unnamed], localLine, ['504'], []],
    ['not what has a method of its own beside it', [local, posted], localLine, ['501'], ['503']],
    ['not by a shipping line that is not theirs', [local, posted], {}, ['501'], ['503']],
    [
      'by several shipping lines that all match',
      [unnamed],
      { shippingLines: [line('Same day'), line('same-day rush')] },
      ['504'],
      [],
    ],
    [
      'by the line that an edit took out, where it left none',
      [{ ...unnamed, methodType: null }],
      { shippingLines: [], removedShippingLines: [line('Same Day')] },
      ['504'],
      [],
    ],
    ['what waits, without what is posted', [scheduled(local), posted], twoLines, ['501'], ['503']],
  ])('%s', (_case, fulfillmentOrders, order, chosen, leftOut) => {
    const goods = sort(fulfillmentOrders, order);
    const matched = goods.unmatched ? [] : [...goods.ready, ...goods.waiting];
    expect([ids(matched), ids(goods.leftOut)]).toEqual([chosen, leftOut]);
  });

  it('leaves all to a person where nothing matches', () => {
    expect(sort([posted, unnamed], twoLines)).toMatchObject({
      unmatched: true,
      ready: [{ id: '503' }, { id: '504' }],
      leftOut: [],
    });
  });

  it.each<[AutomationSettings['mode'], string[]]>([
    ['all', ['501', '503']],
    ['manual', ['501']],
    ['matching', ['501']],
  ])('in mode %s sends %j', (mode, expected) => {
    expect(ids(sort([local, posted], twoLines, { mode }).ready)).toEqual(expected);
  });

  it.each<[string, FulfillmentOrder[], string[]]>([
    ['nothing once what matched is fulfilled', [done(local), posted], []],
    ['what a person may send where nothing ever matched', [done(posted), posted], ['503']],
    ['what is left where what matched was cancelled', [{ ...done(local), status: 'CANCELLED' }, posted], ['503']],
    [
      'what is left where only a third party has what matches',
      [{ ...local, location: exampleLocation({ isFulfillmentService: true }) }, posted],
      ['503'],
    ],
  ])('owes %s', (_case, fulfillmentOrders, owed) => {
    expect(ids(sort(fulfillmentOrders, twoLines).owed)).toEqual(owed);
  });
});

describe('the trace of a mixed order', () => {
  const context = {
    now: Date.parse('2026-11-21T08:01:00Z'),
    installedAt: null,
    timeZone: 'Africa/Johannesburg',
    hasKey: { live: true, test: true },
    sentByPerson: false,
    paidAt: Date.parse('2026-11-21T08:00:00Z'),
  };
  const traced = (fulfillmentOrders: FulfillmentOrder[], sentByPerson = false) =>
    decide(exampleOrder({ fulfillmentOrders, ...twoLines }), settingsSchema.parse({}), { ...context, sentByPerson });

  it.each([
    [local, 'The order is a Local Delivery. Left out: Standard post.'],
    [sameDay, 'The delivery method contains "same day". Left out: Standard post.'],
  ])('names what is left out', (sent, message) => {
    const decision = traced([sent, posted]);
    expect(decision.verdict).toBe('place');
    expect(decision.rules.find(({ rule }) => rule === 'delivery method')).toMatchObject({ result: 'pass', message });
  });

  it.each([[[sameDay]], [[sameDay, posted]], [[sameDay, unnamed]]])(
    'asks a person where an edit changed the method that checkout kept: %#',
    (fulfillmentOrders) => {
      const shippingLines = [line('Economy courier')];
      const order = exampleOrder({ fulfillmentOrders, shippingLines, removedShippingLines: [line('Same Day')] });
      const sent = (sentByPerson: boolean) => decide(order, settingsSchema.parse({}), { ...context, sentByPerson });
      expect(sent(false)).toMatchObject({
        verdict: 'needs_attention',
        reason: { code: 'method_edited', params: { kept: 'Same Day', methods: 'Economy courier' } },
      });
      expect(sent(true).verdict).toBe('place');
    },
  );

  it.each([
    ['SHIPPING', 'SHIPPING'],
    [null, 'none'],
  ])('asks a person about goods of type %s that an edit added to a Local Delivery', (methodType, methods) => {
    const order = exampleOrder({ fulfillmentOrders: [local, { ...unnamed, methodType }], ...localLine });
    const decided = (automation: object, sentByPerson = false) =>
      decide(order, settingsSchema.parse({ automation }), { ...context, sentByPerson });
    expect(decided({})).toMatchObject({
      verdict: 'needs_attention',
      reason: { code: 'method_edited', params: { kept: 'Local Delivery', methods } },
    });
    expect(decided({}, true).verdict).toBe('place');
    expect(decided({ deliveryMethodTexts: ['local'] }).verdict).toBe('place');
  });

  it('names every method where none is wanted, and a press sends them', () => {
    expect(traced([posted, unnamed])).toMatchObject({
      verdict: 'skipped',
      reason: { code: 'method_mismatch', params: { methods: 'Standard post, Same Day, Standard post' } },
    });
    expect(traced([posted, unnamed], true).verdict).toBe('place');
  });
});
