import { expect, test } from 'vitest';
import { plantedBugs } from './planted-bugs.ts';
import { caughtTable, tryPlantedBugs } from './try-planted-bugs.ts';

test(`the simulation catches each of ${plantedBugs.length} planted bugs`, async ({ annotate }) => {
  expect(plantedBugs.length).toBeGreaterThanOrEqual(20);
  expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length);
  const caught = await tryPlantedBugs({ from: 1, sideBySide: 2 });
  await annotate(`\n${caughtTable(caught)}`);
  expect(caught.filter(({ seed }) => seed === null)).toEqual([]);
  expect(caught).toHaveLength(plantedBugs.length);
}, 600_000);
