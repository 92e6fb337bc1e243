import { cents } from '../../state/order-figures.ts';
import type { AttributeRecord, LineRecord } from '../../state/order-records.ts';
import { field, plain } from '../field.ts';
import { idField } from './identity.ts';
import { moneyBag, moneyBagOfCents } from './money.ts';

const unitPrice = field((line: LineRecord) => moneyBag(line.unitPrice, line.currency));
const total = (quantity: (line: LineRecord) => number) =>
  field((line: LineRecord) => moneyBagOfCents(cents(line.unitPrice) * quantity(line), line.currency));

export const lineItemTypes = {
  LineItem: {
    ...idField,
    ...plain<LineRecord>('title', 'variantTitle', 'sku', 'vendor', 'quantity', 'currentQuantity', 'requiresShipping'),
    ...plain<LineRecord>('isGiftCard', 'weight', 'variant', 'product', 'customAttributes'),
    name: field((line: LineRecord) => (line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title)),
    unfulfilledQuantity: field((line: LineRecord) => Math.max(0, line.currentQuantity - line.fulfilledQuantity)),
    refundableQuantity: field((line: LineRecord) => line.currentQuantity),
    originalUnitPriceSet: unitPrice,
    discountedUnitPriceSet: unitPrice,
    discountedUnitPriceAfterAllDiscountsSet: unitPrice,
    originalTotalSet: total((line) => line.quantity),
    discountedTotalSet: total((line) => line.quantity),
  },
  Attribute: plain<AttributeRecord>('key', 'value'),
};
