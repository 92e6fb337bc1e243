import { type CorrectableField, correctableFields } from '#api-contract/correctable-fields.ts';
import { type Corrections, corrections } from '#api-contract/order.ts';

/** Corners of South Africa with room to spare; decimal degrees. */
const bounds = { south: -35.5, north: -22, west: 16, east: 33.5 };

const phone = corrections.shape.dropoff_contact_phone.refine((value) => value === undefined || mayBePhone(value), {
  error: 'phone',
});
const coordinates = corrections.shape.dropoff_coordinates.refine(
  (value) => value === undefined || value === null || isInSouthAfrica(value),
  { error: 'coordinates' },
);

/**
 * The API's own schema with what the service needs on top, so that a mistake shows while it is typed. The message of
 * an issue is a key of `fix.error` in the locale files. The server has the last word.
 */
const correctionRules = corrections.extend({
  dropoff_contact_phone: phone,
  pickup_contact_phone: phone,
  dropoff_coordinates: coordinates,
  pickup_coordinates: coordinates,
});

/** What is wrong with one value, as a key of `fix.error`; null where nothing is. */
export function correctionError(field: CorrectableField, value: string): string | null {
  const cleared = value.trim() === '' && isOptional(field);
  const result = correctionRules.shape[field].safeParse(cleared ? null : value);
  if (result.success) return null;
  const issue = result.error.issues[0];
  if (field.endsWith('_phone')) return 'phone';
  if (issue?.code === 'custom') return issue.message;
  return issue?.code === 'too_big' ? 'tooLong' : 'missing';
}

/** Only what a person changed; null clears an optional value. */
export function changedCorrections(
  initial: Record<CorrectableField, string>,
  typed: Record<CorrectableField, string>,
): Corrections {
  const changed: Record<string, string | null> = {};
  for (const field of correctableFields) {
    const value = typed[field].trim();
    if (value !== initial[field].trim()) changed[field] = value === '' && isOptional(field) ? null : value;
  }
  return correctionRules.parse(changed);
}

export function isOptional(field: CorrectableField): boolean {
  return field.endsWith('_remarks') || field.endsWith('_coordinates');
}

/** A number without words has the digits of a South African one; of any other text only the server can tell. */
function mayBePhone(value: string): boolean {
  const text = value.normalize('NFKC').replace(/o/gi, '0');
  if (!/^[\d\s()+./-]+$/.test(text)) return /(?:\p{Nd}\P{Nd}*){9}/u.test(text);
  return /^(?:(?:00)?27)?0?[1-9]\d{8}$/.test(text.replace(/\D/g, ''));
}

function isInSouthAfrica(value: string): boolean {
  const match = /^(-?\d{1,2}(?:\.\d+)?), ?(-?\d{1,3}(?:\.\d+)?)$/.exec(value.trim());
  if (!match) return false;
  const latitude = Number(match[1]);
  const longitude = Number(match[2]);
  return latitude >= bounds.south && latitude <= bounds.north && longitude >= bounds.west && longitude <= bounds.east;
}
