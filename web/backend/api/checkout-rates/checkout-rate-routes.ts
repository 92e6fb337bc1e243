import express, { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { isBlocked } from '#deliveries/service-health.ts';
import { checkoutOffer } from '#placement/checkout-rate.ts';
import { checkoutServiceCode, offerInWords } from '#placement/checkout-words.ts';
import type { Context } from '#runtime/context.ts';
import { parseShopDomain } from '#shopify/shop-domain.ts';
import { type CheckoutShop, createCheckoutShops } from '#storage/checkout-rates.ts';
import { untilCallerLeaves } from '../../caller-left.ts';
import { notFound } from '../../http-problem.ts';
import { noteRoute } from '../../request-metrics.ts';
import { addressLimit, checkoutLimit, type Refuse, type RequestLimits } from '../../session/rate-limits.ts';
import { parse } from '../api-call.ts';
import { isSecret } from './secret.ts';

/** A cart of some thousand lines. */
const bodyLimit = '512kb';

const text = z.string().max(255).nullish().catch(null);
const whole = z.coerce.number().nonnegative().catch(0);

/** What Shopify asks with; only what a rate hangs on is read. */
const rateRequest = z.looseObject({
  rate: z.looseObject({
    origin: z.looseObject({ country: text }).nullish().catch(null),
    destination: z.looseObject({
      ...{ country: text, province: text, postal_code: text, address1: text, address2: text, city: text },
      phone: text,
    }),
    items: z.array(
      z.looseObject({
        ...{ quantity: whole, grams: whole, price: whole, requires_shipping: z.boolean().nullish() },
        /** Who ships it: `manual` for the shop itself. */
        fulfillment_service: text,
      }),
    ),
    /** Prices of items are those before discounts. */
    order_totals: z.looseObject({ discount_amount: whole }).nullish().catch(null),
    currency: text,
    locale: text,
  }),
});

/** `/api/checkout-rates/:shop/:secret`: a checkout asks for rates. No session and no signature: the secret is the shop's own. */
export function checkoutRateRoutes(context: Context, limits: RequestLimits): Router {
  return Router({ mergeParams: true }).post(
    '/:shop/:secret',
    demandSecret(context, addressLimit(limits)),
    checkoutLimit(limits),
    express.json({ limit: bodyLimit, type: () => true }),
    answerRates(context),
  );
}

const key = 'checkoutShop';

function demandSecret({ storage }: Context, refuse: Refuse): RequestHandler {
  const readShop = createCheckoutShops(storage.db);
  return async (request, response, next) => {
    noteRoute(request, response);
    const domain = parseShopDomain(String(request.params['shop'] ?? ''));
    const shop = domain === null ? null : await readShop(domain, untilCallerLeaves(response));
    if (isSecret(String(request.params['secret'] ?? ''), shop?.secretHash ?? null)) {
      response.locals[key] = shop;
      next();
      return;
    }
    await refuse(request, response, next, notFound('There is nothing under this address.'));
  };
}

/** From local data only. A 200 without rates: not available; anything else, and Shopify shows the shop's backup rates. */
function answerRates({ clock, courier: { timeZone } }: Context): RequestHandler {
  return (request, response) => {
    const { rate } = parse(rateRequest, request.body);
    const shop = response.locals[key] as CheckoutShop;
    const goods = rate.items.filter((item) => item.requires_shipping !== false);
    const worth = goods.reduce((sum, { quantity, price }) => sum + price * quantity, 0);
    const cart = {
      country: rate.destination.country ?? null,
      province: rate.destination.province ?? null,
      postcode: rate.destination.postal_code ?? null,
      address1: rate.destination.address1 ?? null,
      address2: rate.destination.address2 ?? null,
      city: rate.destination.city ?? null,
      phone: rate.destination.phone ?? null,
      items: goods.map(({ quantity, grams }) => ({ quantity, grams })),
      cents: Math.max(0, worth - (rate.order_totals?.discount_amount ?? 0)),
      currency: rate.currency ?? null,
    };
    const now = clock.now();
    // A breaker that nothing probes lets the next order through, and that order must be able to come.
    const isWorking = shop.isLetIn && !isBlocked(shop.health, now);
    const context = { now, timeZone, hasKey: shop.hasKey, isWorking };
    // Nothing is sent of what others ship, nor from a place abroad, where no driver collects.
    const isOurs = goods.length > 0 && goods.every((item) => (item.fulfillment_service ?? 'manual') === 'manual');
    const isHere = (rate.origin?.country || 'ZA') === 'ZA';
    const offer = isOurs && isHere ? checkoutOffer(cart, shop.settings, context) : null;
    if (!offer) {
      response.json({ rates: [] });
      return;
    }
    const { name, description } = offerInWords(rate.locale ?? null);
    const shown = { service_name: name, service_code: checkoutServiceCode, description, phone_required: true };
    response.json({ rates: [{ ...shown, total_price: String(offer.cents), currency: 'ZAR' }] });
  };
}
