import { cleanText } from './clean-text.ts';
import { provinceOf } from './province.ts';
import { type Box, borders, provinceBoxes } from './south-africa.ts';

/** Decimal degrees. */
interface Point {
  latitude: number;
  longitude: number;
}

type CoordinatesProblem = 'missing' | 'incomplete' | 'unreadable' | 'zero' | 'outside_south_africa';
/** `coordinates` is the interface's form: `"-33.9249, 18.4241"`. */
export type Coordinates = { ok: true; coordinates: string; point: Point } | { ok: false; problem: CoordinatesProblem };

/** A latitude and a longitude in the interface's form; both or neither, a real point inside South Africa. */
export function formatCoordinates(latitude: number | null, longitude: number | null): Coordinates {
  if (latitude === null && longitude === null) return { ok: false, problem: 'missing' };
  if (latitude === null || longitude === null) return { ok: false, problem: 'incomplete' };
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return { ok: false, problem: 'unreadable' };
  if (latitude === 0 && longitude === 0) return { ok: false, problem: 'zero' };
  if (!inSouthAfrica(latitude, longitude)) return { ok: false, problem: 'outside_south_africa' };
  return { ok: true, coordinates: `${decimal(latitude)}, ${decimal(longitude)}`, point: { latitude, longitude } };
}

/** Reads `"<latitude>, <longitude>"` as a person types or pastes it: any spacing, with or without brackets. */
export function parseCoordinates(text: string): Coordinates {
  const typed = cleanText(text);
  const found = /^[([]? ?([-−+]?\d{1,3}(?:\.\d+)?) ?°?(?: ?[,;] ?| )([-−+]?\d{1,3}(?:\.\d+)?) ?°? ?[)\]]?$/u.exec(
    typed,
  );
  if (!found) return { ok: false, problem: typed === '' ? 'missing' : 'unreadable' };
  const [latitude, longitude] = found.slice(1).map((degrees) => Number(degrees.replace('−', '-')));
  return formatCoordinates(latitude as number, longitude as number);
}

/**
 * Whether a point lies in South Africa, by a coarse outline (about 15 km) with Lesotho and Eswatini cut out. It
 * finds mistakes (swapped, zero, another country), not borders: places on the very border, such as Maseru's west or
 * Beitbridge, can fall on either side, and the islands are not covered. The country code decides, this only checks.
 */
export function inSouthAfrica(latitude: number, longitude: number): boolean {
  const [outline, ...enclaves] = borders;
  return inside(outline, latitude, longitude) && !enclaves.some((enclave) => inside(enclave, latitude, longitude));
}

/** Whether a point lies in the bounding box of a province (any code or name); false where the province is unknown. */
export function pointInProvince(latitude: number, longitude: number, province: string | null): boolean {
  const code = provinceOf(province);
  if (code === null) return false;
  const box: Box = provinceBoxes[code];
  return latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east;
}

/** Even-odd rule; a ring of [longitude, latitude]. */
function inside(ring: readonly (readonly [number, number])[], latitude: number, longitude: number): boolean {
  return ring.reduce((odd, [x1, y1], index) => {
    const [x2, y2] = ring[(index + 1) % ring.length] as readonly [number, number];
    const crosses = y1 > latitude !== y2 > latitude && longitude < ((x2 - x1) * (latitude - y1)) / (y2 - y1) + x1;
    return crosses ? !odd : odd;
  }, false);
}

/** At most seven decimals (about a centimetre), never an exponent. */
function decimal(degrees: number): string {
  return degrees.toFixed(7).replace(/\.?(?<!0)0+$/u, '');
}
