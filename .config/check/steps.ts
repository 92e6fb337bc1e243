import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { billOfMaterials } from './bill-of-materials.ts';
import { boundaries } from './boundaries-step.ts';
import { extensionBuild, extensionTypes } from './extensions-step.ts';
import { licences } from './licences.ts';
import { exactVersions, installScripts } from './lock-file.ts';
import { namedTests } from './named-tests.ts';
import { patternTime } from './pattern-time.ts';
import { program, ROOT, type Step } from './step.ts';

const bin = (name: string) => join(ROOT, 'node_modules', '.bin', name);

const lint = ['check', '--config-path=.config/lint/rules.jsonc', '--error-on-warnings', '--max-diagnostics=50', '.'];
const coverage = ['run', '--coverage', '--reporter=dot', '--project=node', 'web/placement', 'web/deliveries'];

const unusedButByTests = [
  '--production',
  '--config',
  '.config/knip.config.ts',
  '--no-progress',
  '--include=files,exports,types',
];

const sources = ['web', 'extensions', '.config'].filter((folder) => existsSync(join(ROOT, folder)));

/** The slow ones first, because two run at a time. */
export const steps: Step[] = [
  program('format and lint', bin('biome'), lint),
  program('unused code', bin('knip'), ['--config', '.config/knip.config.ts', '--no-progress']),
  program('used by tests only', bin('knip'), unusedButByTests),
  program('types', bin('tsc'), ['-p', '.']),
  { name: 'extensions build and are small', run: extensionBuild },
  { name: 'types of extensions', run: extensionTypes },
  program('duplication', bin('jscpd'), ['--config', '.config/jscpd.json', ...sources]),
  program('placement and deliveries tested', bin('vitest'), coverage),
  program('container file', bin('dockerfile-utils'), ['lint', join(ROOT, '.container', 'Dockerfile')]),
  { name: 'install scripts decided', run: installScripts },
  { name: 'patterns in linear time', run: patternTime },
  { name: 'bill of materials', run: billOfMaterials },
  { name: 'import boundaries', run: boundaries },
  { name: 'exact versions', run: exactVersions },
  { name: 'licences', run: licences },
  { name: 'tests named in docs/security.md', run: namedTests },
];
