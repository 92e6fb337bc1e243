import { setUpExtension } from '@shopify/ui-extensions-tester';
import { datesIn, describeBuyerBlock } from '#extensions/testing/buyer-block.behaviour.tsx';
import { inLanguage } from '#extensions/testing/in-language.ts';

describeBuyerBlock('the thank-you block', async ({ fetch, language, orderId, confirmationNumber }) => {
  const extension = setUpExtension('purchase.thank-you.block.render');
  const { shopify } = extension;
  shopify.orderConfirmation.value = {
    order: { id: `gid://shopify/OrderIdentity/${orderId}` },
    number: confirmationNumber,
    isFirstOrder: true,
  };
  shopify.sessionToken.get = async () => 'the-buyers-token';
  shopify.i18n.translate = inLanguage('delivery-slot-thank-you', language);
  shopify.i18n.formatDate = datesIn(language);
  extension.fetch = fetch;
  await extension.render();
  return extension;
});
