import { setTimeout as pause } from 'node:timers/promises';
import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { forgetRemovedService, readCarrierService, saveCarrierService } from '#storage/checkout-rates.ts';
import { conflict, type HttpProblem } from '../../http-problem.ts';
import { hashOf, newSecret } from './secret.ts';

type Switched = Pick<Context, 'storage' | 'shopify' | 'config'>;

/** What the merchant sees under shipping; buyers see the name of the rate. */
const serviceName = 'Same-day delivery';

/** The path of the callback; the rest of it is the shop and its secret. */
const checkoutRatesPath = '/api/checkout-rates';

/** Whatever the app's own address was: what the callbacks of this shop's carrier service have in common. */
const pathOf = (shop: ShopDomain): string => `${checkoutRatesPath}/${shop}/`;

/**
 * Lets checkout ask this app for a rate, at an address that is new each time.
 *
 * @throws HttpProblem 409, or AppError, where Shopify refuses it: nothing is offered then.
 */
export async function switchOn({ storage: { db }, shopify, config }: Switched, shop: ShopDomain): Promise<void> {
  const secret = newSecret();
  const callbackUrl = `${config.appUrl}${pathOf(shop)}${secret}`;
  const { id: before } = await readCarrierService(db, shop);
  // First, so that the address answers as soon as Shopify knows it.
  await saveCarrierService(db, shop, { id: null, secretHash: hashOf(secret) });
  try {
    const service = { name: serviceName, callbackUrl };
    const id = await keepOrCreate(shopify, shop, before, service);
    await saveCarrierService(db, shop, { id });
  } catch (error) {
    await saveCarrierService(db, shop, { id: before, secretHash: null });
    throw problemOf(error);
  }
}

/** One that was left behind, by switching off or by an answer of Shopify that was lost, is used again. */
async function keepOrCreate(
  shopify: Switched['shopify'],
  shop: ShopDomain,
  before: string | null,
  service: { name: string; callbackUrl: string },
): Promise<string> {
  if (before !== null && (await isDone(shopify.updateCarrierService(shop, before, service)))) return before;
  const found = await shopify.findCarrierService(shop, pathOf(shop));
  if (found === null) return shopify.createCarrierService(shop, service);
  await shopify.updateCarrierService(shop, found, service);
  return found;
}

/**
 * From here on the address answers nobody; where Shopify cannot be told, the service stays there without rates.
 *
 * @returns false where it was switched on meanwhile: the service of that may be the one that was removed.
 */
export async function switchOff({ storage: { db }, shopify }: Switched, shop: ShopDomain): Promise<boolean> {
  await saveCarrierService(db, shop, { secretHash: null });
  const { id } = await readCarrierService(db, shop);
  try {
    await removeService(shopify, shop, id);
    await forgetRemovedService(db, shop);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return staysOff(db, shop);
}

/** Longer than Shopify takes; after it, whoever was switching it on has died. */
const mostLooks = 50;
const lookEveryMs = 200;

async function staysOff(db: Switched['storage']['db'], shop: ShopDomain): Promise<boolean> {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const { id, secretHash } = await readCarrierService(db, shop);
    if (secretHash === null) return true;
    if (id !== null) return false;
    await pause(lookEveryMs);
  }
  return false;
}

async function removeService(shopify: Switched['shopify'], shop: ShopDomain, id: string | null): Promise<void> {
  if (id !== null && (await isDone(shopify.deleteCarrierService(shop, id)))) return;
  const found = await shopify.findCarrierService(shop, pathOf(shop));
  if (found !== null) await shopify.deleteCarrierService(shop, found);
}

/** False where Shopify refuses it, as for an id that it does not know any more. */
async function isDone(change: Promise<void>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (isCode(error, shopifyErrorCodes.userError)) return false;
    throw error;
  }
}

function problemOf(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === shopifyErrorCodes.accessDenied) return scopeMissing();
  // Shopify has one code for every refusal; only its words tell the plan's.
  if (error.code !== shopifyErrorCodes.userError || !/carrier.calculated/iu.test(error.merchantMessage)) return error;
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
