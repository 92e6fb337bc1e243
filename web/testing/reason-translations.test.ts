import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { reason } from '#deliveries/reasons.ts';
import { rules } from '#placement/eligibility.ts';
import { placementReason } from '#placement/placement-reasons.ts';

/** What the panel translates by code, so a new reason or rule shows here that its words are missing. */
interface Words {
  reason: Record<string, { message: string; nextStep?: string }>;
  rule: Record<string, string>;
}

const params = (text: string | null | undefined) =>
  [...(text ?? '').matchAll(/\{\{?(\w+)\}?\}/g)].map(([, name]) => name).sort();
const described = ({ message, nextStep }: { message: string; nextStep?: string | null }) => ({
  message: params(message),
  nextStep: nextStep ? params(nextStep) : null,
});
const describedAll = (words: Words['reason']) =>
  Object.fromEntries(Object.entries(words).map(([code, texts]) => [code, described(texts)]));

test.each(['af', 'zu'])('the panel words every reason and rule in %s, with the values of each', async (language) => {
  const file = new URL(`../api-contract/reasons/${language}.json`, import.meta.url);
  const words = JSON.parse(await readFile(file, 'utf8')) as Words;
  const catalogue = Object.entries({ ...placementReason.catalogue, ...reason.catalogue });
  const expected = Object.fromEntries(catalogue.map(([code, template]) => [code, described(template)]));
  expect(describedAll(words.reason)).toEqual(expected);
  expect(Object.keys(words.rule).sort()).toEqual(rules.map(({ name }) => name).sort());
});
