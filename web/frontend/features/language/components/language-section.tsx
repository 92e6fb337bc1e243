import { useTranslation } from 'react-i18next';
import { languages } from '#api-contract/language.ts';
import { showToast } from '../../../app-bridge.ts';
import { chooseLanguage, languageNames, switchLanguage } from '../../../i18n.ts';
import { MenuOf } from '../../../ui/choices.tsx';
import { BlockStack, Text } from '../../../ui/layout.ts';
import { MutationProblem } from '../../../ui/problem-notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { useChooseLanguage } from '../own-language.ts';

/** The panel's language for the person who chooses; used at once, apart from what the shop saves. */
export function LanguageSection() {
  const { t, i18n } = useTranslation();
  const choose = useChooseLanguage();
  const current = chooseLanguage(i18n.language);
  return (
    <Section title={t('language.title')} intro={t('language.intro')}>
      <BlockStack gap="200">
        <MutationProblem mutation={choose} title={t('language.notKept')} />
        <MenuOf
          label={t('language.label')}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={choose.isPending ? choose.variables : current}
          onChange={(language) =>
            choose.mutate(language, {
              onSuccess: async () => {
                await switchLanguage(i18n, language);
                showToast(i18n.t('language.kept'));
              },
            })
          }
        />
        {current === 'en' ? null : (
          <Text as="p" tone="subdued">
            {t('language.unchecked')}
          </Text>
        )}
      </BlockStack>
    </Section>
  );
}
