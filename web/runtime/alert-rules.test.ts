import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createMetrics } from './metrics.ts';

const rule = z.strictObject({
  alert: z.string().regex(/^[A-Z]\w+$/),
  expr: z.string(),
  for: z
    .string()
    .regex(/^\d+[mh]$/)
    .optional(),
  annotations: z.strictObject({ summary: z.string().min(20) }),
});
const rulesFile = z.strictObject({
  groups: z.tuple([z.strictObject({ name: z.string(), rules: z.array(rule).min(5) })]),
});

/** Labels by name of the series that Prometheus gets. */
let series: Map<string, readonly string[]>;
let operations: string;

beforeAll(async () => {
  operations = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  series = new Map((await allMetrics()).flatMap(({ labels, names }) => names.map((name) => [name, labels] as const)));
});

async function allMetrics() {
  const { registry } = createMetrics(() => Promise.reject(new Error('no database')));
  const types = new Map((await registry.getMetricsAsJSON()).map(({ name, type }) => [name, `${type}`]));
  return registry.getMetricsAsArray().map((metric) => {
    const { name, labelNames } = metric as unknown as { name: string; labelNames: string[] };
    const isHistogram = types.get(name) === 'histogram';
    return {
      name,
      labels: isHistogram ? [...labelNames, 'le'] : labelNames,
      names: isHistogram ? ['_bucket', '_sum', '_count'].map((end) => `${name}${end}`) : [name],
    };
  });
}

/** What an expression asks for that the app does not have. */
function problemsOf(expr: string): string[] {
  const strings = expr.replace(/"[^"]*"/g, '""').replace(/\[\d+[smhd]\]/g, '');
  const grouped = [...strings.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(','));
  const bare = strings.replace(/\b(?:by|without)\s*\([^)]*\)/g, '');
  const selectors = [...bare.matchAll(/([a-zA-Z_:][\w:]*)\s*(?:\{([^}]*)\})?(?!\s*\(|[\w:])/g)];
  const labels = selectors.flatMap(([, name = '', inner = '']) =>
    [...inner.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => ({ name, label })),
  );
  const names = selectors.map(([, name = '']) => name).filter((name) => !['and', 'or', 'unless'].includes(name));
  return [
    ...(names.length === 0 ? ['names no metric'] : []),
    ...names.filter((name) => !series.has(name)).map((name) => `no metric ${name}`),
    ...labels
      .filter(({ name, label }) => series.has(name) && !series.get(name)?.includes(label))
      .map(({ name, label }) => `${name} has no label ${label}`),
    ...grouped.map((label) => label.trim()).filter((label) => !names.some((name) => series.get(name)?.includes(label))),
  ];
}

test('every alert rule of docs/operations.md asks for metrics and labels that the app has', () => {
  const block = operations.split('### Alert rules')[1]?.match(/```yaml\n([\s\S]*?)```/)?.[1] ?? '';
  const { rules } = rulesFile.parse(parse(block)).groups[0];
  expect(rules.map(({ alert, expr }) => [alert, problemsOf(expr)])).toEqual(rules.map(({ alert }) => [alert, []]));
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

test.each([
  ['sum(increase(webhooks_recieved_total[5m])) > 0', ['no metric webhooks_recieved_total']],
  ['rate(webhook_ack_duration_seconds[5m]) > 1', ['no metric webhook_ack_duration_seconds']],
  ['sum(rate(note_write_total{outcome="failed"}[5m])) > 1', ['note_write_total has no label outcome']],
  ['sum by (shop) (needs_attention) > 1', ['shop']],
  ['vector(1)', ['names no metric']],
  ['histogram_quantile(0.9, sum by (le) (rate(webhook_ack_duration_seconds_bucket[5m]))) > 1', []],
  ['sum(rate(note_write_total{result=~"a|b",}[5m])) > 0.25 * sum(rate(note_write_total[5m]))', []],
])('a rule that could never fire is found: %s', (expr, problems) => {
  expect(problemsOf(expr)).toEqual(problems);
});

test('the table of docs/operations.md lists every metric with its labels, and no other', async () => {
  const table = operations.split('## Metrics')[1]?.split('### Alert rules')[0] ?? '';
  const rows = [...table.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, name = '', text = '']) => ({ name, text }));
  const metrics = await allMetrics();
  expect(rows.map(({ name }) => name).sort()).toEqual(metrics.map(({ name }) => name).sort());
  for (const { name, labels } of metrics) {
    const text = rows.find((row) => row.name === name)?.text ?? '';
    for (const label of labels.filter((one) => one !== 'le')) expect(text, name).toContain(`\`${label}\``);
  }
});
