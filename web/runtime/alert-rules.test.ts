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

const monitoring = (name: string) => readFile(new URL(`../../.monitoring/${name}`, import.meta.url), 'utf8');

const dashboard = z.looseObject({
  panels: z
    .array(
      z.looseObject({
        title: z.string(),
        gridPos: z.strictObject({ h: z.number(), w: z.number(), x: z.number(), y: z.number() }),
        targets: z.array(z.looseObject({ expr: z.string() })).length(1),
      }),
    )
    .min(5),
});

test('every panel of the dashboard asks for metrics and labels that the app has, and stands in a place of its own', async () => {
  const { panels } = dashboard.parse(JSON.parse(await monitoring('dashboard.json')));
  expect(panels.map(({ title, targets }) => [title, problemsOf(targets[0]?.expr ?? '')])).toEqual(
    panels.map(({ title }) => [title, []]),
  );
  expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x}/${y}`)).size).toBe(panels.length);
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
});

test('every alert rule asks for metrics and labels that the app has', async () => {
  const { rules } = rulesFile.parse(parse(await monitoring('alert-rules.yaml'))).groups[0];
  expect(rules.map(({ alert, expr }) => [alert, problemsOf(expr)])).toEqual(rules.map(({ alert }) => [alert, []]));
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

test('a quantile that is watched can be above its limit: past its last bound a histogram tells that bound', async () => {
  const { rules } = rulesFile.parse(parse(await monitoring('alert-rules.yaml'))).groups[0];
  const watched = rules.flatMap(({ alert, expr }) => {
    const [, name = '', limit = ''] = /histogram_quantile\(.*?(\w+)_bucket\b.*>\s*([\d.]+)$/.exec(expr) ?? [];
    return name === '' ? [] : [{ alert, name, limit: Number(limit) }];
  });
  expect(watched.map(({ alert }) => alert)).toEqual(['WebhooksSlow', 'PlacedSlowly']);
  const { registry } = createMetrics(() => Promise.reject(new Error('no database')));
  const lastBound = (name: string) =>
    (registry.getSingleMetric(name) as unknown as { upperBounds: number[] }).upperBounds.at(-1) ?? 0;
  expect(watched.filter(({ name, limit }) => lastBound(name) <= limit)).toEqual([]);
});

/** Whether a rule over the breakers' states fires: comparisons with `and` and `or` between, of sums over states. */
function fires(expr: string, breakers: Record<string, number>): boolean {
  const sumOf = (states: string | undefined): number =>
    Object.entries(breakers).reduce(
      (sum, [state, count]) => sum + (states === undefined || states.split('|').includes(state) ? count : 0),
      0,
    );
  const worth = (text: string): number => {
    const [, factor = '1', sum, states] =
      /^(?:([\d.]+) \* )?(sum\(max by \(state\) \(breaker_state(?:\{state=~"([\w|]+)"\})?\)\))$/.exec(text) ?? [];
    return sum === undefined ? Number(text) : Number(factor) * sumOf(states);
  };
  const holds = (comparison: string): boolean => {
    const [left = '', right = ''] = comparison.split(' > ').map((side) => side.trim());
    const sides = [worth(left), worth(right)] as const;
    expect(sides.every(Number.isFinite), comparison).toBe(true);
    return sides[0] > sides[1];
  };
  return expr.split(/\sor\s/).some((part) => part.split(/\sand\s/).every(holds));
}

test.each([
  ['one of a thousand shops', 1, 999, false],
  ['one mode of the only shop, or one shop of two', 1, 1, true],
  ['a handful of a thousand shops', 8, 992, false],
  ['one shop in forty', 25, 975, true],
  ['three shops of twenty', 3, 17, false],
  ['four shops of twenty', 4, 16, true],
  ['the only shop', 1, 0, true],
  ['two shops of three', 2, 1, true],
  ['no shop', 0, 0, false],
])(
  'the alert about keys and that about the service: %s (%i, %i well), fires: %s',
  async (_name, ill, closed, isTold) => {
    const { rules } = rulesFile.parse(parse(await monitoring('alert-rules.yaml'))).groups[0];
    const exprOf = (name: string) => rules.find(({ alert }) => alert === name)?.expr ?? '';
    const half = { a: Math.ceil(ill / 2), b: Math.floor(ill / 2) };
    expect(fires(exprOf('KeyRefused'), { closed, key_refused: half.a, address_wrong: half.b })).toBe(isTold);
    expect(fires(exprOf('BreakerOpen'), { closed, open: half.a, half_open: half.b })).toBe(isTold);
  },
);

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
