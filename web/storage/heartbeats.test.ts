import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { beat, hasLiveWorker, processesWithout } from './heartbeats.ts';
import { openTestStorage } from './testing/engines.ts';

test('of the living processes those are named that lack a key, and who only answers requests is no worker', async () => {
  const { db, close } = await openTestStorage('server');
  onTestFinished(() => close());
  await beat(db, { process: 'web/1', works: false, keyIds: ['old'] });
  await beat(db, { process: 'gone/2', works: true, keyIds: ['old'] });
  await sql`update worker_heartbeat set at = at - interval '21 seconds' where worker = 'gone/2'`.execute(db);
  expect(await hasLiveWorker(db)).toBe(false);
  // A worker of an older version, which writes no keys.
  await sql`insert into worker_heartbeat (worker, at) values ('older/3', clock_timestamp())`.execute(db);
  expect(await hasLiveWorker(db)).toBe(true);
  expect(await processesWithout(db, 'new')).toEqual(['web/1']);
  await beat(db, { process: 'web/1', works: false, keyIds: ['old', 'new'] });
  expect(await processesWithout(db, 'new')).toEqual([]);
});
