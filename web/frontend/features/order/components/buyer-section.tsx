import { useTranslation } from 'react-i18next';
import { localesOf } from '#api-contract/language.ts';
import type { Buyer } from '#api-contract/order.ts';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import { BlockStack, Text } from '../../../ui/layout.ts';
import { OutsideLink } from '../../../ui/outside-link.tsx';
import { Section } from '../../../ui/section.tsx';

/** Whom the parcel is for: to call, to find, and what is in it. */
export function BuyerSection({ buyer, sentTo }: { buyer: Buyer; sentTo: string[] }) {
  const { t, i18n } = useTranslation();
  const { name, phone, address, items, total } = buyer;
  const money = new Intl.NumberFormat(localesOf(i18n.language), { style: 'currency', currency: total.currency });
  const facts: (Fact | null)[] = [
    name === null ? null : { label: t('buyer.name'), value: name },
    phone === null ? null : { label: t('buyer.phone'), value: <Phone number={phone} /> },
    address === null ? null : { label: t('buyer.address'), value: <Address line={address} /> },
    ...sentTo.map((line) => ({ label: t('buyer.sentTo'), value: line })),
    { label: t('buyer.total'), value: money.format(total.amount) },
  ];
  return (
    <Section title={t('buyer.title')}>
      <Facts facts={facts.filter((fact) => fact !== null)} />
      <BlockStack gap="100">
        <Text as="h3" variant="headingSm">
          {t('buyer.items')}
        </Text>
        <ul className="panel-list">
          {items.map(({ name: item, quantity }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines of an order may be the same goods
            <li key={`${index} ${item}`}>{`${quantity} × ${item}`}</li>
          ))}
        </ul>
      </BlockStack>
    </Section>
  );
}

function Phone({ number }: { number: string }) {
  const { t } = useTranslation();
  return (
    <OutsideLink url={`tel:${dialled(number)}`} hint={t('buyer.call', { number })}>
      {number}
    </OutsideLink>
  );
}

/** A whole South African number and what people set between its digits, wherever it stands. */
const ownNumber = /(?<![\d+][\s()./-]*)(?:(?:\+|00)?27[\s()./-]*0?|0)[\s()./-]*[1-9](?:[\s()./-]*\d){8}(?!\d)/;

/** Of a number as a buyer wrote it what a phone is to dial: one number, no extension, no 0 behind the country's code. */
function dialled(number: string): string {
  // A zero is often typed as a letter; in a word and in c/o it is one.
  const text = number.normalize('NFKC').replace(/(?<![\p{L}/])o+(?!\p{L})/giu, (letters) => '0'.repeat(letters.length));
  const own = ownNumber.exec(text)?.[0].replace(/[^\d+]/g, '');
  const parts = text
    .replace('(0)', '')
    .split(/[#;,/&|]|\p{L}+|(?=\+)/u)
    .map((part) => part.replace(/[^\d+]/g, ''))
    .filter(Boolean);
  const line = own ?? parts.find((digits) => digits.length >= 9) ?? parts[0] ?? '';
  return line.replace(/^(?:\+|00)?270?(?=\d{9}$)/, '+27');
}

/** A press opens a map of the person's own choice; nothing is asked of any map before. */
function Address({ line }: { line: string }) {
  const { t } = useTranslation();
  return (
    <>
      {line}
      <br />
      <OutsideLink url={`https://www.openstreetmap.org/search?query=${encodeURIComponent(line)}`} newTab>
        {t('buyer.map')}
      </OutsideLink>
    </>
  );
}
