import { useTranslation } from 'react-i18next';
import type { Overview } from '#api-contract/overview.ts';
import { useTimes } from '../../../shared/times.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { BlockStack, InlineStack, Text } from '../../../ui/layout.ts';
import { Notice, NoticeText } from '../../../ui/notice.tsx';
import { usePhrases } from '../../../ui/phrase-texts.ts';
import { type Action, Press } from '../../../ui/press.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Section } from '../../../ui/section.tsx';
import { Mark } from '../../../ui/state-badge.tsx';
import { useDismissSetup } from '../api/dismiss-setup.ts';
import { usePlaceTestOrder } from '../api/place-test-order.ts';
import { isDone, type SetupStep, stepsOf } from '../setup-steps.ts';

const MailStep = deferred(
  async () => (await import('./mail-step.tsx')).MailStep,
  () => null,
);

interface Props {
  overview: Overview;
  /** Its step is the one thing to do on the screen. */
  leads: boolean;
}

/** A few steps that check themselves off; the first open one shows what to do. */
export function SetupGuide({ overview: { setup }, leads }: Props) {
  const { t } = useTranslation();
  const phrase = usePhrases();
  const times = useTimes();
  const dismiss = useDismissSetup();
  const testOrder = usePlaceTestOrder();
  const steps = stepsOf(setup);
  const done = steps.filter((step) => isDone(setup, step)).length;
  const current = steps.find((step) => !isDone(setup, step));
  const actions: Record<Exclude<SetupStep, 'mailConfirmed'>, Action> = {
    testKeySet: { label: t('setup.testKeySet.action'), url: '/settings#keys' },
    testOrderPlaced: {
      label: t('setup.testOrderPlaced.action'),
      onPress: () => testOrder.mutate(),
      loading: testOrder.isPending,
    },
    locationsComplete: { label: t('setup.locationsComplete.action'), url: '/settings#locations' },
    keySet: { label: t('setup.keySet.action'), url: '/settings#keys' },
    firstPlaced: { label: t('setup.firstPlaced.action'), url: '/rehearsal' },
  };
  return (
    <Section
      title={t('setup.title')}
      intro={t('setup.progress', { done, total: steps.length })}
      aside={
        <Press kind="plain" label={t('setup.dismiss')} onPress={() => dismiss.mutate()} loading={dismiss.isPending} />
      }
    >
      <Progress done={done} total={steps.length} label={t('setup.progress', { done, total: steps.length })} />
      {dismiss.error ? <ProblemNotice error={dismiss.error} onDismiss={dismiss.reset} /> : null}
      {testOrder.error ? <ProblemNotice error={testOrder.error} onDismiss={testOrder.reset} /> : null}
      {testOrder.data ? (
        <Notice
          tone={testOrder.data.ok ? 'success' : 'critical'}
          title={t(testOrder.data.ok ? 'setup.testOrderDone' : 'setup.testOrderFailed')}
          onDismiss={testOrder.reset}
        >
          <NoticeText>{times.slot({ text: phrase(testOrder.data.message) })}</NoticeText>
        </Notice>
      ) : null}
      <ol className="panel-list">
        {steps.map((step, index) => (
          <li key={step} aria-current={step === current ? 'step' : undefined}>
            <BlockStack gap="200">
              <InlineStack align="space-between" gap="200" blockAlign="center">
                <Text as="span" variant={step === current ? 'headingSm' : 'bodyMd'}>
                  {`${index + 1}. ${t(`setup.${step}.title`)}`}
                </Text>
                {isDone(setup, step) ? <Mark tone="success">{t('setup.done')}</Mark> : null}
              </InlineStack>
              {step === current ? (
                <>
                  <Text as="p" tone="subdued">
                    {t(`setup.${step}.text`)}
                  </Text>
                  {step === 'mailConfirmed' ? (
                    <MailStep leads={leads} />
                  ) : (
                    <div>
                      <Press kind={leads ? 'primary' : 'secondary'} {...actions[step]} />
                    </div>
                  )}
                </>
              ) : null}
            </BlockStack>
          </li>
        ))}
      </ol>
    </Section>
  );
}
