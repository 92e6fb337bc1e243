import type { ServiceState } from '#deliveries/delivery.ts';
import type { CourierProfile } from './profile.ts';

/** What a service's word says of a delivery, however it is cased or spaced; a word that the profile does not name says nothing. */
export function driverState(word: string | null, { states }: Pick<CourierProfile, 'states'>): ServiceState | null {
  const wanted = plain(word ?? '');
  const known = Object.entries(states).find(([name]) => plain(name) === wanted);
  return known?.[1] ?? null;
}

const plain = (word: string): string =>
  word
    .replace(/[\s_-]+/gu, ' ')
    .trim()
    .toUpperCase();
