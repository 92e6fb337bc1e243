import { expect, test } from 'vitest';
import { roomProblems } from './rooms.ts';

const problems = (files: Record<string, string>) =>
  roomProblems(
    'web/deliveries',
    new Map(Object.entries(files).map(([path, source]) => [`web/deliveries/${path}`, source])),
  );

test.each([
  ['order.ts', "import { x } from './ports/stores.ts'", 'root may not import ports'],
  ['order.ts', "import type { X } from './run/plan.ts'", 'root may not import run'],
  ['ports/stores.ts', "import { x } from '../run/plan.ts'", 'ports may not import run'],
  ['ports/stores.ts', "import type { X } from '../actions/cancel.ts'", 'ports may not import actions'],
  ['run/plan.ts', "export { x } from '../actions/cancel.ts'", 'run may not import actions'],
  ['run/plan.ts', "let x: import('../actions/cancel.ts').X", 'run may not import actions'],
  ['attic/box.ts', "import { x } from '../order.ts'", 'attic has no line'],
  ['run/plan.ts', "import { x } from '../attic/box.ts'", 'run may not import attic'],
])('%s may not say: %s', (path, source, expected) => {
  expect(problems({ [path]: source })).toEqual([expect.stringContaining(expected)]);
});

test.each([
  ['figures/a.ts', '../order/b.ts', ['figures may not import order']],
  ['order/a.ts', '../overview/b.ts', ['order may not import overview']],
  ['overview/a.ts', '../order/b.ts', []],
  ['order/a.ts', '../../shared/times.ts', []],
])('a feature of the panel, %s, may import %s or not', (path, specifier, expected) => {
  const folder = 'web/frontend/features';
  const found = roomProblems(folder, new Map([[`${folder}/${path}`, `import { x } from '${specifier}'`]]));
  expect(found).toEqual(expected.map((says) => expect.stringContaining(says)));
});

test('the path of an order may go down all rooms', () => {
  const source =
    "import { a } from '../run/plan.ts'; import { b } from '../ports/stores.ts'; import { c } from '../order.ts'";
  expect(problems({ 'actions/cancel.ts': source, 'run/plan.ts': "import { d } from './claim.ts'" })).toEqual([]);
});

test.each([
  ['two files', { 'run/a.ts': "import { b } from './b.ts'", 'run/b.ts': "import { a } from './a.ts'" }, 'a.ts → '],
  ['types', { 'a.ts': "import type { B } from './b.ts'", 'b.ts': "import { type A } from './a.ts'" }, 'b.ts → '],
  [
    'three files, from the side',
    {
      'run/side.ts': "import { a } from './a.ts'",
      'run/a.ts': "import { b } from './b.ts'",
      'run/b.ts': "import { c } from './c.ts'",
      'run/c.ts': "import { a } from './a.ts'",
    },
    'c.ts → ',
  ],
  ['a file with itself', { 'run/a.ts': "import { a } from './a.ts'" }, 'a.ts → '],
])('a circle of %s is found once', (_name, files, expected) => {
  expect(problems(files)).toEqual([expect.stringContaining(expected)]);
  expect(problems(files)[0]).toContain('a circle of imports');
});

test('two ways to one file are no circle', () => {
  const diamond = {
    'run/a.ts': "import { b } from './b.ts'; import { c } from './c.ts'",
    'run/b.ts': "import { d } from './d.ts'",
    'run/c.ts': "import { d } from './d.ts'",
    'run/d.ts': '',
  };
  expect(problems(diamond)).toEqual([]);
});
