import type { ComponentChildren } from 'preact';
import type { Problem } from '#api-contract/order.ts';

/** A text of this extension in the person's language. */
export const t = (key: string, values?: Record<string, string>) => shopify.i18n.translate(key, values);

interface Props {
  orderId: string;
  loading?: boolean;
  children: ComponentChildren;
}

/** What there is to read about an order, its page in the app, and nothing to press but *Close*. */
export function ReadOnly({ orderId, loading = false, children }: Props) {
  return (
    <s-admin-action heading={t('heading')} loading={loading}>
      <s-stack gap="base">
        {children}
        <s-link href={`app:deliveries/${orderId}`}>{t('open')}</s-link>
      </s-stack>
      <s-button slot="secondary-actions" onClick={() => shopify.close()}>
        {t('close')}
      </s-button>
    </s-admin-action>
  );
}

/** Why a press did nothing, or nobody knows whether it did, and what to do next. */
export function ProblemBanner({
  heading,
  problem: { detail, nextStep },
}: {
  heading: string;
  problem: Pick<Problem, 'detail' | 'nextStep'>;
}) {
  return (
    <s-banner tone="critical" heading={heading}>
      <s-paragraph>{detail}</s-paragraph>
      {nextStep ? <s-paragraph>{nextStep}</s-paragraph> : null}
    </s-banner>
  );
}
