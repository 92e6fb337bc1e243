import { readFileSync } from 'node:fs';
import { IANAZone } from 'luxon';
import { z } from 'zod';
import { placementRequest } from '#placement/placement-request.ts';
import { JSON_POINTER } from './json-pointer.ts';

const pointer = z.string().regex(JSON_POINTER, 'is not a JSON Pointer (RFC 6901)').max(500);
const fieldName = z
  .string()
  .min(1)
  .max(100)
  .refine((name) => !Object.hasOwn(placementRequest.shape, name), 'is already a field of the interface');

/** A path from the service's host with exactly one level 1 expression (RFC 6570): `{variable}`. */
function template(variable: string) {
  return z
    .string()
    .max(500)
    .regex(/^\/(?!\/)[^#\s]*$/, 'must begin with a single / and hold neither spaces nor #')
    .refine(
      (text) => text.split(`{${variable}}`).length === 2 && !/[{}]/.test(text.replace(`{${variable}}`, '')),
      `must hold {${variable}} once and no other expression`,
    );
}

const contactIds = ['{order_reference}', '{id}'];

/** An address for a person's question, with the ids of the delivery where they are wanted. */
const contact = z
  .string()
  .max(500)
  .refine((text) => {
    const filled = contactIds.reduce((url, expression) => url.replaceAll(expression, 'x'), text);
    return !/[{}\s]/.test(filled) && /^(https:\/\/[^/]|mailto:[^?]+@)/.test(filled) && URL.canParse(filled);
  }, 'must be an https: or mailto: address, with no other expressions than {order_reference} and {id}');

const absolutePath = z.string().regex(/^\/(?!\/)[^#\s{}]*$/, 'must be a path');

const schema = z
  .strictObject({
    slot: z.strictObject({
      start: pointer,
      end: pointer.nullable(),
      timeZone: z.string().refine((zone) => IANAZone.isValidZone(zone), 'is not an IANA time zone'),
    }),
    deliveryId: pointer.min(1, 'must name a member'),
    storeFields: z.strictObject({
      id: fieldName.nullable(),
      name: fieldName.nullable(),
      region: fieldName.nullable(),
    }),
    furtherField: z.strictObject({ name: fieldName, value: z.string().max(1000) }).nullable(),
    referenceScope: z.enum(['account', 'service']),
    lookup: z.strictObject({
      byReference: template('order_reference').nullable(),
      byCustomer: template('customer_identifier').nullable(),
      byId: template('id').nullable(),
    }),
    cancel: z.strictObject({ method: z.enum(['DELETE', 'POST', 'PUT', 'PATCH']), path: template('id') }).nullable(),
    test: absolutePath.nullable(),
    state: z.array(pointer).max(10),
    states: z.record(
      z.string().min(1).max(100),
      z.enum(['booked', 'on_its_way', 'delivered', 'failed', 'returned', 'cancelled']),
    ),
    trackingUrl: pointer.nullable(),
    cost: pointer.nullable(),
    photoUrl: pointer.nullable(),
    support: contact.nullable(),
    notifications: z
      .strictObject({
        register: z.strictObject({ path: absolutePath, urlField: z.string().min(1).max(100), secret: pointer.min(1) }),
        deliveryId: pointer.min(1, 'must name a member'),
      })
      .nullable(),
  })
  .refine(({ storeFields, furtherField }) => {
    const names = [storeFields.id, storeFields.name, storeFields.region, furtherField?.name].filter((n) => n != null);
    return new Set(names).size === names.length;
  }, 'storeFields and furtherField must have names of their own');

/**
 * What the interface leaves open. `null` means "the service has no such field or call".
 * `furtherField` is the interface's one unlabelled string field: its meaning is unknown, so it is a constant of the
 * operator's, sent with every delivery. `referenceScope`: over what a reference is unique, the deliveries of one account or
 * those of all the service's clients. `test` is the path that checks a key without placing anything. `notifications`:
 * where to register for them, and where they name the delivery; they are signed by Standard Webhooks. `support`: where
 * people ask about a delivery.
 */
export type CourierProfile = z.infer<typeof schema>;

/** The guesses used where no profile file says otherwise. */
export const defaultProfile: CourierProfile = {
  slot: { start: '/scheduled_slot/start', end: '/scheduled_slot/end', timeZone: 'Africa/Johannesburg' },
  deliveryId: '/id',
  storeFields: { id: 'store_id', name: 'store_name', region: 'store_region' },
  furtherField: null,
  referenceScope: 'account',
  lookup: {
    byReference: '/v1/deliveries/ext/{order_reference}',
    byCustomer: '/v1/deliveries/customer/{customer_identifier}',
    byId: '/v1/deliveries/{id}',
  },
  cancel: { method: 'DELETE', path: '/v1/deliveries/{id}' },
  test: '/v1/test',
  state: ['/state', '/status'],
  states: {
    'PENDING PICKUP': 'booked',
    'PENDING DROPOFF': 'on_its_way',
    DELIVERED: 'delivered',
    COMPLETED: 'delivered',
    FAILED: 'failed',
    RETURNED: 'returned',
    CANCELLED: 'cancelled',
    CANCELED: 'cancelled',
  },
  trackingUrl: null,
  cost: null,
  photoUrl: null,
  support: null,
  notifications: null,
};

/** A profile, or every problem of the file at once, each led by its path. */
export type LoadedProfile = { ok: true; profile: CourierProfile } | { ok: false; problems: string[] };

/** Reads the file that `COURIER_PROFILE` names (JSON, any subset of the profile); no path gives the defaults. */
export function loadProfile(path: string | undefined): LoadedProfile {
  if (path === undefined || path === '') return { ok: true, profile: defaultProfile };
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return { ok: false, problems: ['the file cannot be read'] };
  }
  try {
    return parseProfile(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    return { ok: false, problems: ['the file is not JSON'] };
  }
}

/** Lays overrides over the defaults: objects merge by key, everything else replaces; unknown keys are problems. */
export function parseProfile(overrides: unknown): LoadedProfile {
  if (!isObject(overrides)) return { ok: false, problems: ['the profile is not a JSON object'] };
  const parsed = schema.safeParse(merge(defaultProfile, withoutLookups(overrides)));
  if (parsed.success) return { ok: true, profile: parsed.data };
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'profile'}: ${issue.message}`);
  return { ok: false, problems };
}

/** `lookup: null` is short for every look-up null. */
function withoutLookups(overrides: Record<string, unknown>): Record<string, unknown> {
  if (overrides.lookup !== null) return overrides;
  return { ...overrides, lookup: { byReference: null, byCustomer: null, byId: null } };
}

function merge(base: unknown, over: unknown): unknown {
  if (!isObject(base) || !isObject(over)) return over;
  const keys = new Set([...Object.keys(base), ...Object.keys(over)]);
  // fromEntries defines own members, so a `__proto__` key of the file stays data (and is refused as unknown).
  return Object.fromEntries(
    [...keys].map((key) => [key, Object.hasOwn(over, key) ? merge(base[key], over[key]) : base[key]]),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
