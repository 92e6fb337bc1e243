import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { localesOf } from '#api-contract/language.ts';
import type { AutomationSettings } from '#api-contract/settings.ts';
import { useOtherZone } from '../../../shared/times.ts';
import { BlockStack, Box, Text } from '../../../ui/layout.ts';

/** The rules as sentences with an example: what a form says in twenty fields, read in five seconds. */
export function RulesInWords({ rules }: { rules: AutomationSettings }) {
  const { t, i18n } = useTranslation();
  const zone = useOtherZone();
  const at = (time: string) => (zone === null ? time : `${time} ${zone}`);
  const list = new Intl.ListFormat(localesOf(i18n.language), { type: 'disjunction' });
  const methods = rules.deliveryMethodTexts.map((text) => `“${text}”`);
  const which =
    rules.mode === 'matching' && methods.length > 0
      ? t('words.matching', { methods: list.format(methods) })
      : t(rules.mode === 'matching' ? 'words.localOnly' : `words.${rules.mode}`);
  const sentences = rules.mode === 'manual' ? [which] : [which, ...timing(rules, at, t)];
  return (
    <Box background="bg-surface-secondary" borderRadius="200" padding="300">
      <BlockStack gap="100">
        <div aria-live="polite">
          <Text as="p" fontWeight="semibold">
            {sentences.join(' ')}
          </Text>
        </div>
        {rules.mode === 'manual' ? null : (
          <Text as="p" tone="subdued">
            {example(rules, at, t)}
          </Text>
        )}
        {rules.testMode ? <Text as="p">{t('words.testMode')}</Text> : null}
      </BlockStack>
    </Box>
  );
}

/** A local time, with its zone where that must be said. */
type WriteTime = (time: string) => string;

function timing(rules: AutomationSettings, at: WriteTime, t: TFunction): string[] {
  return [
    t(`words.${rules.trigger}`, { count: rules.editWindowMinutes }),
    rules.cutOff === null ? '' : t('words.cutOff', { time: at(rules.cutOff) }),
    t('words.maxAge', { count: rules.maxAgeHours }),
  ].filter((sentence) => sentence !== '');
}

/** An order paid at ten in the morning. */
function example(rules: AutomationSettings, at: WriteTime, t: TFunction): string {
  if (rules.trigger === 'inProgress') return t('words.exampleInProgress');
  if (rules.trigger === 'prepared') return t('words.examplePrepared');
  const minutes = rules.trigger === 'afterEditWindow' ? rules.editWindowMinutes : 0;
  const atMinute = 10 * 60 + (Number.isFinite(minutes) ? minutes : 0);
  const sent = `${String(Math.floor(atMinute / 60) % 24).padStart(2, '0')}:${String(atMinute % 60).padStart(2, '0')}`;
  const isLate = rules.cutOff !== null && sent > rules.cutOff;
  return t(isLate ? 'words.exampleLate' : 'words.example', { sent: at(sent) });
}
