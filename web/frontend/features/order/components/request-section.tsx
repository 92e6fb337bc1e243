import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderPreview, OrderView } from '#api-contract/order.ts';
import { useFieldName } from '../../../shared/field-name.ts';
import { Expander } from '../../../ui/expander.tsx';
import { BlockStack, Text } from '../../../ui/layout.ts';
import { usePhrases, useWhy } from '../../../ui/phrase-texts.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { SimpleTable } from '../../../ui/simple-table.tsx';
import { Loading } from '../../../ui/skeleton.tsx';
import { Mark } from '../../../ui/state-badge.tsx';
import { usePreview } from '../api/get-order.ts';

/** The exact request with each value's origin, on demand: it shows customer data. */
export function RequestSection({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  const [isWanted, setWanted] = useState(false);
  const preview = usePreview(order.orderId, isWanted);
  return (
    <Section title={t('request.title')} intro={t('request.intro')}>
      <Expander label={t('request.show')} onOpen={() => setWanted(true)}>
        <BlockStack gap="400">
          {preview.isLoading ? <Loading lines={6} /> : null}
          {preview.error ? (
            <ProblemNotice error={preview.error} title={t('fix.failed')} onRetry={() => void preview.refetch()} />
          ) : null}
          {preview.data?.deliveries.length === 0 ? <Text as="p">{t('request.none')}</Text> : null}
          {preview.data?.deliveries.map((delivery) => (
            <Request key={delivery.orderReference} delivery={delivery} />
          ))}
        </BlockStack>
      </Expander>
    </Section>
  );
}

function Request({ delivery }: { delivery: OrderPreview['deliveries'][number] }) {
  const { t } = useTranslation();
  const title = t('delivery.title', { reference: delivery.orderReference });
  const nameOf = useFieldName();
  const phrase = usePhrases();
  const whyOf = useWhy();
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        {title}
      </Text>
      <SimpleTable
        caption={title}
        headings={[t('request.field'), t('request.value'), t('request.origin')]}
        rows={delivery.fields.map(({ field, value, origin, problem, why }) => ({
          key: field,
          cells: [
            nameOf(field),
            value ?? t('app.none'),
            <BlockStack key="origin" gap="100" inlineAlign="start">
              <Text as="span" tone="subdued">
                {phrase(origin)}
              </Text>
              {problem === null ? null : <Mark tone="critical">{whyOf(why, problem)}</Mark>}
            </BlockStack>,
          ],
        }))}
      />
      {delivery.request === null ? null : (
        <Expander label={t('request.exact')}>
          <pre className="panel-json">{JSON.stringify(delivery.request, null, 2)}</pre>
        </Expander>
      )}
    </BlockStack>
  );
}
