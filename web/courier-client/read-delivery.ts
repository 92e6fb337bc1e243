import { z } from 'zod';
import type { ServiceDelivery } from '#deliveries/delivery.ts';
import type { DeliveryId } from '#placement/ids.ts';
import { isLoopbackUrl } from './base-url.ts';
import { driverState } from './driver-state.ts';
import { parentPointer, readPointer } from './json-pointer.ts';
import type { CourierProfile } from './profile.ts';
import { parseSlot } from './slot.ts';

/** Whole numbers arrive as numbers or, beyond 2^53, as digit strings (parse-json); 0 and less identify nothing. */
const id = z.union([
  z.int().positive().transform(String),
  z
    .string()
    .trim()
    .min(1)
    .max(255)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: an id with control characters is what must be refused
    .regex(/^[^\u0000-\u001f\u007f]+$/)
    .refine((text) => text.isWellFormed()),
]);
const decimal = z
  .string()
  .trim()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number);
const measure = z.union([z.number(), decimal]).pipe(z.number().nonnegative()).nullable().catch(null);
/** Rand: what is no amount, or a slip, counts as none. */
const amount = measure.transform((rand) => (rand !== null && rand < 1e9 ? Math.round(rand * 100) / 100 : null));
/** A service's single words: no field of the interface is longer. */
const MOST_CHARACTERS = 4000;
const KEPT_BYTES = 64 * 1024;
const text = z
  .union([z.string(), z.number().transform(String)])
  .transform(shortened)
  .nullable()
  .catch(null);

/** The interface's fields of a delivery record, each tolerated where absent or odd. */
const record = z.object({
  distance_estimate: measure,
  time_estimate: measure,
  order_reference: text,
  customer_identifier: text,
  pickup_address: text,
  dropoff_address: text,
  dropoff_contact_phone: text,
});

/**
 * Reads one delivery of a service's answer, or null where it holds no readable id. Fields stand beside the id; a
 * wrapped answer's outermost ones count too. `raw` is the answer's text, of which 64 kB are kept.
 */
export function readDelivery(json: unknown, raw: string, profile: CourierProfile): ServiceDelivery | null {
  const deliveryId = id.safeParse(readPointer(json, profile.deliveryId)).data;
  if (deliveryId === undefined) return null;
  const fields = record.parse({ ...asObject(json), ...asObject(readPointer(json, parentPointer(profile.deliveryId))) });
  const state = profile.state.map((pointer) => readPointer(json, pointer)).find((word) => typeof word === 'string');
  return {
    deliveryId: deliveryId as DeliveryId,
    slot: parseSlot(
      readPointer(json, profile.slot.start),
      profile.slot.end === null ? null : readPointer(json, profile.slot.end),
      profile.slot.timeZone,
    ),
    distanceEstimateMetres: fields.distance_estimate,
    timeEstimateSeconds: fields.time_estimate,
    state: state === undefined ? null : shortened(state),
    orderReference: fields.order_reference,
    customerIdentifier: fields.customer_identifier,
    pickupAddress: fields.pickup_address,
    dropoffAddress: fields.dropoff_address,
    dropoffContactPhone: fields.dropoff_contact_phone,
    trackingUrl: linkAt(json, profile.trackingUrl),
    cost: profile.cost === null ? null : amount.parse(readPointer(json, profile.cost)),
    photoUrl: linkAt(json, profile.photoUrl),
    raw: kept(raw),
  };
}

function shortened(word: string): string {
  return word.slice(0, MOST_CHARACTERS).toWellFormed();
}

/** Ends before a character of which only half would be kept. */
function kept(raw: string): string {
  const bytes = Buffer.from(raw);
  return bytes.length <= KEPT_BYTES ? raw : new TextDecoder().decode(bytes.subarray(0, KEPT_BYTES), { stream: true });
}

/** A web address that people may be sent to; null for anything else, a script above all. */
function linkAt(json: unknown, pointer: string | null): string | null {
  const text = pointer === null ? null : readPointer(json, pointer);
  const url = typeof text === 'string' && text.length <= 2000 ? URL.parse(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return null;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackUrl(url)) ? url.href : null;
}

const ERROR_WORDS = /^(error|fail|failure)$/i;
const NO = /^(false|no|0)$/i;
/** A number beyond these may be anything, such as a code that the driver is told at the door. */
const HTTP_ERROR = /^[45]\d\d$/;

/**
 * Whether an answer calls itself an error (`{"status": "error"}`, `{"ok": false}`, `{"errors": [...]}`), whatever its
 * HTTP status. `profile`: by which the answer may be a delivery, whose word for its state is none, nor is its own `code`
 * where no words stand beside it.
 */
export function saysError(json: unknown, profile: CourierProfile | null = null): boolean {
  const { status, code, statusCode, status_code, message, detail, error, errors, success, ok } = asObject(json);
  const delivery = profile && readDelivery(json, '', profile);
  const word = profile && delivery ? driverState(delivery.state, profile) : null;
  const isState = word !== null && delivery?.state === status;
  const isOwnCode = delivery !== null && delivery.orderReference !== null && ![message, detail].some(isSomething);
  return (
    (!isState && (reads(status, ERROR_WORDS) || reads(status, HTTP_ERROR))) ||
    [success, ok].some((value) => reads(value, NO)) ||
    [isOwnCode ? null : code, statusCode, status_code].some((value) => reads(value, HTTP_ERROR)) ||
    [error, errors].some(isSomething)
  );
}

/** Some services send numbers and truth values as text. */
function reads(value: unknown, pattern: RegExp): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && pattern.test(String(value).trim());
}

/** Some services send the same envelope with every answer, filled or empty. */
function isSomething(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.values(value).some(isSomething) : Boolean(value);
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
