import { useTranslation } from 'react-i18next';
import { usePhrases } from '../ui/phrase-texts.ts';
import { useFieldName } from './field-name.ts';

/** Who acted, for a person: Shopify gives the app a staff member's number, never the name. */
export function useWho(): (actor: string) => string {
  const { t } = useTranslation();
  return (actor) => (/^staff( \d+)?$/.test(actor) ? t('who.staff') : t(`who.${actor}`, { defaultValue: actor }));
}

/** "Done" on the whole of an alarm is a decision of its own. */
const decisions: Record<string, 'undelivered.keepToast' | 'drift.settledToast'> = {
  delivery: 'undelivered.keepToast',
  cancellation: 'drift.settledToast',
  items: 'drift.settledToast',
};

interface Entry {
  action: string;
  detail: string;
}

/** What a person did, and in detail, with the fields that it was about by their names; no detail is empty. */
export function useAudited(): (entry: Entry) => [done: string, detail: string] {
  const { t } = useTranslation();
  const detailOf = useDetail();
  return (entry) => {
    const decision = entry.action === 'acknowledge' ? decisions[entry.detail] : undefined;
    if (decision) return [t(decision), ''];
    return [t(`auditAction.${entry.action}`, { defaultValue: entry.action }), detailOf(entry)];
  };
}

function useDetail(): (entry: Entry) => string {
  const { t } = useTranslation();
  const nameOf = useFieldName();
  const phrase = usePhrases();
  const messageOf = useMessage();
  const names = (fields: string) => fields.split(', ').map(nameOf).join(', ');
  const corrected = (text: string) =>
    text.replace(/^corrected ([\w, ]+)/, (_all, fields: string) => t('who.corrected', { fields: names(fields) }));
  return ({ action, detail }) => {
    if (action === 'fix_and_send')
      return detail.replace(/^corrected ([\w, ]+)/, (_all, fields: string) => names(fields));
    if (action === 'acknowledge') {
      const fields = detail.split(', ').map((one) => nameOf(one).replace(/^items: /, `${t('field.items')}: `));
      return fields.join(', ');
    }
    const code = action === 'send_refused' ? /^(?!corrected )[a-z_]+(?= |$)/.exec(detail)?.[0] : undefined;
    if (code === undefined) return corrected(phrase(detail));
    return [messageOf(code), corrected(phrase(detail.slice(code.length + 1)))].filter(Boolean).join(' ');
  };
}

/** A reason by its code alone, in a language that has its text; none where that is about values which nobody kept. */
function useMessage(): (code: string) => string {
  const { i18n } = useTranslation();
  return (code) => {
    const text: unknown = i18n.getResource(i18n.language, 'reasons', `reason.${code}.message`);
    return typeof text === 'string' && !text.includes('{{') ? text : '';
  };
}
