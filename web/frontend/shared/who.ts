import { useTranslation } from 'react-i18next';
import { usePhrases } from '../ui/phrase-texts.ts';
import { useFieldName } from './field-name.ts';

/** Who acted, for a person: Shopify gives the app a staff member's number, never the name. */
export function useWho(): (actor: string) => string {
  const { t } = useTranslation();
  return (actor) => (/^staff( \d+)?$/.test(actor) ? t('who.staff') : t(`who.${actor}`, { defaultValue: actor }));
}

/** What was done in detail, with the fields that a person corrected by their names. */
export function useAuditDetail(): (detail: string) => string {
  const { t } = useTranslation();
  const nameOf = useFieldName();
  const phrase = usePhrases();
  return (detail) =>
    phrase(detail).replace(/^corrected ([\w, ]+)/, (_all, fields: string) =>
      t('who.corrected', { fields: fields.split(', ').map(nameOf).join(', ') }),
    );
}
