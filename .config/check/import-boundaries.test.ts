import { expect, test } from 'vitest';
import { boundaryProblems } from './import-boundaries.ts';

const DEV = new Set(['vitest', 'ajv']);
const problems = (path: string, source: string) => boundaryProblems(path, source, DEV);

test.each([
  ['web/placement/map-order.ts', "import { x } from '#deliveries/x.ts'", 'may not import deliveries'],
  ['web/placement/map-order.ts', "import { x } from 'node:fs'", "Node's own modules"],
  ['web/placement/map-order.ts', "import { x } from 'fs'", "Node's own modules"],
  ['web/deliveries/run/place-delivery.ts', "import { x } from '#storage/x.ts'", 'may not import storage'],
  ['web/deliveries/run/place-delivery.ts', "import { x } from 'node:crypto'", "Node's own modules"],
  ['web/storage/orders.ts', "import { x } from '#courier-client/x.ts'", 'may not import courier-client'],
  ['web/courier-client/attempt.ts', "import { x } from '#storage/x.ts'", 'may not import storage'],
  ['web/shopify/client.ts', "import { x } from '#runtime/x.ts'", 'may not import runtime'],
  ['web/runtime/context.ts', "import { x } from '#backend/x.ts'", 'may not import backend'],
  ['web/runtime/context.ts', "import { x } from '#worker/x.ts'", 'may not import worker'],
  ['web/backend/app.ts', "import { x } from '#worker/x.ts'", 'may not import worker'],
  ['web/worker/start.ts', "import { x } from '#backend/x.ts'", 'may not import backend'],
  ['web/frontend/main.tsx', "import { x } from '#deliveries/x.ts'", 'may not import deliveries'],
  ['web/frontend/main.tsx', "import { x } from 'node:fs'", "Node's own modules"],
  ['extensions/block/src/index.tsx', "import { x } from '#deliveries/x.ts'", 'may not import deliveries'],
  ['extensions/block/src/index.tsx', "import { x } from '../../other/src/x.ts'", 'leaves its folder'],
  ['extensions/block/src/index.tsx', "import { x } from '#extensions/other/x.ts'", 'may not import extensions/other'],
  [
    'extensions/block/src/index.tsx',
    "import { x } from '#extensions/testing/x.ts'",
    'may not import extensions/testing',
  ],
  ['extensions/block/src/index.tsx', "import { x } from 'zod'", 'may import only preact'],
  ['web/backend/app.ts', "import { x } from '#extensions/parts/x.ts'", 'may not import extensions/parts'],
  ['web/api-contract/order.ts', "import { x } from '#placement/x.ts'", 'may not import placement'],
  ['web/api-contract/order.ts', "import { x } from 'luxon'", 'may import only zod'],
  ['web/database/open-database.ts', "import { x } from '#storage/x.ts'", 'may not import storage'],
  ['web/courier-service/main.ts', "import { x } from '#courier-client/x.ts'", 'may not import courier-client'],
  ['web/courier-service/main.ts', "import { x } from '#api-contract/x.ts'", 'may not import api-contract'],
  ['web/store-simulator/main.ts', "import { x } from '#shopify/x.ts'", 'may not import shopify'],
  ['web/backend/app.ts', "import { x } from '#testing/x.ts'", 'may not import testing'],
  ['web/backend/app.ts', "import { x } from 'ajv/dist/2020.js'", 'development only'],
  ['web/backend/webhooks/intake.ts', "import { x } from '../../storage/x.ts'", 'leaves its folder'],
  ['web/worker/jobs/x.ts', "import { sql } from 'kysely'", 'statements on tables stand in web/storage/'],
  ['web/backend/x.ts', "storage.db.selectFrom('shop')", 'statements on tables stand in web/storage/'],
  ['web/courier-service/routes/x.ts', "db.deleteFrom('delivery')", 'statements on tables stand in web/storage/'],
  ['web/unheard-of/x.ts', '', 'has no line'],
  ['web/testing/journeys/x.test.ts', "import { startLocalWorld } from '../local-world.ts'", 'use startTestWorld'],
  ['web/worker/x.test.ts', "import { startLocalWorld as s } from '#testing/local-world.ts'", 'use startTestWorld'],
])('%s may not say: %s', (path, source, expected) => {
  expect(problems(path, source)).toEqual([expect.stringContaining(expected)]);
});

test.each([
  ['a type import', "import type { X } from '#storage/x.ts'"],
  ['a re-export', "export { x } from '#storage/x.ts'"],
  ['a star re-export', "export * from '#storage/x.ts'"],
  ['a dynamic import', "await import('#storage/x.ts')"],
  ['an import type', "let x: import('#storage/x.ts').X"],
  ['a bare import', "import '#storage/x.ts'"],
])('%s counts as an import', (_name, source) => {
  expect(problems('web/placement/x.ts', source)).toHaveLength(1);
});

test.each([
  ['web/placement/map-order.ts', "import { x } from './address.ts'; import { z } from '#api-contract/order.ts'"],
  ['web/backend/webhooks/intake.ts', "import { x } from '../app.ts'; import { y } from '#storage/y.ts'"],
  ['web/runtime/main.ts', "import { x } from '#backend/x.ts'; import { y } from '#worker/y.ts'"],
  ['web/placement/map-order.test.ts', "import { x } from '#testing/x.ts'; import 'vitest'; import 'node:fs'"],
  ['web/backend/app.ts', "import type { X } from 'ajv'"],
  ['web/storage/orders.ts', "import { sql } from 'kysely'; db.selectFrom('shop')"],
  ['web/worker/jobs/x.test.ts', "import { sql } from 'kysely'; db.selectFrom('shop')"],
  ['web/storage/orders.behaviour.ts', "import 'vitest'"],
  ['extensions/block/src/index.tsx', "import { render } from 'preact'; import { x } from '#extensions/parts/x.ts'"],
  ['extensions/block/src/index.test.tsx', "import 'vitest'; import 'node:fs'; import '#extensions/testing/x.ts'"],
  ['web/testing/bench/x.ts', "import { startLocalWorld } from '../local-world.ts'"],
  ['web/testing/journeys/x.test.ts', "import { type LocalWorld } from '../local-world.ts'"],
  ['web/testing/demo.ts', "import { x } from '#store-simulator/x.ts'; import 'ajv'"],
])('%s may say: %s', (path, source) => {
  expect(problems(path, source)).toEqual([]);
});
