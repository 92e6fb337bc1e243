import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take half a minute and more: begun last, one of them would run alone at the end beside an idle processor.
 * Those that mostly wait stand beside those that use every processor there is.
 */
const long = [
  'chaos/stops-and-hangs',
  'simulation/simulation',
  'chaos/kills',
  'chaos/many-webhooks',
  'testing/screens.browser',
  'journeys/panel-stories',
  'journeys/delivery-life',
  'journeys/inside-the-admin',
  'dev/dev-server',
  'chaos/simulated-figures',
  'courier-service/crash',
  'testing/flows.browser',
  'exactly-once/older-database',
  'testing/truth.browser',
  'operator/drill',
  'operator/operator',
];

/**
 * The long files first, the others in an order that the run's seed shuffles, those of one project together: a process
 * goes on with the next file only where it is of its own project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const placed = files.map((file) => {
      const { moduleId, project } = file;
      const rank = long.findIndex((part) => moduleId.includes(part));
      const shuffled = createHash('sha256').update(`${seed} ${project.name} ${moduleId}`).digest('hex');
      return { file, rank: rank === -1 ? long.length : rank, place: `${project.name} ${shuffled}` };
    });
    return placed.sort((a, b) => a.rank - b.rank || (a.place < b.place ? -1 : 1)).map(({ file }) => file);
  }
}
