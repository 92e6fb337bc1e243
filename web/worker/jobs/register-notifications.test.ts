import { expect, onTestFinished, test, vi } from 'vitest';
import type { Context } from '#runtime/context.ts';
import { installShop, openTestStorage } from '#storage/testing/engines.ts';
import { registerNotifications } from './register-notifications.ts';

test('asks again under the same address where the answer was lost, under another where it was a refusal', async () => {
  const storage = await openTestStorage('pglite');
  onTestFinished(() => storage.close());
  await storage.shops.saveKeys(await installShop(storage, 'a.myshopify.com'), { live: 'some-key' });
  const register = vi.fn(async (_account: unknown, _url: string) => ({ kind: 'failed' }));
  const context = {
    storage,
    courier: { registerNotifications: register },
    logger: { warn: vi.fn() },
    config: { appUrl: 'https://app.example' },
  } as unknown as Context;
  const asked = async () => {
    await storage.db
      .updateTable('notification_source')
      .set({ tried_at: new Date(0) })
      .execute();
    await registerNotifications(context);
    return register.mock.lastCall?.[1];
  };
  const first = await asked();
  register.mockImplementation(async () => ({ kind: 'refused' }));
  expect(await asked()).toBe(first);
  register.mockImplementation(async () => ({ kind: 'registered', secret: 'secret' }));
  const second = await asked();
  expect(second).not.toBe(first);
  expect(await asked()).toBe(second);
  expect(register).toHaveBeenCalledTimes(3);
});
