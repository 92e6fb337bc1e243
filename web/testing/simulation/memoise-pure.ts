import { registerHooks } from 'node:module';
import type { Corrections } from '#api-contract/order.ts';
import type { Settings } from '#api-contract/settings.ts';
import type { MapContext, MappedOrder } from '#placement/map-order.ts';
import type { ShopOrder } from '#placement/shop-order.ts';

/**
 * The simulation runs the same pure functions on the same values again and again: mapping an order, cleaning a text,
 * writing a slot in words. Loaded before everything else (`node --import`), this puts a memory before them; their
 * sources stay as they are, and every result is frozen, so that one schedule cannot reach another through it.
 */
const here = import.meta.url;
const remembered: Readonly<Record<string, string>> = {
  '/placement/map-order.ts': `export const mapOrder = memory.orders(original.mapOrder);`,
  '/placement/slot-text.ts': `export const slotText = memory.values(original.slotText);`,
  '/placement/phone.ts': `export const normalisePhone = memory.values(original.normalisePhone);`,
  '/placement/clean-text.ts': ['cleanText', 'cleanLines', 'fold']
    .map((name) => `export const ${name} = memory.texts(original.${name});`)
    .join('\n'),
};

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const path = Object.keys(remembered).find((end) => resolved.url.endsWith(end));
    return path === undefined ? resolved : { ...resolved, url: `${resolved.url}?remembered` };
  },
  load(url, context, next) {
    if (!url.endsWith('?remembered')) return next(url, context);
    const file = url.slice(0, -'?remembered'.length);
    const path = Object.keys(remembered).find((end) => file.endsWith(end)) ?? '';
    const source = `
      import * as original from ${JSON.stringify(`${file}?original`)};
      import * as memory from ${JSON.stringify(here)};
      export * from ${JSON.stringify(`${file}?original`)};
      ${remembered[path]}`;
    return { format: 'module', source, shortCircuit: true };
  },
});

/** Remembers by one text. */
export function texts(pure: (text: string | null | undefined) => string): typeof pure {
  const known = new Map<string | null | undefined, string>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const result = pure(text);
    known.set(text, result);
    return result;
  };
}

/** Remembers by the values of the arguments. */
export function values<A extends unknown[], R>(pure: (...args: A) => R): (...args: A) => R {
  const known = new Map<string, R>();
  return (...args) => {
    const key = JSON.stringify(args);
    const found = known.get(key);
    if (found !== undefined) return found;
    const result = pure(...args);
    known.set(key, result);
    return result;
  };
}

/** Remembers a mapping by all of the order but its times, by the settings and by the corrections that apply. */
export function orders(pure: (order: ShopOrder, settings: Settings, context: MapContext) => MappedOrder): typeof pure {
  const known = new Map<string, MappedOrder>();
  const keys = new WeakMap<object, string>();
  const keyOf = (value: object, text: () => string): string => {
    const found = keys.get(value);
    if (found !== undefined) return found;
    const key = text();
    keys.set(value, key);
    return key;
  };
  return (order, settings, context) => {
    const corrections = order.fulfillmentOrders.map(({ location }): Corrections | undefined =>
      context.correctionsFor(location.id ?? 'unknown'),
    );
    const key = [
      keyOf(order, () => timeless(order)),
      keyOf(settings, () => JSON.stringify(settings)),
      JSON.stringify(corrections),
    ].join('\n');
    const found = known.get(key);
    if (found) return found;
    const result = deepFreeze(pure(order, settings, context));
    known.set(key, result);
    return result;
  };
}

function timeless(order: ShopOrder): string {
  // Of our own lines in the note only the delivery's id differs from schedule to schedule; they are left out of remarks.
  const note = order.note?.replaceAll(/\(D-\d+\)$/gmu, '(D)') ?? null;
  return JSON.stringify({ ...order, note, processedAt: '', updatedAt: '', paidAt: '', cancelledAt: '' });
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
