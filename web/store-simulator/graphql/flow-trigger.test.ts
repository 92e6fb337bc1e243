import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningStore, runStore, shop } from '../testing/running-store.ts';

let running: RunningStore;
beforeAll(async () => {
  const fields = [{ type: 'order_reference' }, { type: 'single_line_text_field', key: 'Change' }];
  running = await runStore({ flowTriggers: [{ handle: 'changed', fields }] });
});
afterAll(() => running.close());

const mutation = `mutation ($handle: String, $payload: JSON) {
  flowTriggerReceive(handle: $handle, payload: $payload) { userErrors { field message } }
}`;
async function tell(handle: string | null, payload: unknown) {
  const { data, errors } = await running.graphql(mutation, { handle, payload });
  expect(errors).toEqual([]);
  const answer = data as { flowTriggerReceive: { userErrors: { field: string[]; message: string }[] } };
  return answer.flowTriggerReceive.userErrors.map(({ field, message }) => `${field}: ${message}`);
}
const usual = { order_id: 1001, Change: 'placed' };
const invalid = 'payload: Errors validating schema:\n  ';

test('keeps what a workflow is told', async () => {
  expect(await tell('changed', usual)).toEqual([]);
  expect(running.store.flowTriggers(shop)).toMatchObject([{ handle: 'changed', payload: usual }]);
});

test.each([
  ['no handle', null, usual, "handle: Handle can't be blank"],
  ['a handle of no trigger', 'other', usual, "handle: Trigger 'other' does not exist"],
  ['no payload', 'changed', null, `${invalid}Property 'order_id' is required\n  Property 'Change' is required`],
  ['an unknown property', 'changed', { ...usual, State: 'x' }, `${invalid}Property 'State' does not exist`],
  ['a missing property', 'changed', { order_id: 1001 }, `${invalid}Property 'Change' is required`],
  ['a gid for an id', 'changed', { ...usual, order_id: 'gid://x' }, `${invalid}Property 'order_id' is not an ID`],
  [
    'null for a text',
    'changed',
    { ...usual, Change: null },
    `${invalid}Property 'Change' is not a single line of text`,
  ],
  ['two lines', 'changed', { ...usual, Change: 'a\nb' }, `${invalid}Property 'Change' is not a single line of text`],
  ['too much', 'changed', { ...usual, Change: 'x'.repeat(50_000) }, 'payload: Payload size exceeds the limit of 50 KB'],
])('refuses %s, and tells no workflow', async (_name, handle, payload, message) => {
  const before = running.store.flowTriggers(shop).length;
  expect(await tell(handle, payload)).toEqual([message]);
  expect(running.store.flowTriggers(shop)).toHaveLength(before);
});
