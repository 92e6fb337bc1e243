import { z } from 'zod';
import { language } from './language.ts';

const text = (max: number) => z.string().trim().max(max);
const list = (max: number) => z.array(text(255).min(1)).max(max);
const amount = z.number().nonnegative().max(100_000);
const range = z.strictObject({
  from: z
    .string()
    .max(4)
    .regex(/^\d{1,4}$/),
  to: z
    .string()
    .max(4)
    .regex(/^\d{1,4}$/),
});

/** Decides when an order is placed without a person's press (behaviour §4). */
export const automationSettings = z.strictObject({
  mode: z.enum(['matching', 'all', 'manual']).default('matching'),
  trigger: z.enum(['paid', 'afterEditWindow', 'inProgress', 'prepared']).default('paid'),
  editWindowMinutes: z.int().min(0).max(1440).default(15),
  /** Payment gateways whose pending orders go out as if paid: cash on delivery, EFT on trust. */
  pendingGateways: list(50).default([]),
  /** Note attribute that names the day on which the buyer wants it; empty: none. */
  deliveryDateAttribute: text(255).default('Delivery-Date'),
  deliveryMethodTexts: list(50).default(['same day', 'same-day']),
  includeTags: list(50).default([]),
  excludeTags: list(50).default([]),
  /** Digits of Shopify location ids; empty: every location. */
  locationIds: z.array(z.string().regex(/^\d+$/)).max(200).default([]),
  /** Province codes or names; empty: every province. */
  provinces: list(9).default([]),
  /** Single postcodes or ranges; empty: every postcode. */
  postcodes: z
    .array(z.union([z.string().regex(/^\d{4}$/), range]))
    .max(500)
    .default([]),
  /** Shop money, major units. */
  minValue: z.number().nonnegative().nullable().default(null),
  maxWeightKg: z.number().positive().nullable().default(null),
  /** From which risk of fraud, as Shopify analyses the order, a person is asked. */
  askAtRisk: z.enum(['high', 'medium', 'never']).default('high'),
  /** Local time `HH:mm` in the service's time zone; past it nothing is sent without a person's word. */
  cutOff: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .nullable()
    .default(null),
  /** Since payment. */
  maxAgeHours: z.number().positive().max(720).default(24),
  testMode: z.boolean().default(false),
});

/** Every weekday, as settings name them. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/);

/** When a location is open on a weekday, local time of the service. */
export const openingHours = z
  .strictObject({ day: z.enum(weekdays), open: timeOfDay, close: timeOfDay })
  .refine(({ open, close }) => open < close, { path: ['close'] });

export const locationSettings = z.strictObject({
  contactName: text(255).nullable().default(null),
  contactPhone: text(40).nullable().default(null),
  remarks: text(2000).nullable().default(null),
  /** None: always open. A weekday that is not named is closed. */
  hours: z.array(openingHours).max(50).default([]),
  /** Days (`2026-12-25`) on which it is closed. */
  closedDays: z.array(z.iso.date()).max(400).default([]),
});

/** `namespace.key`; the app's own namespace cannot be filled in by a merchant. */
const metafieldName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{3,255}\.[A-Za-z0-9_-]{2,64}$/);
/** A price at checkout for some postcodes. */
export const rateBand = range
  .extend({ price: amount })
  .refine(({ from, to }) => Number(from) <= Number(to), { path: ['to'] });
const metres = z.number().positive().max(10);

/** All settings of a shop but the secrets. Every key has a default, so `{}` is a whole set of settings. */
export const settings = z.strictObject({
  paused: z.boolean().default(false),
  automation: automationSettings.prefault({}),
  /** Letters, ending in `-`; empty for none. `TEST-` tells test orders from live ones. */
  reference: z
    .strictObject({
      prefix: z
        .string()
        .regex(/^([A-Za-z]{1,20}-)?$/)
        .refine((prefix) => prefix.toUpperCase() !== 'TEST-', 'TEST- is kept for test orders: choose another prefix')
        .default(''),
    })
    .prefault({}),
  /** The default parcel: used where a line has no weight or no measures of its own. */
  parcel: z
    .strictObject({
      weightKg: z.number().positive().max(1000).default(1),
      heightM: metres.default(0.2),
      widthM: metres.default(0.2),
      lengthM: metres.default(0.3),
      /** The merchant's own, on variant or product: measures, and whether it is fragile. */
      metafield: metafieldName.default('custom.parcel'),
      fragileMetafield: metafieldName.default('custom.fragile'),
      /** Of one unit, and of one order line: beyond them a person is asked, for it is probably a slip. */
      maxWeightKg: z.number().positive().max(1000).default(100),
      maxQuantity: z.int().min(1).max(10_000).default(100),
    })
    .prefault({}),
  /** Note attributes that the driver is to see. */
  instructions: z.strictObject({ attributeNames: list(50).default([]) }).prefault({}),
  fragileTag: text(255).default('fragile'),
  locations: z.record(z.string().regex(/^\d+$/), locationSettings).default({}),
  /** Same-day delivery as a rate at checkout; prices in rand. */
  checkoutRate: z
    .strictObject({
      enabled: z.boolean().default(false),
      price: amount.nullable().default(null),
      /** Other prices for some postcodes; the first that holds the buyer's counts. */
      bands: z.array(rateBand).max(100).default([]),
      /** From this value of the goods on it costs nothing. */
      freeAbove: amount.nullable().default(null),
    })
    .refine(({ enabled, price }) => !enabled || price !== null, {
      path: ['price'],
      message: 'is needed while it is offered at checkout; 0 for nothing',
    })
    .prefault({}),
  writeBack: z
    .strictObject({
      note: z.boolean().default(true),
      tags: z.boolean().default(false),
      fulfil: z.enum(['never', 'placed', 'pickedUp']).default('never'),
    })
    .prefault({}),
  /** `language`: of the e-mails. */
  notifications: z
    .strictObject({
      email: z.email().nullable().default(null),
      language: language.default('en'),
      /** Off until somebody asks for it: an address was confirmed for what needs a person. */
      morningSummary: z.boolean().default(false),
    })
    .prefault({}),
  retention: z
    .strictObject({ days: z.int().min(1).max(365).default(30), payloadDays: z.int().min(1).max(60).default(7) })
    .prefault({}),
});

export type Settings = z.infer<typeof settings>;
export type AutomationSettings = Settings['automation'];
export type LocationSettings = z.infer<typeof locationSettings>;

/** The service's two accounts, each with a host and a key of its own: test orders never reach the live one. */
export const courierMode = z.enum(['live', 'test']);
export type CourierMode = z.infer<typeof courierMode>;

const secret = z.strictObject({
  set: z.boolean(),
  /** Fewer of a key of less than sixteen characters, and null of a short one. */
  last4: z.string().nullable(),
  /** None is set, and the operator's is used: a development store's. */
  isLent: z.literal(true).optional(),
});

/** `GET /api/settings`: keys are write-only, so only whether one is set and at most its last four characters are shown. */
export const settingsView = settings.extend({ courier: z.strictObject({ apiKey: secret, testApiKey: secret }) });
export type SettingsView = z.infer<typeof settingsView>;

/** `GET /api/settings/mail`: what becomes of e-mails to the address in the settings. */
export const mailAddressView = z.strictObject({
  /** Whether the app has a mail server at all. */
  sending: z.boolean(),
  address: z.string().nullable(),
  /** Only then anything but the link goes there. */
  confirmed: z.boolean(),
  /** RFC 3339; when the link last went out. */
  linkSentAt: z.string().nullable(),
  /** The shop's contact at Shopify, where there is no address yet. */
  contact: z.string().nullable(),
});
export type MailAddressView = z.infer<typeof mailAddressView>;

/** Without what comes along when a key is pasted: line breaks, characters that nobody sees, spaces around it. */
export const pastedKey = z
  .string()
  .max(500)
  .transform((typed) => typed.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, '').trim())
  .pipe(z.string().min(1));

/** The secrets' part of `PUT /api/settings`; null removes a key. */
export const courierKeysPatch = z.strictObject({
  apiKey: pastedKey.nullable().optional(),
  testApiKey: pastedKey.nullable().optional(),
});

/** `POST /api/settings/courier/test`. */
export const courierTestResult = z.object({
  ok: z.boolean(),
  /** What the service said, or what came of a test order. */
  message: z.string(),
  /** What a key check found; null where none was made. */
  kind: z.enum(['accepted', 'key', 'address', 'unreachable']).nullable(),
});
export type CourierTestResult = z.infer<typeof courierTestResult>;
