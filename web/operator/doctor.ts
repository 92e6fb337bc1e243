/** `npm run doctor`: looks at an installation and says what to do. */
import { fileURLToPath } from 'node:url';
import { runCommand } from './command.ts';
import { examine } from './doctor/examine.ts';
import { freeBytesOf } from './doctor/machine.ts';

const marks = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' };

const usage = {
  does: 'Looks at the whole installation, changes nothing, and says what to do.',
  typed: 'npm run doctor',
};

await runCommand(usage, async (env) => {
  const checks = await examine(env, {
    nodeVersion: process.versions.node,
    projectFolder: fileURLToPath(new URL('../..', import.meta.url)),
    panelFolder: fileURLToPath(new URL('../frontend/dist', import.meta.url)),
    freeBytes: freeBytesOf,
    now: () => Date.now(),
  });
  const ok = checks.every(({ status }) => status !== 'problem');
  const lines = checks.flatMap(({ check, status, what, todo }) => [
    `${marks[status]}${check}: ${what}`,
    ...(todo === '' ? [] : [`         → ${todo}`]),
  ]);
  const count = checks.filter(({ status }) => status === 'problem').length;
  return { lines: [...lines, '', ok ? 'No problem found.' : `${count} to be mended.`], json: { ok, checks }, ok };
});
