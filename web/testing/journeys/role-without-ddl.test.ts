import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#database/open-database.ts';
import { runOperatorCommand } from '#operator/testing/run-command.ts';
import { migrations } from '#storage/open-storage.ts';
import { readDatabaseFacts } from '#storage/operator/installation.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { freshServerDatabase } from '../databases.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder } from './journey.ts';

const guide = new URL('../../../docs/operations.md', import.meta.url);
const role = `delivery_app_${process.pid}`;

/** The statements of the guide, for the test's role and database. */
function statementsOfGuide(database: string): string {
  const block = /```sql\n(-- As the owner[\s\S]*?)```/.exec(readFileSync(guide, 'utf8'))?.[1];
  if (block === undefined) throw new Error('the guide has no statements for the role');
  return block.replaceAll('delivery_app', role).replaceAll('database delivery', `database ${database}`);
}

test('the app runs with a role that may change rows and no table', async () => {
  const address = await freshServerDatabase();
  const owner = new pg.Client(address);
  await owner.connect();
  onTestFinished(async () => {
    await owner.query(`drop owned by ${role}; drop role ${role}`);
    await owner.end();
  });
  await owner.query(statementsOfGuide(new URL(address).pathname.slice(1)));
  const asRole = new URL(address);
  asRole.username = role;
  await expect(openDatabase({ url: asRole.href, migrations })).rejects.toThrow('permission denied');
  // After the statements, as with an upgrade: what the owner adds later is open to the role as well.
  const { code, json } = await runOperatorCommand('migrate', { DATABASE_URL: address });
  expect({ code, json }).toEqual({ code: 0, json: { added: Object.keys(migrations), addedByNewer: [] } });

  const world = await startTestWorld({ env: { DATABASE_URL: asRole.href } });
  onTestFinished(() => world.close());
  const { view, stored, sent } = await paidOrder(world, orderKinds.unpaid());
  expect([view.state, sent.length]).toEqual(['placed', 1]);
  expect(stored.note).toContain(view.deliveries[0]?.deliveryId);

  const { db } = world.app.context.storage;
  expect((await sql`select current_user as me`.execute(db)).rows).toEqual([{ me: role }]);
  const changes = [
    ...['create table extra (id int)', 'create temporary table extra (id int)', 'create index on shop (shop)'],
    ...['alter table shop add column extra int', 'drop table webhook', 'truncate order_run', 'create schema extra'],
  ];
  for (const statement of changes) {
    await expect(sql.raw(statement).execute(db), statement).rejects.toThrow(/permission denied|must be owner/);
  }
  expect(await readDatabaseFacts(db)).toMatchObject({ lackingRights: [], isSuperuser: false });
});
