import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { oneAtATime } from './install-lock.mjs';
import { isInstalled } from './installed.mjs';
import { installFailure, noNode } from './problems.mjs';

type Packages = Record<string, Record<string, unknown>>;

function project(wanted: Packages, present?: Packages): string {
  const root = temporaryFolder();
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...wanted } }));
  if (present) {
    writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: present }));
  }
  return root;
}

const pg = { 'node_modules/pg': { version: '8.0.0' } };
const vitest = { 'node_modules/vitest': { version: '5.0.0', dev: true } };
const binary = { 'node_modules/binary-for-a-mac': { version: '1.0.0', optional: true } };

test.each([
  ['nothing', pg, undefined, false, false],
  ['everything', pg, pg, false, true],
  ['another version', pg, { 'node_modules/pg': { version: '7.0.0' } }, false, false],
  ['all but one', { ...pg, ...vitest }, pg, false, false],
  ['no development packages, in development', { ...pg, ...vitest }, pg, false, false],
  ['no development packages, in production', { ...pg, ...vitest }, pg, true, true],
  ['nothing, in production', pg, {}, true, false],
  ['all but a package for another machine', { ...pg, ...binary }, pg, false, true],
])('with %s installed it knows whether to install', (_name, wanted, present, production, expected) => {
  expect(isInstalled(project(wanted, present), { production })).toBe(expected);
});

test('of two processes one installs while the other waits and says so', async () => {
  const path = join(temporaryFolder(), 'cache', 'install.lock');
  const events: string[] = [];
  const take = (name: string) =>
    oneAtATime(path, {
      onWait: () => events.push(`${name} waits`),
      work: async () => {
        events.push(`${name} begins`);
        await pause(50);
        events.push(`${name} ends`);
      },
    });
  await Promise.all([take('first'), take('second')]);
  expect(events).toEqual(['first begins', 'second waits', 'first ends', 'second begins', 'second ends']);
});

test('the lock of a process that was killed does not last', async () => {
  const path = join(temporaryFolder(), 'install.lock');
  mkdirSync(path);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(path, longAgo, longAgo);
  await expect(oneAtATime(path, { onWait: () => undefined, work: async () => 'done' })).resolves.toBe('done');
});

test.each([
  ['npm error code ENOTFOUND\nnpm error network request failed', 'registry could not be reached'],
  ['npm error code SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
  ['npm error code ENOSPC', 'disk is full'],
  ['npm error code EACCES', 'could not be written'],
  ['npm error code E404', 'not on the npm registry'],
  ['npm error code EUSAGE', 'npm install'],
  ['something nobody thought of', 'Remove node_modules'],
])('says what failed and what to do: %s', (output, hint) => {
  const { message } = installFailure(output, 'exit code 1');
  expect(message).toContain(output);
  expect(message).toContain(hint);
});

test.each([
  [{ isBundled: false, version: undefined }, 'run `npm ci`', 'rebuild'],
  [{ isBundled: true, version: undefined }, 'run `npm rebuild node`', 'npm ci'],
  [{ isBundled: true, version: 'v22.1.0' }, 'has v22.1.0', 'no program'],
])('without a Node that is new enough it says what to type: %o', (found, said, unsaid) => {
  const { message } = noNode({ needed: 24, own: 'v20.20.2', ...found });
  expect(message).toContain('on your PATH is v20.20.2');
  expect(message).toContain(said);
  expect(message).not.toContain(unsaid);
});
