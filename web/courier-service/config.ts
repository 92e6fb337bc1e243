import { z } from 'zod';

const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'must be a time such as 07:00')
  .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)));
const date = z.iso.date();

const hours = z
  .strictObject({ open: clock, close: clock })
  .refine(({ open, close }) => open < close, 'must open before it closes')
  .nullable();
const WORKING_DAY = { open: '07:00', close: '18:00' };

const area = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]{1,60}$/, 'must be lower case letters, digits and hyphens'),
    name: z.string().min(1).max(100),
    south: z.number().min(-90).max(90),
    north: z.number().min(-90).max(90),
    west: z.number().min(-180).max(180),
    east: z.number().min(-180).max(180),
    capacityPerSlot: z.int().min(0).max(1_000_000).optional(),
  })
  .refine(({ south, north, west, east }) => south < north && west < east, 'must have south < north and west < east');

/** The served areas in force by default: boxes drawn by hand around the cities named, to 0.05 degrees. */
const AREAS: z.input<typeof area>[] = [
  { id: 'cape-town', name: 'Cape Town and Stellenbosch', south: -34.4, north: -33.45, west: 18.25, east: 19.05 },
  { id: 'gauteng', name: 'Johannesburg and Pretoria', south: -26.6, north: -25.5, west: 27.6, east: 28.55 },
  { id: 'durban', name: 'Durban', south: -30.15, north: -29.5, west: 30.55, east: 31.2 },
];

const settings = z.strictObject({
  /** Africa/Johannesburg's opening hours by day; null is closed. */
  hours: z
    .strictObject({
      monday: hours.prefault(WORKING_DAY),
      tuesday: hours.prefault(WORKING_DAY),
      wednesday: hours.prefault(WORKING_DAY),
      thursday: hours.prefault(WORKING_DAY),
      friday: hours.prefault(WORKING_DAY),
      saturday: hours.prefault(WORKING_DAY),
      sunday: hours.default(null),
    })
    .prefault({}),
  slotMinutes: z.int().min(5).max(720).default(120),
  /** A slot can be taken until this long before it starts. */
  leadMinutes: z.int().min(0).max(1440).default(30),
  capacityPerSlot: z.int().min(0).max(1_000_000).default(25),
  /** How many days after today are open for placing. */
  daysAhead: z.int().min(0).max(60).default(14),
  /** Closed on South African public holidays. */
  publicHolidays: z.boolean().default(true),
  closedDates: z.array(date).max(400).default([]),
  /** Dates worked although they are public holidays. */
  openDates: z.array(date).max(400).default([]),
  areas: z
    .array(area)
    .min(1)
    .max(50)
    .refine((areas) => new Set(areas.map(({ id }) => id)).size === areas.length, 'must have different ids')
    .prefault(AREAS),
  /** Straight line × roadFactor is the distance; at averageSpeedKmh, plus handlingSeconds, it is the time. */
  travel: z
    .strictObject({
      roadFactor: z.number().min(1).max(5).default(1.3),
      averageSpeedKmh: z.number().min(1).max(200).default(30),
      handlingSeconds: z.int().min(0).max(7200).default(300),
    })
    .prefault({}),
  notifications: z
    .strictObject({
      /** First pause after a failed notification; it doubles, at most an hour. */
      retryBaseMs: z.int().min(10).max(600_000).default(5_000),
      giveUpAfterHours: z.number().positive().max(240).default(24),
      timeoutMs: z.int().min(100).max(60_000).default(10_000),
    })
    .prefault({}),
  /** Where clients reach the service, for links in its answers; unset: the address it listens on. */
  publicUrl: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Where a delivery's order is shown to people, `{id}` for the delivery's id: the board links there. */
  orderUrl: z
    .string()
    .regex(/^https?:\/\/[^{}]+\{id\}[^{}]*$/, 'must be an http(s) address with {id}')
    .optional(),
  /**
   * Drivers move by themselves along the clock; `speed` times as fast as real time. Every `failEvery`th parcel is taken in
   * by nobody and brought back; 0: none.
   */
  simulation: z
    .strictObject({
      enabled: z.boolean().default(false),
      speed: z.number().min(1).max(100_000).default(1),
      failEvery: z.int().min(0).max(1_000_000).default(0),
    })
    .prefault({}),
});

/** What `COURIER_CONFIG` may say. Every key has a default, so `{}` is a working service; a week of closed days is one, too. */
export const courierConfig = settings.refine(
  ({ hours, slotMinutes }) => {
    const open = Object.values(hours).filter((day) => day !== null);
    return open.length === 0 || open.some((day) => slotMinutes <= day.close - day.open);
  },
  { path: ['slotMinutes'], message: 'is longer than the hours of every day: there would be no slot' },
);

/** As written in the file; `{}` means the defaults. */
export type CourierConfig = z.input<typeof courierConfig>;
/** With every default filled in; clock times are minutes since midnight. */
export type CourierSettings = z.output<typeof courierConfig>;
export type Area = CourierSettings['areas'][number];
