import { noLongerShown } from '#api-contract/drift.ts';
import { reads } from './faults-of-shopify.ts';
import { at, forgetsDrift, keepsDrift, type Plant, writesRows } from './port-fault.ts';
import { editTopic } from './sim-options.ts';

/** A store in which webhooks of one topic stand as such of any change. */
const notTold = (topic: string): Plant =>
  at('orders', (orders) => ({
    load: async (...args) => {
      const loaded = await orders.load(...args);
      const webhooks = loaded.webhooks.map((one) => ({ ...one, topic: one.topic.replace(topic, 'orders/updated') }));
      return { ...loaded, webhooks };
    },
  }));

/** Faults about what is edited of a paid order: what it owes, and the day that it names. */
export const faultsOfEdits = {
  'an order that an edit left unpaid read as paid': reads((order) => ({
    ...order,
    financialStatus: order.financialStatus?.replace('PARTIALLY_PAID', 'PAID') ?? null,
  })),
  'the payment of the rest not read': reads((order) => ({ ...order, paidAt: order.processedAt })),
  'an order that owed once read as if it owed for good': at('shopify', (shopify, { edits }) => ({
    readOrder: async (...args) => {
      const order = await shopify.readOrder(...args);
      const [shop, id] = args;
      return order && edits.owed.has(`${shop}/${id}`) ? { ...order, financialStatus: 'PARTIALLY_PAID' } : order;
    },
  })),
  'another day than the driver comes on forgotten': forgetsDrift(({ field }) => field === 'delivery_day'),
  'a later day than the order names forgotten': forgetsDrift(({ about }) => about === 'later_day'),
  'a slot in which the location is closed forgotten': forgetsDrift(({ about }) => about === 'location_closed'),
  'another day told of also once the order names it no more': keepsDrift(({ field }) => field === 'delivery_day'),
  'goods that are to travel otherwise forgotten': forgetsDrift(({ field }) => field === 'delivery_method'),
  'another method told of also once the goods go by the first again': keepsDrift(
    ({ field }) => field === 'delivery_method',
  ),
  'what edits took out of the shipping lines not read': reads((order) => ({ ...order, removedShippingLines: [] })),
  'a warning of fraud not read': reads((order) => ({ ...order, riskRecommendation: null })),
  'a warning of fraud after the booking forgotten': forgetsDrift(({ about }) => about === 'fraud_risk'),
  'a warning of fraud told of also once it is taken back': keepsDrift(({ about }) => about === 'fraud_risk'),
  'goods that an edit adds not looked for again': notTold(editTopic),
  'goods that an edit adds not awaited before a driver is called off': notTold(editTopic),
  'who has nothing left to bring told that his order ended': writesRows((delivery) =>
    delivery.reason?.code === 'cancelled_without_goods'
      ? { ...delivery, reason: { ...delivery.reason, code: 'cancelled_with_order' } }
      : delivery,
  ),
  'a driver whose order was deleted forgotten': forgetsDrift(({ now }) => now === noLongerShown),
  'the cancellation of an order that was then deleted not heard': notTold('orders/cancelled'),
  'the day that an order names not read': reads((order) => ({ ...order, customAttributes: [] })),
} satisfies Record<string, Plant>;
