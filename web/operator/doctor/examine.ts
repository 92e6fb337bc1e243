import { type Config, configOf } from '#runtime/config.ts';
import { type Environment, readEnv } from '#runtime/env.ts';
import { failureWords } from '#runtime/failure-words.ts';
import { askFacts } from '../ask.ts';
import type { Facts } from '../inspect.ts';
import { type Finding, fine, problem } from './finding.ts';
import { examineMachine, type Machine } from './machine.ts';
import { examineShops } from './shops.ts';
import { examineStored } from './stored.ts';
import { examineToml } from './toml.ts';

/** Looks at a whole installation, from its environment to each shop, and changes nothing. */
export async function examine(env: Environment, machine: Machine): Promise<Finding[]> {
  const read = readEnv(env);
  if (!read.ok)
    return read.problems.map((what) => problem('environment', `${what}.`, 'Set it as docs/operations.md says.'));
  let config: Config;
  try {
    config = configOf(read.env);
  } catch (error) {
    return [problem('environment', `${messageOf(error)}.`, 'Mend the profile file, see docs/operations.md.')];
  }
  const found = [
    fine('environment', 'Every variable can be read.'),
    examineToml(config, machine.projectFolder),
    ...(await examineMachine(config, machine)),
  ];
  const facts = await askFacts(env, config).catch((error: unknown) => error);
  if (facts instanceof Error) return [...found, storageProblem(facts)];
  const seen = facts as Facts;
  return [...found, ...examineStored(config, seen, machine.now()), ...examineShops(config, seen)];
}

function storageProblem(error: Error): Finding {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'database_version')
    return problem('database_version', error.message, 'Run `npm run migrate` with this version, or start it once.');
  if (code === 'other_keys')
    return problem('encryption_keys', error.message, 'Set the keys that the database was written with.');
  if (code === 'half_restored') return problem('database', error.message, 'Run `npm run restore` again.');
  const { what, todo } = failureWords(error);
  if (todo !== null) return problem('database', what, todo);
  return problem(
    'database',
    `The database cannot be opened${code ? ` (${code})` : ''}: ${what}`,
    'Check DATABASE_URL, or DATA_DIR where it is not set.',
  );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown failure');
