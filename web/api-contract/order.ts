import { z } from 'zod';
import { driftView } from './drift.ts';
import { headline } from './headline.ts';
import { timelineEvent } from './timeline.ts';

/** States of behaviour §3, for a delivery and (the one that most needs a person) for an order. */
export const deliveryStates = [
  'queued',
  'placing',
  'confirming',
  'placed',
  'skipped',
  'held',
  'needs_attention',
  'cancelled',
] as const;
export const deliveryState = z.enum(deliveryStates);
export type DeliveryState = z.infer<typeof deliveryState>;

/**
 * Why something rests where it does. `code` is stable and translated by the panel; the texts are the English words.
 * `field` names the field at fault, `serviceMessage` holds the service's own words as plain text.
 */
export const reason = z.object({
  code: z.string(),
  message: z.string(),
  nextStep: z.string().nullable(),
  field: z.string().nullable(),
  serviceMessage: z.string().nullable(),
  /** RFC 3339; when a `held` ends by itself. */
  until: z.string().nullable(),
  /** True where the app goes on by itself at a time it does not know yet. */
  retrying: z.boolean(),
  /** Values for the translated text, e.g. `{location: "Main St"}`; never personal data. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type Reason = z.infer<typeof reason>;

/** What words a reason in another language. */
export const reasonCode = reason.pick({ code: true, params: true });

/** One rule of automation as it was evaluated; `why` where it failed. */
export const ruleTrace = z.object({
  rule: z.string(),
  input: z.string(),
  result: z.enum(['pass', 'fail', 'not_applied']),
  message: z.string(),
  why: reasonCode.optional(),
});
export type RuleTrace = z.infer<typeof ruleTrace>;

export const slot = z.object({ start: z.string(), end: z.string().nullable(), text: z.string() });
export type SlotView = z.infer<typeof slot>;

/** What came of the delivery's line in the order note; all but `pending` stay until something is written again. */
const noteState = z.enum(['pending', 'written', 'too_long', 'off', 'refused']);
export type NoteState = z.infer<typeof noteState>;

const attemptView = z.object({
  at: z.string(),
  outcome: z.string(),
  httpStatus: z.number().int().nullable(),
  message: z.string().nullable(),
});

/** What becomes of a booked delivery. `failed` and `returned`: the buyer has no goods, and a person decides. */
export const progress = z.enum(['on_its_way', 'delivered', 'failed', 'returned']);

const deliveryView = z.object({
  orderReference: z.string(),
  deliveryId: z.string().nullable(),
  state: deliveryState,
  reason: reason.nullable(),
  /** True where a driver may be booked and only a person can tell: nothing can be corrected, a new delivery is an act of its own. */
  inDoubt: z.boolean(),
  /** It speaks for its goods: the newest that may bring them, or asks what is to become of them, or else the newest. */
  isCurrent: z.boolean(),
  slot: slot.nullable(),
  distanceEstimateMetres: z.number().nullable(),
  timeEstimateSeconds: z.number().nullable(),
  noteWritten: z.boolean(),
  noteState,
  /** What Shopify refused for good after placing, with its words; Refresh tries again. */
  refusals: z.array(reason),
  drift: z.array(driftView),
  /** Names the differences that nobody has closed, for `acknowledge`; null where nothing is open. */
  alarm: z.string().nullable(),
  attempts: z.array(attemptView),
  locationName: z.string().nullable(),
  /** State at the service in its own words, e.g. `PENDING PICKUP`. */
  serviceState: z.string().nullable(),
  /** How far the driver is, as the service last said; null before the goods are collected. */
  progress: progress.nullable(),
  /** RFC 3339; when that was first seen here. */
  progressAt: z.string().nullable(),
  /** The delivery service is asked to cancel it: until it has confirmed that, a driver may come. */
  cancelling: z.boolean(),
  /** The slot is over and the goods are not collected; never where the service tells of no delivery how far it is. */
  isLate: z.boolean(),
  /** Where the driver, and where a proof of the hand-over can be seen. */
  trackingUrl: z.string().nullable(),
  photoUrl: z.string().nullable(),
  /** Where the delivery service is asked about it, its ids filled in. */
  contactUrl: z.string().nullable(),
  testMode: z.boolean(),
});
export type DeliveryView = z.infer<typeof deliveryView>;

/** `GET /api/orders/:orderId`. */
export const orderView = z.object({
  orderId: z.string(),
  orderNumber: z.number().int().nullable(),
  orderName: z.string().nullable(),
  state: deliveryState,
  reason: reason.nullable(),
  headline,
  /** Something went wrong after booking that only a person can end: it counts as "Needs you" whatever the state. */
  needsPerson: z.boolean(),
  /** It is skipped or held by a rule about choice or time: a person's Send overrides it. */
  overridable: z.boolean(),
  /** What refuses that Send for now, as test mode does; null where it goes. */
  refusal: reason.nullable(),
  rules: z.array(ruleTrace),
  deliveries: z.array(deliveryView),
  /** What happened, oldest first. */
  timeline: z.array(timelineEvent),
  updatedAt: z.string(),
});
export type OrderView = z.infer<typeof orderView>;

/** A person's corrections: used for the service only, never written to Shopify. */
export const corrections = z.strictObject({
  dropoff_contact_phone: z.string().trim().min(1).max(40).optional(),
  dropoff_contact_name: z.string().trim().min(1).max(255).optional(),
  dropoff_address: z.string().trim().min(1).max(1000).optional(),
  dropoff_coordinates: z.string().trim().max(60).nullable().optional(),
  dropoff_remarks: z.string().trim().max(2000).nullable().optional(),
  pickup_contact_phone: z.string().trim().min(1).max(40).optional(),
  pickup_contact_name: z.string().trim().min(1).max(255).optional(),
  pickup_address: z.string().trim().min(1).max(1000).optional(),
  pickup_coordinates: z.string().trim().max(60).nullable().optional(),
  pickup_remarks: z.string().trim().max(2000).nullable().optional(),
});
export type Corrections = z.infer<typeof corrections>;

/** `POST /api/orders/:orderId/send`. */
export const sendBody = z.discriminatedUnion('mode', [
  z.strictObject({
    mode: z.literal('again'),
    orderReference: z.string().max(255).optional(),
    corrections: corrections.optional(),
    reason: z.string().trim().max(500).optional(),
  }),
  z.strictObject({
    mode: z.literal('new'),
    orderReference: z.string().max(255).optional(),
    newReference: z.string().min(1).max(255),
    corrections: corrections.optional(),
    reason: z.string().trim().min(1).max(500),
  }),
  z.strictObject({
    mode: z.literal('goods'),
    newReference: z.string().min(1).max(255),
    corrections: corrections.optional(),
    reason: z.string().trim().max(500).optional(),
  }),
  z.strictObject({
    mode: z.literal('replace'),
    orderReference: z.string().min(1).max(255),
    newReference: z.string().min(1).max(255),
    reason: z.string().trim().max(500).optional(),
  }),
]);
export type SendBody = z.infer<typeof sendBody>;

/** `POST /api/orders/:orderId/acknowledge`. */
export const acknowledgeBody = z.strictObject({
  orderReference: z.string().min(1).max(255),
  alarm: z.string().min(1).max(64),
});

/** A value of the request with where it came from, for a person. */
const mappedField = z.object({
  field: z.string(),
  value: z.string().nullable(),
  origin: z.string(),
  problem: z.string().nullable(),
  /** Why, where there is a problem. */
  why: reasonCode.optional(),
  /** Where the value is not usable: what the order says, as the buyer gave it; null where it says nothing. */
  given: z.string().nullable().optional(),
});
export type MappedField = z.infer<typeof mappedField>;

/** Whom the goods are for and what was ordered, as the order in Shopify says now; null where it says nothing. */
const buyer = z.object({
  name: z.string().nullable(),
  phone: z.string().nullable(),
  /** One line; for a map, too. */
  address: z.string().nullable(),
  items: z.array(z.object({ name: z.string(), quantity: z.int() })),
  /** Of the whole order, in the shop's money, major units. */
  total: z.object({ amount: z.number(), currency: z.string() }),
});
export type Buyer = z.infer<typeof buyer>;

/** `GET /api/orders/:orderId/preview`. */
export const orderPreview = z.object({
  orderId: z.string(),
  orderName: z.string(),
  decision: z.object({
    state: deliveryState,
    reason: reason.nullable(),
    rules: z.array(ruleTrace),
    /** Why nothing is sent even where a person asks for it; null where it is, at once or when what holds it ends. */
    refusal: reason.nullable(),
  }),
  buyer,
  deliveries: z.array(
    z.object({
      orderReference: z.string(),
      state: deliveryState.nullable(),
      /** The reference a new delivery of the same goods would get. */
      newReference: z.string(),
      locationName: z.string().nullable(),
      request: z.record(z.string(), z.unknown()).nullable(),
      fields: z.array(mappedField),
    }),
  ),
});
export type OrderPreview = z.infer<typeof orderPreview>;

/** RFC 9457 with the members of this app. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  field: z.string().nullable().optional(),
  nextStep: z.string().nullable().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string(), why: reasonCode.optional() })).optional(),
  why: reasonCode.optional(),
});
export type Problem = z.infer<typeof problem>;
