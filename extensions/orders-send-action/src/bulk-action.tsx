import '@shopify/ui-extensions/preact';
import { render } from 'preact';
import { ResultList } from './result-list.tsx';
import { mostOrders, useBulkSend } from './use-bulk-send.ts';

export default async () => {
  render(<BulkAction orderGids={shopify.data.selected.map(({ id }) => id)} />, document.body);
};

const t = (key: string, values?: Record<string, string | number>) => shopify.i18n.translate(key, values);

/** Sends the orders that are selected in the list; each has its result. */
function BulkAction({ orderGids }: { orderGids: string[] }) {
  const { results, isRunning, start } = useBulkSend(orderGids, t('language'), t('notReached'));
  const count = orderGids.length;
  const isTooMany = count > mostOrders;
  const isUntouched = results.length === 0 && !isRunning;
  return (
    <s-admin-action heading={t('heading')}>
      <s-stack gap="base">
        {isUntouched && !isTooMany ? <s-text>{t('ask', { count })}</s-text> : null}
        {isTooMany ? <s-banner tone="warning" heading={t('tooMany', { count, most: mostOrders })} /> : null}
        {isRunning ? <s-text>{t('progress', { done: results.length, total: count })}</s-text> : null}
        {isUntouched ? null : <ResultList results={results} isRunning={isRunning} />}
      </s-stack>
      {isUntouched && !isTooMany ? (
        <s-button slot="primary-action" variant="primary" onClick={start}>
          {t('send')}
        </s-button>
      ) : null}
      <s-button slot="secondary-actions" onClick={() => shopify.close()}>
        {t('close')}
      </s-button>
    </s-admin-action>
  );
}
