import '@shopify/ui-extensions/preact';
import { render } from 'preact';
import { isDealtWith } from '#api-contract/cancel-doubt.ts';
import type { HeadlineWhat } from '#api-contract/headline.ts';
import type { DeliveryView, OrderView } from '#api-contract/order.ts';
import { faceOf, headlineOf, isForAnotherOrder, isToCome, newest } from '#extensions/parts/order-face.ts';
import { useOrder } from '#extensions/parts/use-order.ts';

export default async () => {
  render(<OrderBlock orderGid={shopify.data.selected[0]?.id ?? ''} />, document.body);
};

const sendAction = 'extension://order-send-action';
const t = (key: string, values?: Record<string, string>) => shopify.i18n.translate(key, values);

/** The order's same-day delivery on its page: state, slot, reason, next step. */
function OrderBlock({ orderGid }: { orderGid: string }) {
  const { answer, askAgain, watchClosely } = useOrder(orderGid, t('language'));
  return <s-admin-block heading={t('heading')}>{content()}</s-admin-block>;

  function content() {
    if (answer === null) return <s-spinner accessibilityLabel={t('loading')} />;
    switch (answer.kind) {
      case 'ok':
        return <Known order={answer.body} onFix={watchClosely} />;
      case 'missing':
        return <s-text color="subdued">{t('nothing')}</s-text>;
      default:
        return (
          <s-banner tone="critical" heading={t('down.title')}>
            <s-paragraph>{answer.kind === 'refused' ? answer.problem.detail : t('down.text')}</s-paragraph>
            {answer.kind === 'refused' && answer.problem.nextStep ? (
              <s-paragraph>{answer.problem.nextStep}</s-paragraph>
            ) : null}
            <s-button onClick={askAgain}>{t('down.again')}</s-button>
          </s-banner>
        );
    }
  }
}

function Known({ order, onFix }: { order: OrderView; onFix: () => void }) {
  const fix = () => {
    shopify.navigation.navigate(sendAction);
    onFix();
  };
  const face = faceOf(order);
  const { state } = order;
  const headline = headlineOf(order);
  const about = order.deliveries.find(({ orderReference }) => orderReference === headline.orderReference);
  const reason = about?.reason ?? order.reason;
  const hasGoods = about?.progress === 'on_its_way';
  const warning = hasGoods && headline.what === 'late' ? 'unheard' : headline.what;
  // What is wrong on the road the reason says better: nobody can call that driver off.
  const isSaid = hasGoods && reason !== null && ['late', 'ended'].includes(headline.what);
  const needsWords = headline.tone !== 'success';
  const own = about && isDealtWith(about) ? null : reason?.nextStep;
  // A server before this version does not say.
  const nextStep = (order as Partial<OrderView>).refusal?.nextStep ?? own;
  return (
    <s-stack gap="base">
      <s-badge tone={face.tone}>{t(`state.${face.key}`)}</s-badge>
      {warned.includes(headline.what) && !isSaid ? <s-text>{t(`warning.${warning}`)}</s-text> : null}
      {newest(order.deliveries)
        .filter((delivery) => delivery.slot !== null && isToCome(delivery))
        .map((delivery) => (
          <Delivery key={delivery.orderReference} delivery={delivery} />
        ))}
      {reason && needsWords ? <s-text>{reason.message}</s-text> : null}
      {reason?.serviceMessage && needsWords ? (
        <s-text>{t('serviceSays', { words: reason.serviceMessage })}</s-text>
      ) : null}
      {nextStep && needsWords ? (
        <s-text color="subdued">
          {t('nextStep')} {nextStep}
        </s-text>
      ) : null}
      <s-stack direction="inline" gap="base">
        {state === 'needs_attention' ? <s-button onClick={fix}>{t('fix')}</s-button> : null}
        {order.overridable ? <s-button onClick={fix}>{t('send')}</s-button> : null}
        {state === 'placed' && order.needsPerson && isDecidedThere(order) ? (
          <s-button onClick={fix}>{t('decide')}</s-button>
        ) : null}
        <s-link href={`app:deliveries/${order.orderId}`}>{t('open')}</s-link>
      </s-stack>
    </s-stack>
  );
}

/** The action has the press that ends it: all else is decided in the app. */
function isDecidedThere({ deliveries, headline: { what, orderReference } }: OrderView): boolean {
  const about = deliveries.find((one) => one.orderReference === orderReference);
  const isCancelledThere = ['ended', 'two_drivers', 'brought', 'not_cancelled', 'on_hold', 'fraud_risk'].includes(what);
  const mayCancel = about?.state === 'placed' && about.progress === null;
  return (isCancelledThere && mayCancel) || newest(deliveries).some(isForAnotherOrder);
}

/** What has words of its own here; all else is said by the reason of the order or its delivery. */
const warned: readonly HeadlineWhat[] = [
  ...(['ended', 'two_drivers', 'brought', 'not_cancelled', 'on_hold', 'fraud_risk', 'late'] as const),
  ...(['location_closed', 'later_day', 'changed', 'test'] as const),
];

function Delivery({ delivery }: { delivery: DeliveryView }) {
  // Who has the goods comes to the buyer by now.
  const place = delivery.progress === null ? delivery.locationName : null;
  const comes = place === null ? t('slot') : t('slotFrom', { place });
  return (
    <s-text>
      {delivery.isLate ? t('slotWas') : comes} {delivery.slot?.text}
    </s-text>
  );
}
