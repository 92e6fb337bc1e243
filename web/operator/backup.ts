/** `npm run backup -- [--erasures] <file>`: an encrypted file of all that is stored, while the app runs. */
import { resolve } from 'node:path';
import { ask } from './ask.ts';
import { runCommand } from './command.ts';

await runCommand(
  {
    does: 'Writes all that is stored, or what was erased, into an encrypted file, while the app serves.',
    typed: 'npm run backup -- [--erasures] <file>',
    options: { erasures: { type: 'boolean' } },
    takesFile: true,
  },
  async (env, { file, values }) => {
    const kind = values.erasures ? 'erasures' : 'whole';
    const made = await ask(env, 'backup', { file: resolve(file), kind });
    const what = kind === 'whole' ? 'All that is stored' : 'What was erased, and the tokens of the shops,';
    const lines = [
      `${what} as of ${made.createdAt} is in ${made.file} (${made.bytes} bytes).`,
      `It is encrypted with the key "${made.key}" of ENCRYPTION_KEYS: keep that key in another place.`,
    ];
    return { lines, json: made, ok: true };
  },
);
