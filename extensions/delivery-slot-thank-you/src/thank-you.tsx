import '@shopify/ui-extensions/preact';
import { render } from 'preact';
import { BuyerDeliveries } from '#extensions/parts/buyer-deliveries.tsx';

export default async () => {
  render(<ThankYou />, document.body);
};

/** On the thank-you page: the slot, as soon as there is one. */
function ThankYou() {
  const { order, number } = shopify.orderConfirmation.value;
  return <BuyerDeliveries host={shopify} own={{ id: order.id, confirmationNumber: number }} />;
}
