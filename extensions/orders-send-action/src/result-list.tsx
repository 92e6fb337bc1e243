import type { OrderResult } from './use-bulk-send.ts';

const t = (key: string, values?: Record<string, string | number>) => shopify.i18n.translate(key, values);

/** What became of each order: those that were not surely sent first, with why and the way to them. */
export function ResultList({ results, isRunning }: { results: OrderResult[]; isRunning: boolean }) {
  const sent = results.filter(({ ok, state }) => ok && state !== 'held');
  const unknown = results.filter(({ ok }) => ok === null);
  // What is taken up and waits has no driver yet, however well that was asked for.
  const failed = results.filter(({ ok, state }) => ok === false || (ok && state === 'held'));
  const open = [...unknown, ...failed];
  const words = () => {
    const counts = { sent: sent.length, failed: failed.length };
    if (unknown.length > 0) return t('noAnswer', { count: unknown.length, ...counts });
    return failed.length === 0 ? t('allSent', { count: sent.length }) : t('someFailed', counts);
  };
  return (
    <s-stack gap="base">
      {isRunning ? null : <s-banner tone={open.length === 0 ? 'success' : 'warning'} heading={words()} />}
      {open.length > 0 ? (
        <s-unordered-list>
          {open.map((result) => (
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
