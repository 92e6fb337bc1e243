import type { PlacementRequest, StoreFields } from '#placement/placement-request.ts';
import type { CourierProfile } from './profile.ts';

/**
 * The bytes to send, once and for every later attempt: the interface's fields in the order of the request, beside
 * them the store fields under the profile's names and its further field. What is null is left out.
 */
export function freeze(request: PlacementRequest, store: StoreFields, profile: CourierProfile): string {
  const { storeFields, furtherField } = profile;
  const beside = [
    [storeFields.id, store.id],
    [storeFields.name, store.name],
    [storeFields.region, store.region],
    [furtherField?.name ?? null, furtherField?.value ?? null],
  ].filter((entry): entry is [string, string] => entry[0] !== null && entry[1] !== null);
  return JSON.stringify({ ...request, ...Object.fromEntries(beside) });
}
