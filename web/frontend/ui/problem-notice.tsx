import { useQueryClient } from '@tanstack/react-query';
import { createContext, type RefObject, useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#api-contract/order.ts';
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
  /** Where asking the same again helps nothing: what the press does instead. */
  retryLabel?: string | undefined;
  /** The app asks again by itself: nobody has to press anything. */
  isAskedAgain?: boolean;
  onDismiss?: (() => void) | undefined;
}

/** A failed call: what happened, what it means, what to do. Stays until read. */
export function ProblemNotice({
  error,
  tone = 'critical',
  title,
  onRetry,
  retryLabel,
  isAskedAgain = false,
  onDismiss,
}: Props) {
  const { t } = useTranslation();
  const kind = error instanceof ApiError ? error.kind : 'unreadable';
  const problem = error instanceof ApiError ? error.problem : null;
  const texts = useProblemTexts()(problem);
  return (
    <Notice
      tone={tone}
      title={title ?? texts?.title ?? t(`problem.${kind}.title`)}
      action={onRetry ? { label: retryLabel ?? t('action.tryAgain'), onPress: onRetry } : undefined}
      onDismiss={onDismiss}
    >
      <NoticeText>{texts?.detail ?? t(`problem.${kind}.detail`)}</NoticeText>
      {isAskedAgain ? <NoticeText>{t('problem.asksAgain')}</NoticeText> : null}
      {texts?.nextStep && !(isAskedAgain && endsByItself(problem)) ? <NoticeText>{texts.nextStep}</NoticeText> : null}
      {texts && problem?.errors ? (
        <FaultyFields count={problem.errors.length}>
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

export type Refusal = Pick<Props, 'error' | 'title'>;

/** Takes over what was refused where its form goes. */
export const KeepRefusal = createContext<((refusal: Refusal | null) => void) | null>(null);

/** Where it stands, for the keyboard to be put there. */
interface At {
  at?: RefObject<HTMLDivElement> | undefined;
}

/** As `ProblemNotice`, for a press: where no readable answer came, nobody knows whether it was done. */
export function PressProblem({ error, title, onDismiss, at }: Refusal & Pick<Props, 'onDismiss'> & At) {
  const { t } = useTranslation();
  const keep = useContext(KeepRefusal);
  const own = useRef<HTMLDivElement>(null);
  const place = at ?? own;
  const presses = useQueryClient().getMutationCache();
  useEffect(() => {
    const form = place.current?.parentElement;
    // Of the order as another press leaves it, it says nothing.
    let isRead = false;
    const end = presses.subscribe(({ type }) => {
      if (type === 'added') isRead = true;
    });
    return () => {
      end();
      if (error instanceof ApiError && error.problem && !isRead && !form?.isConnected) keep?.({ error, title });
    };
  }, [error, title, keep, presses, place]);
  const isUnknown = error instanceof ApiError && ['network', 'unreadable'].includes(error.kind);
  return (
    <div ref={place}>
      <ProblemNotice error={error} title={isUnknown ? t('problem.unanswered') : title} onDismiss={onDismiss} />
    </div>
  );
}

interface OfMutation extends At {
  mutation: { error: Error | null; reset: () => void };
  title: string;
}

/** As `PressProblem`, for as long as a mutation is refused. */
export function MutationProblem({ mutation: { error, reset }, title, at }: OfMutation) {
  return error ? <PressProblem error={error} title={title} onDismiss={reset} at={at} /> : null;
}

/** All there is to do is to ask again. */
const endsByItself = (problem: Problem | null): boolean =>
  /:shopify-(unavailable|throttled)$/.test(problem?.type ?? '');

/** What a screen waits for that has nothing to show yet: said as soon as the app says that it cannot do it for the moment. */
export function WaitNotice({ reason }: { reason: Error | null }) {
  const { t } = useTranslation();
  const waits = reason instanceof ApiError && reason.retryAfterMs !== null;
  return waits ? <ProblemNotice error={reason} tone="warning" title={t('problem.waits')} isAskedAgain /> : null;
}
