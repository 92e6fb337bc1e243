import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
/** What answers the panel's calls; what is worded by its code alone is left out. */
const speakers = [
  'backend/{http-problem,answer-problem}.ts',
  'backend/api/*.ts',
  'backend/api/{audit,data-requests,deliveries,figures,orders,overview,rehearsal,settings}/*.ts',
  'backend/session/{rate-limits,session-guard}.ts',
  'deliveries/actions/*.ts',
  'shopify/failure.ts',
  'courier-client/{cancel,check-key,lookup*,outcome}.ts',
  'api-contract/settings.ts',
];
const byCode = ['backend/api/overview/status.ts'];
/** Said to the delivery service, never to the merchant. */
const notForPeople = ['TEST ORDER: do not deliver.'];
/** Sentences that are put together: as they come out. */
const puzzles: Record<string, string[]> = {
  'The app could not do this{}. Reference for support: {}': [
    'The app could not do this. Reference for support: {}',
    'The app could not do this at the moment. Reference for support: {}',
  ],
  'The delivery service answered {}{}.': [
    'The delivery service answered {}.',
    'The delivery service answered {} with a web page.',
  ],
  'The delivery is {}. Nothing was sent.': [
    'The delivery is cancelled. Nothing was sent.',
    'The delivery is already booked. Nothing was sent.',
  ],
};

const literal = z.object({ type: z.literal('Literal'), value: z.string() });
const template = z.object({
  type: z.literal('TemplateLiteral'),
  quasis: z.array(z.object({ value: z.object({ cooked: z.string() }) })),
});
const textOf = (node: unknown): string | undefined =>
  literal.safeParse(node).data?.value ??
  template
    .safeParse(node)
    .data?.quasis.map(({ value }) => value.cooked)
    .join('{}');
const named = z.object({ type: z.literal('Property'), key: z.object({ name: z.string() }), value: z.unknown() });
/** Properties whose value is said whatever it looks like. */
const said = ['title', 'message', 'merchantMessage', 'nextStep'];
const isSentence = (text: string) => /^\p{Lu}.* .*(\.|\{\})$/su.test(text);

/** Every text of a source that a person is told. */
function toldIn(source: string): string[] {
  const told: string[] = [];
  JSON.stringify(parseSync('x.ts', source).program, (_key, node: unknown) => {
    const text = textOf(node);
    if (text !== undefined && isSentence(text)) told.push(text);
    const property = named.safeParse(node).data;
    const value = property && said.includes(property.key.name) ? textOf(property.value) : undefined;
    if (value?.includes(' ')) told.push(value);
    return node;
  });
  return told.flatMap((text) => puzzles[text] ?? [text]);
}

const phrases = z.object({ phrase: z.record(z.string(), z.string()) });
const known = (language: string) => {
  const file = JSON.parse(readFileSync(join(root, `api-contract/reasons/${language}.json`), 'utf8'));
  return new Set(Object.keys(phrases.parse(file).phrase).map((text) => text.replace(/\{\{\w+\}\}/g, '{}')));
};

test.each(['af', 'zu'])('every sentence that a call of the panel may answer has words in %s', (language) => {
  const files = speakers
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !(file.includes('.test.') || byCode.includes(file)));
  const told = files.flatMap((file) => toldIn(readFileSync(join(root, file), 'utf8')));
  expect(told.length).toBeGreaterThan(70);
  const words = known(language);
  expect([...new Set(told)].filter((text) => !(words.has(text) || notForPeople.includes(text)))).toEqual([]);
});

test('every action on an order has words in its history', () => {
  const sources = globSync('deliveries/{actions,run}/*.ts', { cwd: root }).filter((file) => !file.includes('.test.'));
  const actions = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\baction: [^\n]*/g)].flatMap(([line]) =>
      [...line.matchAll(/'(\w+)'/g)].map(([, action]) => action ?? ''),
    ),
  );
  expect(new Set(actions).size).toBeGreaterThan(7);
  const file = JSON.parse(readFileSync(join(root, 'frontend/locales/en-order.json'), 'utf8'));
  const { auditAction } = z.object({ auditAction: z.record(z.string(), z.string()) }).parse(file);
  expect([...new Set(actions)].filter((action) => !Object.hasOwn(auditAction, action))).toEqual([]);
});

test('a sentence without words would be found', () => {
  expect(toldIn(`conflict('x', 'Nothing was sent.', null); const y = { message: \`is \${a} much\` };`)).toEqual([
    'Nothing was sent.',
    'is {} much',
  ]);
});

/** How things were once called; what is said instead stands in the locale files. */
const worse = [
  /sent by themselves|(go|goes) on by (itself|themselves)|settles by itself/i,
  /Waiting for you|\bUnexplained\b|\bRehears|"Placed"/,
  /Send anyway|Still send|Send now|called off/i,
  /What is wrong stands|field at fault|items\[|corrected dropoff|unauthorized/i,
  /Whom the driver|Has not a tag|Does not count|No least value|Not after|Not later than|Every value with/i,
  /\bplac(e|ed) again\b|\bplace a test order/i,
  /answer (was|got) lost|(delivery|test order) (is|was|cannot be|can be) placed/i,
];
const readers = [
  'web/frontend/locales/en{,-later,-order}.json',
  'extensions/*/locales/en.default.json',
  'web/worker/mail/words/en.ts',
  'web/{deliveries/reasons,placement/*-reasons}.ts',
  ...speakers.map((pattern) => `web/${pattern}`),
];
const textsIn = (path: string): string[] => {
  const source = readFileSync(join(root, '..', path), 'utf8');
  const texts: string[] = [];
  const program: unknown = path.endsWith('.json') ? JSON.parse(source) : parseSync(path, source).program;
  JSON.stringify(program, (_key, node: unknown) => {
    const text = typeof node === 'string' && path.endsWith('.json') ? node : textOf(node);
    if (text !== undefined) texts.push(text);
    return node;
  });
  return texts;
};
const read = readers.flatMap((pattern) =>
  globSync(pattern, { cwd: join(root, '..') }).filter((path) => !path.includes('.test.')),
);

test.each(read)('%s says it in plain words', (path) => {
  expect(textsIn(path).filter((text) => text.includes(' ') && worse.some((words) => words.test(text)))).toEqual([]);
});

test.each(read.filter((path) => path.endsWith('.json')))('no sentence of %s has more than 20 words', (path) => {
  const sentences = textsIn(path).flatMap((text) => text.split(/(?<=[.?!:;]) /));
  expect(sentences.filter((sentence) => sentence.split(' ').length > 20)).toEqual([]);
});
