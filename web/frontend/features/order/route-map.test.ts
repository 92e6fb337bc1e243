import { expect, test } from 'vitest';
import { drawing, drawRoute, nameHeights } from './route-map.ts';

const { width, height, margin } = drawing;

test.each([
  ['north-west to south-east', '-33.90, 18.40', '-33.95, 18.50', { left: true, above: true }],
  ['south-east to north-west', '-33.95, 18.50', '-33.90, 18.40', { left: false, above: false }],
])('%s: north is above, east is right, and both are inside', (_name, pickup, dropoff, { left, above }) => {
  const [from, to] = drawRoute(pickup, dropoff) ?? [];
  if (!from || !to) throw new Error('nothing was drawn');
  expect([from.x < to.x, from.y < to.y]).toEqual([left, above]);
  for (const { x, y } of [from, to]) {
    expect(x).toBeGreaterThanOrEqual(margin - 1e-6);
    expect(x).toBeLessThanOrEqual(width - margin + 1e-6);
    expect(y).toBeGreaterThanOrEqual(margin - 1e-6);
    expect(y).toBeLessThanOrEqual(height - margin + 1e-6);
  }
});

test.each([
  ['a point that is not known', '-33.9, 18.4', null],
  ['words', 'Cape Town', '-33.9, 18.4'],
])('%s: nothing is drawn', (_name, pickup, dropoff) => {
  expect(drawRoute(pickup, dropoff)).toBeNull();
});

test('the same place twice is drawn in the middle', () => {
  const points = drawRoute('-33.9, 18.4', '-33.9, 18.4');
  expect(points).toEqual([
    { x: width / 2, y: height / 2 },
    { x: width / 2, y: height / 2 },
  ]);
});

test.each([
  ['the pickup stands above', { x: 24, y: 30 }, { x: 216, y: 90 }, [21, 106]],
  ['the pickup stands below', { x: 24, y: 90 }, { x: 216, y: 30 }, [106, 21]],
  ['both are the same place', { x: 120, y: 60 }, { x: 120, y: 60 }, [51, 76]],
])('no name of a point stands in the way of the line: %s', (_name, from, to, heights) => {
  expect(nameHeights([from, to])).toEqual(heights);
});
