import type { BuyerOrder } from '#api-contract/buyer.ts';
import { type OwnOrder, useOwnOrder } from './use-own-order.ts';

/** The part of the `shopify` global that both pages of buyers have. */
interface Host {
  i18n: {
    translate(key: string, values?: Record<string, string>): string;
    formatDate(date: Date, options: Intl.DateTimeFormatOptions & { inExtensionLocale?: boolean }): string;
  };
  sessionToken: { get(): Promise<string> };
}

type Delivery = BuyerOrder['deliveries'][number];

/** When the buyer's goods come and how far they are; nothing at all where there is nothing to say. */
export function BuyerDeliveries({ host, own }: { host: Host; own: OwnOrder }) {
  const order = useOwnOrder(own, host.sessionToken);
  if (order === null || order.deliveries.length === 0) return null;
  const t = (key: string, values?: Record<string, string>) => host.i18n.translate(key, values);
  const mayMiss = order.deliveries.some(
    (one) => one.stage === 'on_its_way' || (one.stage === 'booked' && !isOver(one)),
  );
  return (
    <s-section heading={t('heading')}>
      <s-stack gap="base">
        {order.deliveries.map((delivery, index) => (
          <s-stack key={String(index)} gap="small">
            <s-text type="strong">
              {delivery.stage === 'booked' && isOver(delivery) ? t('wasBooked') : t(`stage.${delivery.stage}`)}
            </s-text>
            <s-text>{slotWords(host, delivery, order.timeZone)}</s-text>
            {isOver(delivery) ? <s-text>{t('over')}</s-text> : null}
            {delivery.trackingUrl ? (
              <s-link href={delivery.trackingUrl} target="_blank">
                {t('track')}
              </s-link>
            ) : null}
          </s-stack>
        ))}
        {mayMiss ? (
          <s-stack gap="small">
            <s-text type="strong">{t('nobodyHome.title')}</s-text>
            <s-text color="subdued">{t('nobodyHome.text')}</s-text>
          </s-stack>
        ) : null}
      </s-stack>
    </s-section>
  );
}

/** Not every service tells what became of it; and a server before this version does not say. */
const isOver = ({ slot }: Delivery): boolean => slot?.isOver === true;

/** When the driver comes, in words of the buyer's language and the time of where the driver drives. */
function slotWords({ i18n }: Host, { stage, slot }: Delivery, timeZone: string): string {
  if (slot === null) return i18n.translate(`text.${stage}`);
  const show = (instant: string, options: Intl.DateTimeFormatOptions) =>
    i18n.formatDate(new Date(instant), { ...options, timeZone, inExtensionLocale: true });
  // In the order of the words' own language: the host's is that of the United States.
  const dayOf = (instant: string) =>
    i18n.translate('day', {
      weekday: show(instant, { weekday: 'long' }),
      date: show(instant, { day: 'numeric' }),
      month: show(instant, { month: 'long' }),
    });
  const timeOf = (instant: string) => show(instant, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const [day, from] = [dayOf(slot.start), timeOf(slot.start)];
  if (slot.end === null) return i18n.translate('slotFrom', { day, from });
  const lastDay = dayOf(slot.end);
  const to = lastDay === day ? timeOf(slot.end) : `${lastDay}, ${timeOf(slot.end)}`;
  return i18n.translate('slot', { day, from, to });
}
