import { StoreRefusal } from './refusal.ts';

/** Epoch milliseconds of an instant given as such or as RFC 3339. */
export function instant(value: number | string): number {
  const ms = typeof value === 'number' ? value : Date.parse(value);
  if (!Number.isFinite(ms)) {
    throw new StoreRefusal(`not an instant: ${value}`);
  }
  return ms;
}

/** Shopify keeps whole seconds: two changes within one second share their `updatedAt`. */
export function wholeSecond(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}
