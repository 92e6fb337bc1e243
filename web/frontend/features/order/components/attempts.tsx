import { useTranslation } from 'react-i18next';
import type { DeliveryView } from '#api-contract/order.ts';
import { useTimes } from '../../../shared/times.ts';
import { Expander } from '../../../ui/expander.tsx';
import { usePhrases } from '../../../ui/phrase-texts.ts';
import { SimpleTable } from '../../../ui/simple-table.tsx';

/** Every attempt to place this delivery, with the service's own words. */
export function Attempts({ attempts }: { attempts: DeliveryView['attempts'] }) {
  const { t } = useTranslation();
  const times = useTimes();
  const phrase = usePhrases();
  if (attempts.length === 0) return null;
  return (
    <Expander label={t('attempts.title', { count: attempts.length })}>
      <SimpleTable
        caption={t('attempts.title', { count: attempts.length })}
        headings={[t('attempts.at'), t('attempts.outcome'), t('attempts.answer')]}
        rows={attempts.map(({ at, outcome, httpStatus, message }) => ({
          key: `${at} ${outcome}`,
          cells: [
            times.dateTime(at),
            t(`outcome.${outcome}`, { defaultValue: outcome }),
            [httpStatus, message && phrase(message)].filter((part) => part !== null).join(' · '),
          ],
        }))}
      />
    </Expander>
  );
}
