import { payloadProblems } from '../../extensions/flow-trigger.ts';
import { field } from '../field.ts';
import { userError } from './user-error.ts';

const maxPayloadBytes = 50_000;

/** `flowTriggerReceive`: what fits the trigger's toml is kept for the steering side to read; no workflow runs. */
export const flowTriggerReceive = field<unknown, { handle?: string | null; payload?: unknown }>(
  (_root, { handle, payload }, { shop, flowTriggers }) => {
    if (!handle) {
      return { userErrors: [userError(['handle'], "Handle can't be blank")] };
    }
    if (Buffer.byteLength(JSON.stringify(payload ?? null)) > maxPayloadBytes) {
      return { userErrors: [userError(['payload'], 'Payload size exceeds the limit of 50 KB')] };
    }
    const trigger = flowTriggers.find((one) => one.handle === handle);
    if (!trigger) {
      return { userErrors: [userError(['handle'], `Trigger '${handle}' does not exist`)] };
    }
    const problems = payloadProblems(trigger, payload);
    if (problems.length > 0) {
      return { userErrors: [userError(['payload'], ['Errors validating schema:', ...problems].join('\n  '))] };
    }
    shop.flowTriggers.push({ handle, payload, at: shop.now() });
    return { userErrors: [] };
  },
  ['handle', 'payload'],
);
