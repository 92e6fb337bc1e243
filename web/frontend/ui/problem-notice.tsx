import { useTranslation } from 'react-i18next';
import { ApiError } from '../api-client.ts';
import { FaultyFields } from './faulty-fields.tsx';
import { Notice, NoticeText } from './notice.tsx';
import { useProblemTexts } from './problem-texts.ts';

interface Props {
  error: Error;
  /** Default critical; warning where what was read before is still shown. */
  tone?: 'critical' | 'warning';
  /** What it means here, e.g. "The deliveries could not be loaded". */
  title?: string | undefined;
  onRetry?: (() => void) | undefined;
  onDismiss?: (() => void) | undefined;
}

/** A failed call: what happened, what it means, what to do. Stays until read. */
export function ProblemNotice({ error, tone = 'critical', title, onRetry, onDismiss }: Props) {
  const { t } = useTranslation();
  const kind = error instanceof ApiError ? error.kind : 'unreadable';
  const problem = error instanceof ApiError ? error.problem : null;
  const texts = useProblemTexts()(problem);
  return (
    <Notice
      tone={tone}
      title={title ?? texts?.title ?? t(`problem.${kind}.title`)}
      action={onRetry ? { label: t('action.tryAgain'), onPress: onRetry } : undefined}
      onDismiss={onDismiss}
    >
      <NoticeText>{texts?.detail ?? t(`problem.${kind}.detail`)}</NoticeText>
      {texts?.nextStep ? <NoticeText>{texts.nextStep}</NoticeText> : null}
      {texts && problem?.errors ? (
        <FaultyFields key={JSON.stringify(problem.errors)} count={problem.errors.length}>
          {texts.errors.map(({ field, message }) => (
            <NoticeText
              key={`${field} ${message}`}
            >{`${t(`field.${field}`, { defaultValue: field })}: ${message}`}</NoticeText>
          ))}
        </FaultyFields>
      ) : null}
    </Notice>
  );
}
