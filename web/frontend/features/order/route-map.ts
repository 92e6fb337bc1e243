/** A point of the drawing, in its own units. */
export interface DrawnPoint {
  x: number;
  y: number;
}

/** Size of the drawing. */
export const drawing = { width: 240, height: 120, margin: 24 };

/** `-33.9275, 18.4467` as numbers; null where it is no point. */
function pointOf(text: string | null | undefined): { latitude: number; longitude: number } | null {
  const match = /^(-?\d{1,2}(?:\.\d+)?), ?(-?\d{1,3}(?:\.\d+)?)$/.exec(text?.trim() ?? '');
  return match ? { latitude: Number(match[1]), longitude: Number(match[2]) } : null;
}

/** Both points in a drawing with north above, at one scale; null where one of them is not known. */
export function drawRoute(pickup: string | null, dropoff: string | null): [DrawnPoint, DrawnPoint] | null {
  const [from, to] = [pointOf(pickup), pointOf(dropoff)];
  if (!from || !to) return null;
  const shrink = Math.cos((((from.latitude + to.latitude) / 2) * Math.PI) / 180);
  const dx = (to.longitude - from.longitude) * shrink;
  const dy = from.latitude - to.latitude;
  const { width, height, margin } = drawing;
  const fits = [(width - 2 * margin) / Math.abs(dx), (height - 2 * margin) / Math.abs(dy)];
  const scale = Math.min(...fits.filter(Number.isFinite), Number.MAX_SAFE_INTEGER);
  const [halfX, halfY] = [(dx * scale) / 2, (dy * scale) / 2];
  const centre = { x: width / 2, y: height / 2 };
  return [
    { x: centre.x - halfX, y: centre.y - halfY },
    { x: centre.x + halfX, y: centre.y + halfY },
  ];
}

/** Where the names of both points stand: the upper one above it and the lower one below, so that the line meets neither. */
export function nameHeights([from, to]: readonly [DrawnPoint, DrawnPoint]): [from: number, to: number] {
  const [above, below] = [-9, 16];
  return to.y < from.y ? [from.y + below, to.y + above] : [from.y + above, to.y + below];
}
