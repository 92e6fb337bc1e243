/** What a topic means to the app; the names are those of the header `X-Shopify-Topic`. */
const meaning = {
  // Cash on delivery and EFT on trust have no payment to tell of; taken in only where the shop sends such orders.
  'orders/create': 'order',
  'orders/paid': 'order',
  'orders/updated': 'order',
  'orders/edited': 'order',
  'orders/cancelled': 'order',
  // Its body holds the id alone: the order is looked for, as with every other.
  'orders/delete': 'order',
  // Fraud analysis ends after the payment as a rule, and no other topic tells of it.
  'orders/risk_assessment_changed': 'order',
  'refunds/create': 'order',
  // Fulfilment orders come into being after the payment: this one says that they have a location.
  'fulfillment_orders/order_routing_complete': 'fulfillment_order',
  'fulfillment_orders/scheduled_fulfillment_order_ready': 'fulfillment_order',
  'fulfillment_orders/rescheduled': 'fulfillment_order',
  'fulfillment_orders/placed_on_hold': 'fulfillment_order',
  'fulfillment_orders/hold_released': 'fulfillment_order',
  'fulfillment_orders/progress_reported': 'fulfillment_order',
  'fulfillment_orders/line_items_prepared_for_local_delivery': 'fulfillment_order',
  'fulfillment_orders/moved': 'fulfillment_order',
  'fulfillment_orders/split': 'fulfillment_order',
  'fulfillment_orders/merged': 'fulfillment_order',
  'fulfillment_orders/cancelled': 'fulfillment_order',
  'locations/update': 'location',
  'app/scopes_update': 'scopes',
  'app/uninstalled': 'uninstalled',
  'customers/data_request': 'compliance',
  'customers/redact': 'compliance',
  'shop/redact': 'compliance',
} as const;

export type WebhookTopic = keyof typeof meaning;
export type TopicMeaning = (typeof meaning)[WebhookTopic];

/** Every topic that the app handles. */
export const webhookTopics = Object.keys(meaning) as WebhookTopic[];

/** What the topic means, or null for one that the app does not handle. */
export const meaningOf = (topic: string): TopicMeaning | null =>
  Object.hasOwn(meaning, topic) ? meaning[topic as WebhookTopic] : null;
