/** `npm run migrate`: adds to the tables what this version needs, and ends; for a host's release phase. */
import { readPlaceEnv } from '#runtime/env.ts';
import { migrateStorage } from '#storage/operator/migrate.ts';
import { OperatorProblem } from './ask.ts';
import { runCommand } from './command.ts';

const usage = { does: 'Adds to the tables what this version needs, and ends.', typed: 'npm run migrate' };

await runCommand(usage, async (source) => {
  const read = readPlaceEnv(source);
  if (!read.ok) throw new OperatorProblem(read.problems.join('\n  - '));
  const { DATABASE_URL: url, DATA_DIR: dataDir } = read.env;
  const { added, addedByNewer } = await migrateStorage({ url, dataDir });
  const lines = [
    added.length > 0 ? `Added to the tables: ${added.join(', ')}.` : 'The tables have all that this version needs.',
    ...(addedByNewer.length > 0 ? [`A newer version has added ${addedByNewer.join(', ')}: it stays.`] : []),
  ];
  return { lines, json: { added, addedByNewer }, ok: true };
});
