import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AutomationSettings } from '#api-contract/settings.ts';
import { Text } from '../../../../ui/layout.ts';
import { Press } from '../../../../ui/press.tsx';
import { useRehearsed } from '../rehearsed.ts';

interface Props {
  changes: Partial<AutomationSettings>;
  /** Shows the orders themselves. */
  onShow: () => void;
}

/** What comes of the rules, at the lower edge of a window where the orders stand far below them. */
export const RehearsalBar = memo(function RehearsalBar({ changes, onShow }: Props) {
  const { t } = useTranslation();
  const { shown, orders, summary } = useRehearsed(changes);
  if (shown.error || orders.length === 0) return null;
  return (
    <div className="panel-outcome">
      <Text as="p" fontWeight="semibold">
        {summary}
      </Text>
      <Press kind="plain" label={t('rehearsal.results')} onPress={onShow} />
    </div>
  );
});
