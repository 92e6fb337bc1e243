import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { readCarrierService, saveCarrierService } from '#storage/checkout-rates.ts';
import { conflict, type HttpProblem } from '../../http-problem.ts';
import { hashOf, newSecret } from './secret.ts';

type Switched = Pick<Context, 'storage' | 'shopify' | 'config'>;

/** What the merchant sees under shipping; buyers see the name of the rate. */
const serviceName = 'Same-day delivery';

/** The path of the callback; the rest of it is the shop and its secret. */
export const checkoutRatesPath = '/api/checkout-rates';

/**
 * Lets checkout ask this app for a rate, at an address that is new each time.
 *
 * @throws HttpProblem 409 where Shopify refuses it: nothing is offered then.
 */
export async function switchOn({ storage: { db }, shopify, config }: Switched, shop: ShopDomain): Promise<void> {
  const secret = newSecret();
  const callbackUrl = `${config.appUrl}${checkoutRatesPath}/${shop}/${secret}`;
  const before = await readCarrierService(db, shop);
  // First, so that the address answers as soon as Shopify knows it.
  await saveCarrierService(db, shop, { secretHash: hashOf(secret) });
  try {
    const service = { name: serviceName, callbackUrl };
    const id = await keepOrCreate(shopify, shop, before, service);
    await saveCarrierService(db, shop, { id });
  } catch (error) {
    await saveCarrierService(db, shop, { secretHash: null });
    throw problemOf(error);
  }
}

/** One that was left behind when it was switched off is used again. */
async function keepOrCreate(
  shopify: Switched['shopify'],
  shop: ShopDomain,
  before: string | null,
  service: { name: string; callbackUrl: string },
): Promise<string> {
  if (before === null) return shopify.createCarrierService(shop, service);
  try {
    await shopify.updateCarrierService(shop, before, service);
    return before;
  } catch (error) {
    if (!isCode(error, shopifyErrorCodes.userError)) throw error;
    return shopify.createCarrierService(shop, service);
  }
}

/** From here on the address answers nobody; where Shopify cannot be told, the service stays there without rates. */
export async function switchOff({ storage: { db }, shopify }: Switched, shop: ShopDomain): Promise<void> {
  await saveCarrierService(db, shop, { secretHash: null });
  const id = await readCarrierService(db, shop);
  if (id === null) return;
  try {
    await shopify.deleteCarrierService(shop, id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (!isCode(error, shopifyErrorCodes.userError)) return;
  }
  await saveCarrierService(db, shop, { id: null });
}

function problemOf(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === shopifyErrorCodes.accessDenied) return scopeMissing();
  if (error.code !== shopifyErrorCodes.userError) return error;
  const plan =
    'Same-day delivery at checkout needs a Shopify plan with carrier-calculated rates: the Advanced plan, or another one with that added.';
  return conflict(
    'no_carrier_rates',
    `${plan} ${error.merchantMessage} Nothing changed at checkout.`,
    'Ask Shopify to add carrier-calculated rates to your plan, then switch it on again.',
    'checkoutRate.enabled',
  );
}

function scopeMissing(): HttpProblem {
  return conflict(
    'write_shipping_missing',
    'Shopify has not let the app add a rate at checkout. Nothing changed there.',
    'Switch it on again and approve the access to shipping that Shopify asks for.',
    'checkoutRate.enabled',
  );
}

const isCode = (error: unknown, code: string): boolean => error instanceof AppError && error.code === code;
