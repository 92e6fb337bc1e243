/** `npm run rotate-keys`: encrypts everything with the first of ENCRYPTION_KEYS, while the app serves. */
import { ask } from './ask.ts';
import { runCommand } from './command.ts';

await runCommand(async (env) => {
  const { key, renewed, left } = await ask(env, 'rotate-keys');
  const tables = Object.entries(left);
  const done = tables.length === 0;
  const lines = [
    `${renewed} values were encrypted anew with the key "${key}".`,
    ...tables.map(([table, count]) => `${table}: ${count} values are left that no key of ENCRYPTION_KEYS opens.`),
    done
      ? 'Nothing is left: no other key is needed, once every process of the app runs with this one in front.'
      : 'Add the key that they were encrypted with behind the new one, and run this again.',
  ];
  return { lines, json: { key, renewed, left, oldKeysNeeded: !done }, ok: done };
});
