import '@shopify/ui-extensions/preact';
import { render } from 'preact';
import { BuyerDeliveries } from '#extensions/parts/buyer-deliveries.tsx';

export default async () => {
  render(<OrderStatus />, document.body);
};

/** On the order-status page, also days later: how far the delivery is. */
function OrderStatus() {
  const order = shopify.order.value;
  return <BuyerDeliveries host={shopify} own={{ id: order?.id, confirmationNumber: order?.confirmationNumber }} />;
}
