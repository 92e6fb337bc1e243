import { field } from '../field.ts';
import { userError } from './user-error.ts';

const maxPayloadBytes = 50_000;

/** `flowTriggerReceive`: kept for the steering side to read; no workflow runs. */
export const flowTriggerReceive = field<unknown, { handle?: string | null; payload?: unknown }>(
  (_root, { handle, payload }, { shop }) => {
    if (!handle) {
      return { userErrors: [userError(['handle'], "Handle can't be blank")] };
    }
    if (Buffer.byteLength(JSON.stringify(payload ?? null)) > maxPayloadBytes) {
      return { userErrors: [userError(['payload'], 'Payload size exceeds the limit of 50 KB')] };
    }
    shop.flowTriggers.push({ handle, payload, at: shop.now() });
    return { userErrors: [] };
  },
  ['handle', 'payload'],
);
