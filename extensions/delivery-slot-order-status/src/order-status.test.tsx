import { setUpExtension } from '@shopify/ui-extensions-tester';
import { expect, test, vi } from 'vitest';
import { backend } from '#extensions/testing/backend.ts';
import { datesIn, describeBuyerBlock } from '#extensions/testing/buyer-block.behaviour.tsx';
import { inLanguage } from '#extensions/testing/in-language.ts';

describeBuyerBlock('the order-status block', async ({ fetch, language, orderId, confirmationNumber }) => {
  const extension = setUpExtension('customer-account.order-status.block.render');
  const { shopify } = extension;
  shopify.order.value = { id: `gid://shopify/Order/${orderId}`, name: '#1001', confirmationNumber };
  shopify.sessionToken.get = async () => 'the-buyers-token';
  shopify.i18n.translate = inLanguage('delivery-slot-order-status', language);
  shopify.i18n.formatDate = datesIn(language);
  extension.fetch = fetch;
  await extension.render();
  return extension;
});

test('the order-status block is quiet on a page without an order, and asks nothing', async () => {
  using extension = setUpExtension('customer-account.order-status.block.render');
  const server = backend(() => ({ body: {} }));
  extension.shopify.order.value = undefined;
  extension.fetch = server.fetch;
  await extension.render();
  await vi.advanceTimersByTimeAsync(100);
  expect(document.body.innerHTML).toBe('');
  expect(server.calls).toEqual([]);
});
