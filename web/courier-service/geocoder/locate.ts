import type { Area } from '../config.ts';
import { type FieldProblem, invalidFields } from '../refusal.ts';
import { type Point, parseCoordinates } from './coordinates.ts';
import { geocode, placeName } from './geocode.ts';

/** Where one end of a delivery is, and how that was found out. */
export interface Located {
  point: Point;
  area: Area;
  /** The gazetteer's name; null where the coordinates were given. */
  place: string | null;
}

interface End {
  side: 'pickup' | 'dropoff';
  address: string;
  coordinates: string | null;
}

/**
 * Finds both ends. Coordinates win over the address (interface section 1); each end may have them or not.
 *
 * @throws Refusal 422 `place_not_found`, `ambiguous_address` or `outside_area`.
 */
export function locateBoth(pickup: End, dropoff: End, areas: readonly Area[]): { pickup: Located; dropoff: Located } {
  const ends = { pickup: locate(pickup, areas), dropoff: locate(dropoff, areas) };
  const [problem] = [ends.pickup, ends.dropoff].filter((end) => 'code' in end);
  if (problem) {
    throw invalidFields(problem.code, [problem]);
  }
  const found = ends as { pickup: Located; dropoff: Located };
  const shared = areas.find((area) => holds(area, found.pickup.point) && holds(area, found.dropoff.point));
  if (!shared) {
    const message = `is in ${found.dropoff.area.name}, the pickup in ${found.pickup.area.name}: a same-day delivery stays within one area`;
    throw invalidFields('outside_area', [{ field: fieldOf(dropoff), message }]);
  }
  // Areas may overlap: each end alone may lie in another one, too.
  return { pickup: { ...found.pickup, area: shared }, dropoff: { ...found.dropoff, area: shared } };
}

type Problem = FieldProblem & { code: string };

function locate(end: End, areas: readonly Area[]): Located | Problem {
  const given = end.coordinates === null ? null : parseCoordinates(end.coordinates);
  if (given) {
    return inArea(given, null, end, areas);
  }
  const found = geocode(end.address);
  const coordinatesField = `${end.side}_coordinates`;
  switch (found.kind) {
    case 'found':
      return inArea(found.place, placeName(found.place), end, areas);
    case 'not_found':
      return {
        code: 'place_not_found',
        field: fieldOf(end),
        message: `names no suburb known here. Send ${coordinatesField} ("<latitude>, <longitude>")`,
      };
    case 'ambiguous': {
      const candidates = found.candidates.map(placeName);
      const message = `may mean ${candidates.join('; or ')}. Send ${coordinatesField} ("<latitude>, <longitude>")`;
      return { code: 'ambiguous_address', field: fieldOf(end), message, candidates };
    }
  }
}

function inArea({ lat, lng }: Point, place: string | null, end: End, areas: readonly Area[]): Located | Problem {
  const area = areaOf({ lat, lng }, areas);
  if (area) {
    return { point: { lat, lng }, area, place };
  }
  const swapped = areaOf({ lat: lng, lng: lat }, areas) !== undefined;
  const hint = swapped ? '. Latitude and longitude seem to be swapped: the latitude comes first' : '';
  const served = areas.map(({ name }) => name).join('; ');
  return { code: 'outside_area', field: fieldOf(end), message: `is outside the area of operation (${served})${hint}` };
}

function areaOf(point: Point, areas: readonly Area[]): Area | undefined {
  return areas.find((area) => holds(area, point));
}

function holds({ south, north, west, east }: Area, { lat, lng }: Point): boolean {
  return lat >= south && lat <= north && lng >= west && lng <= east;
}

function fieldOf({ side, coordinates }: End): string {
  return coordinates === null ? `${side}_address` : `${side}_coordinates`;
}
