import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DriftItem, DriftView } from '#api-contract/drift.ts';
import type { DeliveryView } from '#api-contract/order.ts';
import { dayName, useTimes } from '../../../shared/times.ts';
import { useWho } from '../../../shared/who.ts';
import { BlockStack } from '../../../ui/layout.ts';
import { Notice, NoticeText } from '../../../ui/notice.tsx';
import { usePhrases } from '../../../ui/phrase-texts.ts';
import { Section } from '../../../ui/section.tsx';
import { SimpleTable } from '../../../ui/simple-table.tsx';
import { CallOff } from './call-off.tsx';
import { CloseAlarm } from './close-alarm.tsx';
import { PlaceAgain } from './place-again.tsx';
import { SendGoods } from './send-goods.tsx';

/** Named whole: the texts are searched for by their keys. */
const wordsOf = {
  drift: { title: 'drift.title', text: 'drift.text', now: 'drift.now', closed: 'drift.closed' },
  laterDay: { title: 'laterDay.title', text: 'laterDay.text', now: 'laterDay.now', closed: 'laterDay.closed' },
  locationClosed: {
    title: 'closedThen.title',
    text: 'closedThen.text',
    now: 'column.location',
    closed: 'closedThen.closed',
  },
  // Decided above, with presses of its own: only what became of it stands here.
  undelivered: {
    title: 'undelivered.title',
    text: 'undelivered.title',
    now: 'drift.now',
    closed: 'undelivered.closed',
  },
  unheard: {
    title: 'unheard.title',
    text: 'unheard.title',
    now: 'drift.now',
    closed: 'head.decided',
  },
} as const;

interface Props {
  orderId: string;
  delivery: DeliveryView;
  /** False where something else stands first: two banners would fight. */
  isFirst: boolean;
}

/** The order changed after its delivery was placed: an alarm until a person has dealt with it, then who did and when. */
export function DriftNotice({ orderId, isFirst, delivery }: Props) {
  const { orderReference, drift, alarm } = delivery;
  const { t } = useTranslation();
  const matters = mattersOf(drift);
  const [first] = matters;
  if (first === undefined) return null;
  if (alarm === null) return <Matters matters={matters} />;
  const reference = { reference: orderReference };
  const words = { label: t('drift.done'), hint: t('drift.doneHint', reference), toast: t('drift.doneToast') };
  return (
    <Frame isFirst={isFirst} title={t(first.words.title)}>
      <Matters matters={matters} />
      <NoticeText>{t('drift.doneHelp')}</NoticeText>
      <CloseAlarm orderId={orderId} delivery={delivery} words={words}>
        {drift.some(({ about }) => about === 'goods_without_driver') ? (
          <SendGoods orderId={orderId} orderReference={orderReference} />
        ) : null}
      </CloseAlarm>
      {isFirst && isUnfitDriver(delivery) ? (
        <CallOff isChoice orderId={orderId} orderReference={orderReference} label={t('head.callOff')} />
      ) : null}
      {mayPlaceAgain(delivery) ? <PlaceAgain orderId={orderId} orderReference={orderReference} /> : null}
    </Frame>
  );
}

function kindOf({ about, field }: DriftItem): keyof typeof wordsOf {
  if (about === 'not_delivered') return field === 'items' ? 'unheard' : 'undelivered';
  if (about === 'location_closed') return 'locationClosed';
  return about === 'later_day' ? 'laterDay' : 'drift';
}

interface Matter {
  words: (typeof wordsOf)[keyof typeof wordsOf];
  items: DriftView[];
  isOpen: boolean;
}

/** What a person is told of, the gravest first; before all, what nobody has dealt with. */
function mattersOf(drift: DriftView[]): Matter[] {
  const of = (kind: keyof typeof wordsOf) => drift.filter((item) => kindOf(item) === kind);
  return (['drift', 'locationClosed', 'laterDay', 'undelivered', 'unheard'] as const)
    .map((kind) => ({ words: wordsOf[kind], items: of(kind) }))
    .filter(({ items }) => items.length > 0)
    .map((matter) => ({ ...matter, isOpen: matter.items.some(({ closed }) => closed === null) }))
    .sort((one, other) => Number(other.isOpen) - Number(one.isOpen));
}

function Matters({ matters }: { matters: Matter[] }) {
  const { t } = useTranslation();
  return (
    <BlockStack gap="200">
      {matters.map(({ words, items, isOpen }) => (
        <Fragment key={words.title}>
          <NoticeText>{t(isOpen ? words.text : words.closed)}</NoticeText>
          <DriftTable words={words} items={items} />
        </Fragment>
      ))}
    </BlockStack>
  );
}

/** Its driver can still be called off, and the order wants its goods brought otherwise; for another day a new one would come too soon. */
function mayPlaceAgain({ state, progress, cancelling, drift }: DeliveryView): boolean {
  const open = drift.filter(({ closed }) => closed === null);
  const isAsked = open.some(
    ({ about, field }) => (about === 'request' && field !== 'delivery_method') || about === 'goods_gone',
  );
  // A driver who comes later than promised has a field of that name, too.
  const isOtherDay = open.some(({ about, field }) => about === 'request' && field === 'delivery_day');
  return state === 'placed' && progress === null && !cancelling && isAsked && !isOtherDay;
}

/** He comes at a time that may not do, and can still be cancelled. */
function isUnfitDriver({ state, progress, cancelling, drift }: DeliveryView): boolean {
  const isOpen = drift.some((item) => ['laterDay', 'locationClosed'].includes(kindOf(item)) && item.closed === null);
  return state === 'placed' && progress === null && !cancelling && isOpen;
}

function Frame({ isFirst, title, children }: { isFirst: boolean; title: string; children: ReactNode }) {
  if (!isFirst) return <Section title={title}>{children}</Section>;
  return (
    <Notice tone="warning" title={title}>
      {children}
    </Notice>
  );
}

/** What became of the order itself or of its delivery is in the app's words, all else in the merchant's or the buyer's. */
const inOurWords: readonly DriftItem['about'][] = [
  ...(['order_ended', 'on_hold', 'not_delivered', 'fraud_risk', 'location_closed'] as const),
];

function DriftTable({ words, items }: Pick<Matter, 'words' | 'items'>) {
  const { t, i18n } = useTranslation();
  const phrase = usePhrases();
  const whoIs = useWho();
  const times = useTimes();
  const saidOf = ({ about, field }: DriftItem, value: string) => {
    if (field === 'delivery_day' && /^\d{4}-\d\d-\d\d$/.test(value)) return dayName(i18n.language, value);
    return (inOurWords.includes(about) ? times.slot({ text: phrase(value) }) : value) || t('app.none');
  };
  return (
    <SimpleTable
      isLabelled
      caption={t(words.title)}
      headings={[t('drift.field'), t('drift.placed'), t(words.now), t('drift.state')]}
      rows={items.map(({ closed, ...item }) => ({
        key: item.field,
        cells: [
          item.about === 'goods_gone' || item.about === 'goods_without_driver'
            ? t(item.about === 'goods_gone' ? 'drift.goodsGone' : 'drift.goods', {
                name: item.field.replace(/^[^:]*: /, ''),
              })
            : t(`field.${item.field}`, { defaultValue: item.field }),
          saidOf(item, item.placed),
          saidOf(item, item.now),
          closed ? t('drift.closedBy', { who: whoIs(closed.by), when: times.dateTime(closed.at) }) : t('drift.open'),
        ],
      }))}
    />
  );
}
