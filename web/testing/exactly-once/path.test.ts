import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

const web = new URL('../../', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, web), 'utf8');

interface Stop {
  number: number;
  /** The line whose file calls it; 0: nobody's, a request or a round of the worker begins there. */
  from: number;
  calledAs: string;
  entered: string;
  /** Under `web`. */
  file: string;
}

/** The table "Function by function" of `docs/architecture.md`. */
const stops: Stop[] = [
  ...textOf('../docs/architecture.md').matchAll(/^\| (\d+) \| (\d*) \| `(?:(\w+) → )?(\w+)` \| `([\w./-]+)` \|/gmu),
].map(([, number, from, calledAs, entered = '', file = '']) => ({
  number: Number(number),
  from: Number(from),
  calledAs: calledAs ?? entered,
  entered,
  file,
}));

/** Functions entered by the one order that is paid meanwhile, as `file name`. */
let entered: Set<string>;
let world: LocalWorld;

beforeAll(async () => {
  world = await startTestWorld();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const { id } = world.store.addOrder(demoShop, orderKinds.unpaid());
  await world.store.webhooksSettled();
  await session.post('Profiler.takePreciseCoverage');
  world.store.payOrder(demoShop, id);
  while (world.store.order(demoShop, id).note === null) await pause(5);
  await world.orderUntil(id, ({ deliveries }) => deliveries[0]?.noteState === 'written');
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  entered = new Set(
    result.flatMap(({ url, functions }) => {
      const [, file] = /\/web\/([^?]+)/u.exec(url) ?? [];
      return functions
        .filter(({ ranges: [whole] }) => (whole?.count ?? 0) > 0)
        .map(({ functionName }) => `${file} ${functionName}`);
    }),
  );
});
afterAll(() => world.close());

test('a paid order enters every function of the documented path', () => {
  expect(stops.filter(({ file, entered: name }) => !entered.has(`${file} ${name}`))).toEqual([]);
});

test('each is called in the file of the line that it comes from', () => {
  expect(stops.map(({ number }) => number)).toEqual(stops.map((_, index) => index + 1));
  const unlinked = stops.filter(({ from, number, calledAs }) => {
    if (from === 0) return false;
    const caller = stops[from - 1];
    return !caller || from >= number || !new RegExp(`\\b${calledAs}\\b`, 'u').test(textOf(caller.file));
  });
  expect(unlinked).toEqual([]);
});

test('no file of the heart that waits for something is missing in it', () => {
  const isWaiting = (name: string): boolean => {
    const [file = '', named = ''] = name.split(' ');
    return new RegExp(`async (?:function )?${named}\\b|\\b${named} = async\\b`, 'u').test(textOf(file));
  };
  // The sweep goes its own round meanwhile.
  const isOfTheOrder = (name: string): boolean => /^deliveries\/(?!run\/reconcile)/u.test(name);
  const waiting = [...entered].filter((name) => isOfTheOrder(name) && isWaiting(name));
  const known = new Set(stops.map(({ file }) => file));
  expect(waiting.length).toBeGreaterThan(10);
  expect(waiting.filter((name) => !known.has(name.split(' ')[0] ?? ''))).toEqual([]);
});

test('it has at most 40 lines and 20 changes of folder', () => {
  const isElsewhere = ({ from, file }: Stop): boolean => dirname(stops[from - 1]?.file ?? '') !== dirname(file);
  expect(stops.length).toBeGreaterThan(30);
  expect(stops.length).toBeLessThanOrEqual(40);
  expect(stops.slice(1).filter(isElsewhere).length).toBeLessThanOrEqual(20);
});
