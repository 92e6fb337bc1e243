import '@shopify/ui-extensions/preact';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { OrderPreview } from '#api-contract/order.ts';
import { type Answer, callApi } from '#extensions/parts/call-api.ts';
import { ProblemBanner, t } from './frame.tsx';
import { SendForm } from './send-form.tsx';
import { Sent } from './sent.tsx';

export default async () => {
  render(<SendAction orderGid={shopify.data.selected[0]?.id ?? ''} />, document.body);
};

/** What would be sent for the order, a form for what is missing, and the button that sends it. */
function SendAction({ orderGid }: { orderGid: string }) {
  const [answer, setAnswer] = useState<Answer<OrderPreview> | null>(null);
  /** After the press, and the delivery that it is to end with where that has a new reference. */
  const [sent, setSent] = useState<{ awaited: string | null } | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (round > 0) setAnswer(null);
    const path = `/api/orders/${encodeURIComponent(orderGid)}/preview?language=${t('language')}`;
    void callApi<OrderPreview>(path).then(setAnswer);
  }, [orderGid, round]);

  if (sent) return <Sent orderGid={orderGid} awaited={sent.awaited} />;
  if (answer === null) return <s-admin-action heading={t('heading')} loading />;
  if (answer.kind === 'ok') return <SendForm preview={answer.body} onSent={(awaited) => setSent({ awaited })} />;
  return (
    <s-admin-action heading={t('heading')}>
      {answer.kind === 'missing' ? (
        <s-text>{t('nothing')}</s-text>
      ) : (
        <ProblemBanner
          heading={t('down.title')}
          problem={answer.kind === 'refused' ? answer.problem : { detail: t('down.text') }}
        />
      )}
      {answer.kind === 'missing' ? null : (
        <s-button slot="primary-action" onClick={() => setRound(round + 1)}>
          {t('down.again')}
        </s-button>
      )}
      <s-button slot="secondary-actions" onClick={() => shopify.close()}>
        {t('close')}
      </s-button>
    </s-admin-action>
  );
}
