import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimes } from '../../../shared/times.ts';
import { useAudited, useWho } from '../../../shared/who.ts';
import { Expander } from '../../../ui/expander.tsx';
import { BlockStack, Text } from '../../../ui/layout.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { SimpleTable } from '../../../ui/simple-table.tsx';
import { Loading } from '../../../ui/skeleton.tsx';
import { useOrderAudit } from '../api/list-audit.ts';

/** Who did what to this order. */
export function OrderAudit({ orderId }: { orderId: string }) {
  const { t } = useTranslation();
  const times = useTimes();
  const whoIs = useWho();
  const audited = useAudited();
  const [isWanted, setWanted] = useState(false);
  const audit = useOrderAudit(orderId, isWanted);
  return (
    <Section title={t('audit.title')} intro={t('audit.intro')}>
      <Expander label={t('audit.show')} onOpen={() => setWanted(true)}>
        <BlockStack gap="200">
          {audit.isLoading ? <Loading lines={3} /> : null}
          {audit.error ? (
            <ProblemNotice error={audit.error} title={t('audit.failed')} onRetry={() => void audit.refetch()} />
          ) : null}
          {audit.data?.entries.length === 0 ? <Text as="p">{t('audit.none')}</Text> : null}
          {audit.data && audit.data.entries.length > 0 ? (
            <SimpleTable
              caption={t('audit.title')}
              headings={[t('audit.at'), t('audit.actor'), t('audit.action')]}
              rows={audit.data.entries.map((entry, index) => ({
                key: `${entry.at} ${index}`,
                cells: [times.dateTime(entry.at), whoIs(entry.actor), audited(entry).filter(Boolean).join(': ')],
              }))}
            />
          ) : null}
        </BlockStack>
      </Expander>
    </Section>
  );
}
