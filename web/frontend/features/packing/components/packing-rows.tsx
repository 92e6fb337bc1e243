import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import type { PackedDelivery } from '#api-contract/packing-list.ts';
import { Anchor } from '../../../ui/anchor.tsx';
import { InlineStack, Text } from '../../../ui/layout.ts';
import { Mark, StateBadge } from '../../../ui/state-badge.tsx';

/** Modules of white around it that scanners need. */
const quietZone = 4;

/** The parcels of one pickup location, each with what goes into it and a box to tick on paper. */
export function PackingRows({ deliveries }: { deliveries: PackedDelivery[] }) {
  const { t } = useTranslation();
  return (
    <ul className="panel-list packing-list">
      {deliveries.map(({ orderId, orderName, orderReference, recipient, items, progress, isLate, needsPerson }) => (
        <li key={orderReference}>
          <span className="packing-box" aria-hidden="true" />
          <div className="panel-grow">
            <InlineStack gap="200" blockAlign="center">
              <Text as="h3" variant="headingMd">
                {orderReference}
              </Text>
              {isLate && progress === null ? <Mark tone="critical">{t('packing.late')}</Mark> : null}
              {needsPerson ? <Mark tone="critical">{t('state.needs_attention')}</Mark> : null}
              {progress === null ? null : <StateBadge state="placed" progress={progress} isLate={isLate} />}
            </InlineStack>
            {needsPerson ? <p>{t('packing.needsPerson')}</p> : null}
            <p className="packing-recipient">{recipient ?? t('packing.unread')}</p>
            <ul className="packing-items">
              {items.map(({ name, quantity, isFragile }, index) => {
                const item = { quantity, name: name ?? t('request.item', { number: index + 1 }) };
                return (
                  // Two lines of an order may say the same, and the list never changes its order.
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above
                  <li key={index}>{t(isFragile ? 'packing.fragile' : 'packing.item', item)}</li>
                );
              })}
            </ul>
            <Anchor url={`/deliveries/${orderId}`}>{t('packing.open', { order: orderName ?? orderReference })}</Anchor>
          </div>
          <QrCode text={orderReference} />
        </li>
      ))}
    </ul>
  );
}

/** A text as a QR code, for a scanner; a person reads the text beside it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="packing-code" viewBox={`0 0 ${size} ${size}`} aria-hidden="true" shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  );
}
