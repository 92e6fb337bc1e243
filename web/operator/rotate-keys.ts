/** `npm run rotate-keys`: encrypts everything with the first of ENCRYPTION_KEYS, while the app serves. */
import { readStorageEnv } from '#runtime/env.ts';
import { ask, OperatorProblem } from './ask.ts';
import { runCommand } from './command.ts';

const usage = {
  does: 'Encrypts everything with the first of ENCRYPTION_KEYS, while the app serves.',
  typed: 'npm run rotate-keys',
};

await runCommand(usage, async (env) => {
  const { key, unaware, behind, renewed, left } = await ask(env, 'rotate-keys');
  const read = readStorageEnv(env);
  const wanted = read.ok ? read.env.ENCRYPTION_KEYS[0]?.id : undefined;
  if (key !== wanted) {
    throw new OperatorProblem(
      `The running app encrypts with the key "${key}", not with "${wanted}". Start it again with "${wanted}" in front of its ENCRYPTION_KEYS, then run this again.`,
    );
  }
  if (unaware.length > 0) {
    throw new OperatorProblem(
      `Nothing was changed: without the key "${key}" in their ENCRYPTION_KEYS these processes could read nothing any more: ${unaware.join(', ')}. Start them again with it, then run this again. One that was killed is forgotten after 20 seconds.`,
    );
  }
  const tables = Object.entries(left);
  const done = tables.length === 0 && behind.length === 0;
  const lines = [
    `${renewed} values were encrypted anew with the key "${key}".`,
    ...tables.map(([table, count]) => `${table}: ${count} values are left that no key of ENCRYPTION_KEYS opens.`),
    ...(tables.length > 0 ? ['Add the key that they were encrypted with behind the new one, and run this again.'] : []),
    ...(behind.length > 0
      ? [
          `These processes still encrypt with another key: ${behind.join(', ')}. Start them again with "${key}" in front, then run this again.`,
        ]
      : []),
    ...(done
      ? ['Nothing is left: no other key is needed, once every process of the app runs with this one in front.']
      : []),
  ];
  return { lines, json: { key, renewed, left, behind, oldKeysNeeded: !done }, ok: done };
});
