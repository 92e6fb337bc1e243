import { useTranslation } from 'react-i18next';
import type { OrderPreview, OrderView } from '#api-contract/order.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { Loading } from '../../../ui/skeleton.tsx';
import { usePreview } from '../api/get-order.ts';
import { BuyerSection } from './buyer-section.tsx';
import { RouteDrawing } from './route-drawing.tsx';

/** The person and the way: read from the order in Shopify, so that it is who is meant now. */
export function OrderAside({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  const preview = usePreview(order.orderId, true);
  if (preview.isPending) return <Loading sections={1} lines={5} />;
  if (!preview.data) {
    return <ProblemNotice error={preview.error} title={t('buyer.failed')} onRetry={() => void preview.refetch()} />;
  }
  const { buyer, deliveries } = preview.data;
  const drawn = deliveries.filter(({ fields }) =>
    fields.some(({ field, value }) => field === 'dropoff_coordinates' && value),
  );
  return (
    <>
      <BuyerSection buyer={buyer} sentTo={sentElsewhere(preview.data)} />
      {drawn.length === 0 ? null : (
        <Section title={t('map.title')} intro={t('map.intro')}>
          {drawn.map((delivery) => (
            <RouteDrawing key={delivery.orderReference} delivery={delivery} />
          ))}
        </Section>
      )}
    </>
  );
}

/** Where drivers go though the order names another address: a person corrected it, or it changed since. */
function sentElsewhere({ buyer, deliveries }: OrderPreview): string[] {
  const sent = deliveries
    .filter(({ state }) => state === 'placed')
    .flatMap(({ fields }) => fields.find(({ field }) => field === 'dropoff_address')?.value ?? []);
  return [...new Set(sent)].filter((address) => address !== buyer.address);
}
