import type { Reason } from '#api-contract/order.ts';
import type { OrderReference, ShopDomain } from '#placement/ids.ts';
import { prefixOf } from '#placement/order-reference.ts';
import { defineReasons } from '#placement/reason.ts';
import { endReasons } from './end-reasons.ts';
import type { ReferenceConflict } from './order.ts';

/** Reasons that arise after the mapping: the service, references. Codes are stable; the panel translates them. */
export const reason = defineReasons({
  ...endReasons,
  service_down: {
    message: 'The delivery service does not answer at the moment. The order waits; nothing was lost.',
    nextStep: "Nothing to do: we'll keep trying.",
  },
  key_refused: {
    message: 'The delivery service refused the API key. The order waits until the key works.',
    nextStep: 'Check the API key under Settings.',
  },
  address_wrong: {
    message: 'The delivery service refused the account or its address is wrong. The order waits.',
    nextStep: 'Ask the operator of this app to check the service address and the account.',
  },
  too_late: {
    message: 'The delivery could not be sent before the latest time for same-day delivery. It is not booked.',
    nextStep: 'Decide: press Send if it should still be booked.',
  },
  too_late_in_doubt: {
    message:
      'The latest time for same-day delivery has passed, and an earlier answer of the delivery service was lost. When asked, the service did not know {reference}, but a driver may be booked all the same.',
    nextStep:
      'Ask the delivery service about {reference}. If it is not there and should still be booked, press Send: the reference stays, so it cannot book twice.',
  },
  attempts_used_up: {
    message: 'The delivery service did not take this delivery in {attempts} attempts. It is not booked.',
    nextStep: 'Press Send again when the delivery service works.',
  },
  attempts_used_up_in_doubt: {
    message:
      "The delivery service failed {attempts} times for this delivery, and once we didn't get an answer. When asked, the service did not know {reference}, but a driver may be booked all the same.",
    nextStep: 'Press Send again: the reference {reference} stays, so it cannot book twice.',
  },
  refused_by_service: {
    message: 'The delivery service refused this delivery. It is not booked.',
    nextStep:
      "Correct what the service names and press Fix and send. If that is not possible, as outside the service's area, bring the goods another way and fulfil the order in Shopify.",
  },
  refused_after_unknown: {
    message:
      "The delivery service refused this delivery. Earlier we didn't get an answer, so a driver may be booked under {reference}.",
    nextStep:
      'Ask the delivery service about {reference}. If it is not there, correct what the service names and press Fix and send: the reference stays, so it cannot book twice.',
  },
  reference_taken: {
    message:
      'The delivery service has another delivery under the reference {reference}, so these goods were not sent under it.',
    nextStep: 'Give this shop a reference prefix, such as {prefix}, then send again.',
  },
  reference_reserved_here: {
    message:
      'Another order of this shop already uses the reference {reference}, so these goods were not sent under it.',
    nextStep: 'Give this shop a reference prefix, such as {prefix}, then send again.',
  },
  reference_reserved_elsewhere: {
    message:
      'Another shop with the same delivery account already uses the reference {reference}, so these goods were not sent under it.',
    nextStep: 'Give this shop a reference prefix, such as {prefix}, then send again.',
  },
  fate_unknown: {
    message: 'The service never said whether the delivery was booked, and it cannot be asked at the moment.',
    nextStep: 'Ask the delivery service about {reference}, then press Send again: it looks the reference up first.',
  },
  probably_placed: {
    message:
      'The delivery service has a delivery {reference}, but this app cannot see for sure that it is this one. A driver is probably booked.',
    nextStep:
      'Ask the delivery service about {reference}. Send again looks it up once more; send a new delivery only if you are sure that there is none.',
  },
  key_changed_in_doubt: {
    message:
      'An answer of the delivery service was lost, and then the API key was changed. The new key does not show {reference}, but a driver may be booked in the account of the former key.',
    nextStep:
      'Ask the delivery service about {reference}. Send again looks it up once more; send a new delivery only if you are sure that there is none.',
  },
  replaced_in_doubt: {
    message: 'A new delivery {newReference} was sent instead. Whether the service has {reference} too is not known.',
    nextStep: 'Ask the delivery service about {reference}, and have it cancelled there if it exists.',
  },
  redirected: {
    message:
      'The service address answered with a redirect, which is not followed. Whether a driver is booked is unknown.',
    nextStep: 'Ask the operator of this app to correct the service address, then press Send again.',
  },
  slot_not_recognised: {
    message: 'The delivery is booked, but the answer held no time that this app understands.',
    nextStep: 'See the time in the account at the delivery service.',
  },
  asking_service: {
    message: "It is not clear whether the driver was booked, so we're checking.",
    nextStep: "Nothing to do: we'll keep trying.",
  },
  waiting_to_retry: {
    message: "The delivery service did not take the order this time. We'll keep trying.",
    nextStep: 'Nothing to do.',
  },
  reference_replaced: {
    message: 'The reference was taken by another delivery, so these goods go out under {reference}.',
    nextStep: null,
  },
  test_mode_ended: {
    message: 'Test mode has ended, so these goods go out under {reference}.',
    nextStep: null,
  },
  order_cancelled_in_doubt: {
    message:
      'The order was cancelled after an answer of the delivery service was lost. When asked, the service did not know {reference}, but a driver may be booked all the same.',
    nextStep: 'Ask the delivery service about {reference}, and have it cancelled there if it exists.',
  },
  order_ended_in_doubt: {
    message:
      'The order ended, or its goods are gone, after an answer of the delivery service was lost. Nothing more is sent for it, but a driver may be booked under {reference} all the same.',
    nextStep: 'Ask the delivery service about {reference}, and have it cancelled there if it exists.',
  },
  changed_in_doubt: {
    message:
      'An answer of the delivery service was lost, and the order is no longer sent again by itself. A driver may be booked under {reference} all the same.',
    nextStep:
      'Ask the delivery service about {reference}. If it is not there and should still be booked, press Send: the reference stays, so it cannot book twice.',
  },
  run_failed: {
    message:
      'The app failed several times at this order in the same way ({code}), so it stopped trying. What was not sent yet is not sent.',
    nextStep: 'Press Send to try again. If it fails again, tell the support of the app this code.',
  },
  gone_from_shopify: {
    message:
      'Shopify no longer shows this order to the app: it was deleted there, or it is older than 60 days. What still waited was not sent.',
    nextStep: 'If it must still be delivered, book it in your account at the delivery service.',
  },
  note_refused: {
    message: 'Shopify refused to write the delivery time into the order note. The driver comes all the same.',
    nextStep: 'Put right what Shopify says, then press Refresh: it is written again.',
  },
  details_refused: {
    message: 'Shopify refused to keep the delivery details with the order. The driver comes all the same.',
    nextStep: 'Put right what Shopify says, then press Refresh: they are written again.',
  },
  tag_refused: {
    message: 'Shopify refused the tag on the order. The driver comes all the same.',
    nextStep: 'Put right what Shopify says, then press Refresh: it is added again.',
  },
  fulfilment_refused: {
    message: 'Shopify refused to mark the goods as fulfilled. The driver comes all the same.',
    nextStep: 'Put right what Shopify says and press Refresh, or fulfil the order in Shopify yourself.',
  },
  event_refused: {
    message: 'Shopify refused to note how far the delivery is. The delivery itself goes on.',
    nextStep: 'Put right what Shopify says, then press Refresh: it is noted again.',
  },
  order_gone: {
    message: 'Shopify no longer has this order, so nothing can be written into it. The delivery stays booked.',
    nextStep: 'Cancel the delivery if it is no longer wanted.',
  },
  goods_moved: {
    message: 'The goods are no longer fulfilled from this location.',
    nextStep: null,
  },
  goods_brought: {
    message: 'Another delivery of this order brings these goods.',
    nextStep: null,
  },
});

/**
 * The prefix that a person is offered where a reference is taken: the shop's own, since two shops that are offered the
 * same one collide again; another where the reference has that already.
 */
export function offeredPrefix(shop: ShopDomain, taken: OrderReference): string {
  const own = prefixOf(shop);
  return taken.includes(own) ? 'SHOP-' : own;
}

/** Why nothing was sent for `shop` where another order of the same service account holds the reference. */
export function reservedReason(shop: ShopDomain, { sameShop, orderReference }: ReferenceConflict): Reason {
  const code = sameShop ? 'reference_reserved_here' : 'reference_reserved_elsewhere';
  const params = { reference: orderReference, prefix: offeredPrefix(shop, orderReference) };
  return reason(code, params, { field: 'order_reference' });
}
