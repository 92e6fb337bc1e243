import { registerHooks } from 'node:module';
import type { Corrections } from '#api-contract/order.ts';
import type { Settings } from '#api-contract/settings.ts';
import type { MapContext, MappedDelivery, MappedOrder } from '#placement/map-order.ts';
import type { Part } from '#placement/parts.ts';
import type { ShopOrder } from '#placement/shop-order.ts';

/**
 * The simulation runs the same pure functions on the same values again and again: mapping an order, cleaning a text,
 * writing a slot in words. Loaded before everything else (`node --import`), this puts a memory before them; their
 * sources stay as they are, and every result is frozen, so that one schedule cannot reach another through it.
 */
const here = import.meta.url;
const remembered: Readonly<Record<string, string>> = {
  '/placement/map-order.ts': `
    export const mapOrder = memory.orders(original.mapOrder);
    export const mapPart = memory.parts(original.mapPart);`,
  '/placement/slot-text.ts': `export const slotText = memory.values(original.slotText);`,
  '/placement/phone.ts': ['normalisePhone', 'foreignCallingCode']
    .map((name) => `export const ${name} = memory.values(original.${name});`)
    .join('\n'),
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
  const remember = frozen<MappedOrder>();
  return (order, settings, context) => {
    const corrections = order.fulfillmentOrders.map(({ location }): Corrections | undefined =>
      context.correctionsFor(location.id ?? 'unknown'),
    );
    return remember([orderKey(order), settingsKey(settings), corrections], () => pure(order, settings, context));
  };
}

type MapPart = (order: ShopOrder, settings: Settings, part: Part, corrections: Corrections) => MappedDelivery;

/** Remembers one part's mapping by the same, and by the part. */
export function parts(pure: MapPart): MapPart {
  const remember = frozen<MappedDelivery>();
  return (order, settings, part, corrections) =>
    remember([orderKey(order), settingsKey(settings), part, corrections], () =>
      pure(order, settings, part, corrections),
    );
}

const orderKey = keys(timeless);
const settingsKey = keys((settings: Settings) => JSON.stringify(settings));

/** A short key for each text, and the text made only once of an object: no value here is ever changed in place. */
function keys<T extends object>(textOf: (value: T) => string): (value: T) => number {
  const byText = new Map<string, number>();
  const byValue = new WeakMap<T, number>();
  return (value) => {
    const found = byValue.get(value);
    if (found !== undefined) return found;
    const text = textOf(value);
    const key = byText.get(text) ?? byText.size;
    byText.set(text, key);
    byValue.set(value, key);
    return key;
  };
}

/** Remembers by what stands in a key, and freezes what it remembers. */
function frozen<R>(): (key: unknown[], result: () => R) => R {
  const known = new Map<string, R>();
  return (key, result) => {
    const text = JSON.stringify(key);
    const found = known.get(text) ?? deepFreeze(result());
    known.set(text, found);
    return found;
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
