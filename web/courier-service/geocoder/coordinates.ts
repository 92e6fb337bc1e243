/** A point in decimal degrees (WGS 84). */
export interface Point {
  lat: number;
  lng: number;
}

const PAIR = /^(-?\d{1,3}(?:\.\d{1,15})?), (-?\d{1,3}(?:\.\d{1,15})?)$/;
const EARTH_RADIUS_M = 6_371_008.8;

/** Reads `"<latitude>, <longitude>"` (interface 2.1); null where it is not that, or out of range. */
export function parseCoordinates(text: string): Point | null {
  const match = PAIR.exec(text);
  if (!match) {
    return null;
  }
  const lat = Number(match[1]);
  const lng = Number(match[2]);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

/** Straight-line distance in metres on a sphere of the Earth's mean radius. */
export function straightLineM(from: Point, to: Point): number {
  const half = (degrees: number) => Math.sin((degrees * Math.PI) / 360) ** 2;
  const cosines = Math.cos((from.lat * Math.PI) / 180) * Math.cos((to.lat * Math.PI) / 180);
  const chord = half(to.lat - from.lat) + cosines * half(to.lng - from.lng);
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord)));
}
