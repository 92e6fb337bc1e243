import type { ShopifyGlobal } from '@shopify/app-bridge-types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SettingsView, settingsView } from '#api-contract/settings.ts';
import { callApi } from '../../api-client.ts';
import { appBridge } from '../../app-bridge.ts';
import { settingsCall, settingsKey } from '../../features/settings/api/get-settings.ts';

interface Changes {
  checkoutRate?: { enabled?: boolean };
  [group: string]: unknown;
}

/**
 * `PUT /api/settings` with any subset: objects merge by key, arrays replace, null clears. Before the rate at checkout is
 * switched on, Shopify asks the merchant for the scope; whether it may be, the API's answer says. A form gives a function
 * of what is stored by then, since somebody else may have saved after it was opened.
 */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: Changes | ((now: SettingsView) => Changes)) => {
      const changes = typeof change === 'function' ? change(await callApi(settingsCall.path, settingsCall)) : change;
      if (changes.checkoutRate?.enabled) await grantScopes(['write_shipping']);
      return callApi('/api/settings', { method: 'PUT', body: changes, answer: settingsView });
    },
    onSuccess: async (saved) => {
      await client.cancelQueries({ queryKey: settingsKey });
      client.setQueryData(settingsKey, saved);
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== settingsKey[0] });
    },
  });
}

type Scopes = Parameters<ShopifyGlobal['scopes']['request']>[0];

/** Has the merchant grant optional access scopes, in the admin's own window; asks nothing where they are granted already. */
async function grantScopes(wanted: Scopes): Promise<void> {
  const scopes = appBridge()?.scopes;
  const granted = (await scopes?.query())?.granted ?? [];
  if (!wanted.every((scope) => granted.includes(scope))) await scopes?.request(wanted);
}
