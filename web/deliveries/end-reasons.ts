import type { ReasonCatalogue } from '#placement/reason.ts';

/** Why a delivery ended, failed, or could not be cancelled. */
export const endReasons = {
  cancelled_at_service: {
    message: 'The delivery was cancelled at the delivery service.',
    nextStep: 'Send it as a new delivery if it should go out after all.',
  },
  cancelled_still_fulfilled: {
    message: 'The delivery was cancelled at the delivery service. In Shopify its goods are still marked as fulfilled.',
    nextStep:
      'Send it as a new delivery if it should go out after all. If nobody brings the goods, cancel their fulfilment in Shopify.',
  },
  goes_on_all_the_same: {
    message:
      'This delivery was cancelled, but the delivery service goes on with it all the same. Its driver may come, also beside another one.',
    nextStep: 'Ask the delivery service about {reference}: a driver whom you do not want can only be stopped there.',
  },
  delivery_unheard: {
    message:
      'The driver collected the goods of {reference}. The delivery service has not said that they were delivered, and we no longer ask by ourselves.',
    nextStep:
      'Ask the delivery service where the goods are, and tell the buyer. Then decide: send a new delivery, refund the order in Shopify, or mark this as dealt with.',
  },
  delivery_failed: {
    message: 'The driver could not hand over the goods of {reference}. Nothing was sent again.',
    nextStep: 'Decide: send a new delivery, refund the order in Shopify, or keep the goods at the shop.',
  },
  delivery_returned: {
    message: 'The driver brought the goods of {reference} back. Nothing was sent again.',
    nextStep: 'Decide: send a new delivery, refund the order in Shopify, or keep the goods at the shop.',
  },
  cancelling: {
    message:
      'The delivery is being cancelled at the delivery service. Until the service has confirmed that, the driver stays booked.',
    nextStep:
      'Nothing to do: it is tried until the service answers. If the driver must stop at once, call the service.',
  },
  cancelled_with_order: {
    message: 'The order ended in Shopify, so the delivery was cancelled at the delivery service.',
    nextStep: null,
  },
  cancelled_without_goods: {
    message: 'Shopify shows none of the goods of this delivery any more, so it was cancelled at the delivery service.',
    nextStep: 'Send it as a new delivery if it should go out after all.',
  },
  still_booked_refused: {
    message:
      'The order ended in Shopify, but the delivery service refused to cancel the delivery. The driver is still booked.',
    nextStep:
      'Ask the delivery service to stop {reference}. If the goods arrive all the same, agree with the buyer what to do with them.',
  },
  still_booked_under_way: {
    message:
      'The order ended in Shopify, but the driver already has the goods or has brought them. The delivery was not cancelled.',
    nextStep: 'Ask the delivery service about {reference}, and agree with the buyer what to do with the goods.',
  },
  still_booked_no_way: {
    message: 'The order ended in Shopify, but this delivery cannot be cancelled from here. The driver may still come.',
    nextStep: 'Ask the delivery service to stop {reference}.',
  },
  still_booked_in_doubt: {
    message:
      'The order ended in Shopify, but the delivery service does not say whether the delivery is cancelled. The driver may still come.',
    nextStep: 'Ask the delivery service about {reference}. Refresh looks it up once more.',
  },
  not_placed_again: {
    message:
      'The first delivery was cancelled. The goods were to go out again as {reference}, but that could not be sent. It is not booked.',
    nextStep: 'Press Send to send it.',
  },
  can_be_sent: {
    message: 'What {reference} lacked to be sent is there by now. It was not sent, and no driver is booked for it.',
    nextStep: 'Press Send to send it.',
  },
  not_replaced_refused: {
    message:
      'The delivery service refused to cancel this delivery, so the new one did not go out. The driver is still booked with what was sent first.',
    nextStep: 'Ask the delivery service to change {reference}, or keep it as booked.',
  },
  not_replaced_under_way: {
    message:
      'The driver already has the goods or has brought them. The delivery was not cancelled, and the new one did not go out.',
    nextStep: 'Ask the delivery service about {reference}.',
  },
  not_replaced_no_way: {
    message:
      'This delivery cannot be cancelled from here, so the new one did not go out. The driver is still booked with what was sent first.',
    nextStep: 'Ask the delivery service to change {reference}, or keep it as booked.',
  },
  not_replaced_in_doubt: {
    message:
      'The delivery service does not say whether this delivery is cancelled, so the new one did not go out. The driver may still come with what was sent first.',
    nextStep: 'Ask the delivery service about {reference}. Refresh looks it up once more.',
  },
  not_cancelled_refused: {
    message: 'The delivery service refused to cancel this delivery. The driver is still booked.',
    nextStep: 'Ask the delivery service to stop {reference}, or keep it as booked.',
  },
  not_cancelled_under_way: {
    message: 'The driver already has the goods or has brought them. The delivery was not cancelled.',
    nextStep: 'Ask the delivery service about {reference}.',
  },
  not_cancelled_no_way: {
    message: 'This delivery cannot be cancelled from here. The driver is still booked.',
    nextStep: 'Ask the delivery service to stop {reference}, or keep it as booked.',
  },
  not_cancelled_in_doubt: {
    message: 'The delivery service does not say whether this delivery is cancelled. The driver may still come.',
    nextStep: 'Ask the delivery service about {reference}. Refresh looks it up once more.',
  },
  not_known_there: {
    message:
      'The delivery service has said several times that it no longer knows {reference}. Its driver may still come, or nobody may.',
    nextStep:
      'Ask the delivery service about {reference}. If it was deleted there, send it as a new delivery. Refresh looks it up once more.',
  },
} as const satisfies ReasonCatalogue;
