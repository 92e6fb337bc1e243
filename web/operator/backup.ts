/** `npm run backup -- [--erasures] <file>`: an encrypted file of all that is stored, while the app runs. */
import { resolve } from 'node:path';
import { ask, OperatorProblem } from './ask.ts';
import { runCommand } from './command.ts';

await runCommand(
  async (env, { positionals, values }) => {
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) throw new OperatorProblem('Name one file: npm run backup -- <file>');
    const kind = values.erasures ? 'erasures' : 'whole';
    const made = await ask(env, 'backup', { file: resolve(name), kind });
    const what = kind === 'whole' ? 'All that is stored' : 'What was erased, and the tokens of the shops,';
    const lines = [
      `${what} as of ${made.createdAt} is in ${made.file} (${made.bytes} bytes).`,
      `It is encrypted with the key "${made.key}" of ENCRYPTION_KEYS: keep that key in another place.`,
    ];
    return { lines, json: made, ok: true };
  },
  { erasures: { type: 'boolean' } },
);
