/** `npm run restore -- <file> [--erasures <file>]`: fills an empty database with a backup. */

import { readStorageEnv } from '#runtime/env.ts';
import { restoreBackup } from '#storage/backup/restore.ts';
import { OperatorProblem } from './ask.ts';
import { runCommand } from './command.ts';

await runCommand(
  {
    does: 'Fills an empty database with a backup, and erases again what was erased since.',
    typed: 'npm run restore -- <file> --erasures <file>',
    options: { erasures: { type: 'string' } },
    takesFile: true,
  },
  async (env, { file, values }) => {
    const read = readStorageEnv(env);
    if (!read.ok) throw new OperatorProblem(read.problems.join('\n  - '));
    const { DATABASE_URL: url, DATA_DIR: dataDir = '.data', ENCRYPTION_KEYS: keys } = read.env;
    const restored = await restoreBackup({ url, dataDir, encryption: { keys } }, file, values.erasures ?? null);
    const { erasuresUntil: since, newShops } = restored;
    const lines = [
      `${restored.rows} rows of ${restored.shops} shops are as they were at ${restored.createdAt}.`,
      since
        ? `What was erased until ${since} is erased here too, and the tokens are of that time.`
        : `What was erased after ${restored.createdAt} is here again, and shops may have to reconnect: see docs/operations.md, Backup and restore.`,
      ...(newShops.length > 0
        ? [`Installed since, without keys of the delivery service: ${newShops.join(', ')}. Their orders wait for them.`]
        : []),
      'Compare the settings of each shop before a worker starts: ROLE=web npm start',
    ];
    return { lines, json: restored, ok: true };
  },
);
