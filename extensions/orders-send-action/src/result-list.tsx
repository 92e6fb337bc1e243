import type { OrderResult } from './use-bulk-send.ts';

const t = (key: string, values?: Record<string, string | number>) => shopify.i18n.translate(key, values);

/** What became of each order: those that were not sent first, with why and the way to them. */
export function ResultList({ results, isRunning }: { results: OrderResult[]; isRunning: boolean }) {
  const failed = results.filter(({ ok }) => !ok);
  const sent = results.filter(({ ok }) => ok);
  const words =
    failed.length === 0
      ? t('allSent', { count: sent.length })
      : t('someFailed', { sent: sent.length, failed: failed.length });
  return (
    <s-stack gap="base">
      {isRunning ? null : <s-banner tone={failed.length === 0 ? 'success' : 'warning'} heading={words} />}
      {failed.length > 0 ? (
        <s-unordered-list>
          {failed.map((result) => (
            <s-list-item key={result.orderId}>
              <s-link href={`app:deliveries/${digitsOf(result.orderId)}`}>{nameOf(result)}</s-link> {result.message}
            </s-list-item>
          ))}
        </s-unordered-list>
      ) : null}
      {sent.length > 0 ? <s-text color="subdued">{t('sent', { orders: sent.map(nameOf).join(', ') })}</s-text> : null}
    </s-stack>
  );
}

const digitsOf = (orderId: string) => orderId.split('/').at(-1) ?? orderId;

function nameOf({ orderName, orderId }: OrderResult): string {
  return orderName ?? digitsOf(orderId);
}
