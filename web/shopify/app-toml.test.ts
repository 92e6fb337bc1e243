import { readdirSync, readFileSync } from 'node:fs';
import {
  type GraphQLEnumType,
  getNamedType,
  isObjectType,
  NoDeprecatedCustomRule,
  parse,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defaultScopes, optionalScopes } from '#store-simulator/state/shop-state.ts';
import { type OperationName, operations } from './operations.ts';
import { missingScopes, neededScopes } from './scopes.ts';
import { apiVersion } from './shopify-library.ts';
import { readAdminSchema } from './testing/admin-schema.ts';
import { queryCost } from './testing/query-cost.ts';
import { meaningOf, webhookTopics } from './topics.ts';

const subscription = z.strictObject({
  topics: z.array(z.string()).optional(),
  compliance_topics: z.array(z.string()).optional(),
  uri: z.string(),
});
const toml = z
  .looseObject({
    embedded: z.boolean(),
    access_scopes: z.strictObject({ scopes: z.string(), optional_scopes: z.array(z.string()) }),
    webhooks: z.strictObject({ api_version: z.string(), subscriptions: z.array(subscription) }),
  })
  .parse(parseToml(readFileSync(new URL('../../shopify.app.toml', import.meta.url), 'utf8')));

const { schema, scopeRules } = readAdminSchema();
const names = Object.keys(operations) as OperationName[];

/** Sets of scopes, one of each of which is needed. */
function needs(text: string): string[][] {
  const found = new Map<string, string[]>();
  const rule = (typeName: string, fieldName?: string) =>
    scopeRules.find(
      (one) => one.typeName === typeName && (fieldName ? one.fieldName === fieldName : one.type === 'type'),
    )?.offlineScopes ?? [];
  const info = new TypeInfo(schema);
  const note = (scopes: string[]) => scopes.length > 0 && found.set([...scopes].sort().join(), scopes);
  visit(
    parse(text),
    visitWithTypeInfo(info, {
      Field() {
        const parent = info.getParentType();
        const type = info.getType();
        if (parent) note(rule(parent.name, info.getFieldDef()?.name));
        if (type && isObjectType(getNamedType(type))) note(rule(getNamedType(type).name));
      },
    }),
  );
  return [...found.values()];
}

const allNeeds = names.flatMap((name) => needs(operations[name]));
const scopes = toml.access_scopes.scopes.split(',');
const optional = toml.access_scopes.optional_scopes;
/** A scope to write includes the one to read. */
const optionalWithReads = optional.flatMap((scope) => [scope, scope.replace(/^write_/, 'read_')]);
const satisfied = (granted: string[]) =>
  allNeeds.every((need) => need.some((scope) => [...granted, ...optionalWithReads].includes(scope)));

describe('operations', () => {
  it.each(names)('%s is valid and uses nothing deprecated in the schema that Shopify publishes', (name) => {
    const problems = validate(schema, parse(operations[name]), [...specifiedRules, NoDeprecatedCustomRule]);
    expect(problems.map((problem) => problem.message)).toEqual([]);
  });

  it('reports a deprecated field (the rule works)', () => {
    const problems = validate(schema, parse('{ order(id: "1") { totalPrice } }'), [NoDeprecatedCustomRule]);
    expect(problems).toHaveLength(1);
  });

  it('has one file per operation and no file that is not used', () => {
    const files = readdirSync(new URL('./operations/', import.meta.url)).filter((file) => file.endsWith('.graphql'));
    expect(files.sort()).toEqual(names.map((name) => `${name}.graphql`).sort());
  });

  it.each(names)('%s stays below 600 of the 1,000 points that one query may cost', (name) => {
    const cost = queryCost(schema, parse(operations[name]), { first: 250 });
    expect(cost).toBeGreaterThan(0);
    expect(cost).toBeLessThan(600);
  });
});

describe('shopify.app.toml', () => {
  it('asks for every scope that the operations need', () => {
    expect(satisfied(scopes)).toBe(true);
  });

  it.each(scopes)('asks for %s because an operation fails without it', (scope) => {
    expect(satisfied(scopes.filter((other) => other !== scope))).toBe(false);
  });

  it('asks for write_shipping only where the rate at checkout is switched on, and for nothing else later', () => {
    expect(optional).toEqual(['write_shipping']);
    expect(scopes.filter((scope) => optional.includes(scope))).toEqual([]);
    const needsOptional = names.filter((name) =>
      needs(operations[name]).some((need) => need.every((scope) => optionalWithReads.includes(scope))),
    );
    expect(needsOptional).toEqual([
      ...['create-carrier-service', 'delete-carrier-service', 'find-carrier-services', 'update-carrier-service'],
    ]);
  });

  it('asks for what the app looks for in a shop', () => {
    expect([...scopes].sort()).toEqual([...neededScopes].sort());
    expect(missingScopes(['write_orders', 'read_locations'])).not.toContain('read_orders');
    expect(missingScopes(['write_orders', 'read_locations'])).toContain('read_products');
  });

  it('is what the simulated store grants, at first and later', () => {
    expect(defaultScopes).toEqual([...scopes].sort());
    expect(optionalScopes).toEqual(optional);
  });

  it('names the API version of the calls', () => {
    expect(toml.webhooks.api_version).toBe(apiVersion);
    expect(apiVersion).toBe('2026-10');
  });

  it('subscribes to exactly the topics that the app handles', () => {
    const subscribed = toml.webhooks.subscriptions.flatMap((one) => [
      ...(one.topics ?? []),
      ...(one.compliance_topics ?? []),
    ]);
    expect(subscribed.sort()).toEqual([...webhookTopics].sort());
  });

  it('subscribes to the compliance topics as such, and to the others by topics that the schema knows', () => {
    const compliance = toml.webhooks.subscriptions.flatMap((one) => one.compliance_topics ?? []);
    expect(compliance.sort()).toEqual(webhookTopics.filter((topic) => meaningOf(topic) === 'compliance').sort());
    const known = schema.getType('WebhookSubscriptionTopic') as GraphQLEnumType;
    const topics = toml.webhooks.subscriptions.flatMap((one) => one.topics ?? []);
    const asEnum = topics.map((topic) => topic.replace('/', '_').toUpperCase());
    expect(asEnum.filter((topic) => known.getValue(topic) === undefined)).toEqual([]);
  });

  it('sends every webhook to the route that verifies it', () => {
    expect(new Set(toml.webhooks.subscriptions.map((one) => one.uri))).toEqual(new Set(['/api/webhooks']));
    expect(toml.embedded).toBe(true);
  });
});
