import { amountOf } from '../../state/order-figures.ts';
import { plain } from '../field.ts';

export interface Money {
  amount: string;
  currencyCode: string;
}

/** Shop and presentment money of an amount in major units; the simulated shops sell in one currency. */
export function moneyBag(amount: string, currencyCode: string): { shopMoney: Money; presentmentMoney: Money } {
  const money = { amount: trimmed(amount), currencyCode };
  return { shopMoney: money, presentmentMoney: money };
}

export const moneyBagOfCents = (cents: number, currencyCode: string) => moneyBag(amountOf(cents), currencyCode);

/** Decimals leave the Admin API without trailing zeros but with one digit: `349.0`. */
function trimmed(amount: string): string {
  const number = Number(amount);
  return Number.isInteger(number) ? number.toFixed(1) : String(number);
}

export const moneyTypes = {
  MoneyBag: plain<ReturnType<typeof moneyBag>>('shopMoney', 'presentmentMoney'),
  MoneyV2: plain<Money>('amount', 'currencyCode'),
  Weight: plain<{ value: number; unit: string }>('value', 'unit'),
};
