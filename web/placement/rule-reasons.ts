import type { ReasonCatalogue } from './reason.ts';

/** Why an order rests, by the rules of eligibility. */
export const ruleReasons = {
  order_cancelled: {
    message: 'The order was cancelled in Shopify, so no delivery is booked.',
    nextStep: null,
  },
  cancelled_but_noted: {
    message:
      'The order was cancelled or refunded. This app knows of no delivery of it, but its note names {reference}: a driver may be booked.',
    nextStep:
      'Ask the delivery service about {reference}, and have it cancelled there if it exists. Then take the line out of the order note.',
  },
  order_refunded: {
    message: 'The order was fully refunded, so no delivery is booked.',
    nextStep: null,
  },
  test_order: {
    message: 'This is a test order and test mode is off, so no driver is sent.',
    nextStep: 'To try the whole way, switch on test mode in Settings and send the order again.',
  },
  not_paid: {
    message:
      'The order is not fully paid ({status}), so no delivery is booked yet. It is looked at again once it is paid.',
    nextStep: 'Collect the payment, or choose "Mark as paid" on the order in Shopify.',
  },
  not_paid_unknown: {
    message: 'Shopify gives no payment status for the order, so no delivery is booked.',
    nextStep: 'Choose "Mark as paid" on the order in Shopify.',
  },
  nothing_to_ship: {
    message: 'Nothing in the order has to be shipped, so there is nothing to deliver.',
    nextStep: null,
  },
  already_fulfilled: {
    message: 'Everything in the order is already fulfilled, so there is nothing left to deliver.',
    nextStep: null,
  },
  third_party_location: {
    message: 'The goods are fulfilled by a third party ({location}), so no driver is sent to collect them.',
    nextStep: 'To deliver them yourself, move the fulfilment to one of your own locations in Shopify.',
  },
  not_delivered: {
    message: 'The order is not delivered to the buyer (pickup, retail or digital), so no driver is sent.',
    nextStep: 'If it must be delivered after all, change its delivery method in Shopify.',
  },
  no_delivery_method: {
    message: 'The order has no delivery method, so it is not sent by itself.',
    nextStep: 'If it is to be delivered to its shipping address, press Send.',
  },
  no_address_no_method: {
    message:
      'The order has neither a delivery address nor a delivery method (a draft order, perhaps), so no driver is sent.',
    nextStep: 'If it is to be delivered, add an address to the order in Shopify, or enter one here and send it.',
  },
  outside_south_africa: {
    message: 'The order goes to {country}, and same-day deliveries are made in South Africa only.',
    nextStep: 'Send it another way, or correct the shipping address in Shopify.',
  },
  before_install: {
    message: 'The order was placed before the app was installed, so it is not sent by itself.',
    nextStep: 'If it still has to be delivered, press Send.',
  },
  manual_mode: {
    message: 'Deliveries are sent by hand in this shop, so the order waits for a person.',
    nextStep: 'Press Send, or switch on automatic sending in Settings.',
  },
  method_mismatch: {
    message: 'The delivery method ({methods}) is not one of those sent by same-day delivery.',
    nextStep: 'Press Send to deliver it anyway, or add the method in Settings.',
  },
  method_edited: {
    message:
      'An edit of the order changed its delivery method from {kept} to {methods}, which is not one of those sent by same-day delivery.',
    nextStep: 'Press Send if a driver is to bring it all the same. If it goes another way, fulfil it in Shopify.',
  },
  condition_location: {
    message: 'The goods are at {location}, which your rules leave out.',
    nextStep: 'Press Send to deliver it anyway, or change the locations in Settings.',
  },
  condition_tag_missing: {
    message: 'The order has none of the tags that your rules ask for ({tags}).',
    nextStep: 'Press Send to deliver it anyway, or add the tag to the order.',
  },
  condition_tag_excluded: {
    message: 'The order has the tag {tag}, which your rules leave out.',
    nextStep: 'Press Send to deliver it anyway, or remove the tag from the order.',
  },
  condition_province: {
    message: 'The province of the delivery address is not one that your rules serve.',
    nextStep: 'Press Send to deliver it anyway, or change the provinces in Settings.',
  },
  condition_postcode: {
    message: 'The postcode of the delivery address is not one that your rules serve.',
    nextStep: 'Press Send to deliver it anyway, or change the postcodes in Settings.',
  },
  condition_value: {
    message: 'The order is worth {value} {currency}, less than the {min} {currency} that your rules ask for.',
    nextStep: 'Press Send to deliver it anyway, or change the value in Settings.',
  },
  fraud_risk_high: {
    message:
      'Shopify found a high risk of fraud and recommends to cancel the order, so no driver is sent until a person has decided.',
    nextStep:
      'Look at the fraud analysis on the order in Shopify. Cancel it there, or press Send if the buyer is genuine.',
  },
  fraud_risk_medium: {
    message: 'Shopify found a medium risk of fraud, so no driver is sent until a person has decided.',
    nextStep: 'Ask the buyer about the order, then cancel it in Shopify or press Send.',
  },
  condition_weight: {
    message: 'The order weighs {weightKg} kg, more than the {maxKg} kg that your rules allow.',
    nextStep: 'Press Send to deliver it anyway, or change the weight in Settings.',
  },
  implausible_weight: {
    message:
      'One {item} weighs {weightKg} kg, more than the {maxKg} kg that count as plausible, so no driver is sent yet.',
    nextStep: 'Correct the weight of the product in Shopify, or press Send if it is right.',
  },
  implausible_quantity: {
    message:
      'The order asks for {quantity} × {item}, more than the {max} that count as plausible, so no driver is sent yet.',
    nextStep: 'Ask the buyer whether that is meant, and press Send if it is.',
  },
  parcel_unreadable: {
    message:
      'The metafield {metafield} of {item} reads "{text}", which is no size the app can use, so no driver is sent yet.',
    nextStep:
      'Write it in Shopify as in 10 x 20 x 30 cm, each up to 10 m, and press Send. While it is wrong, Send uses the measures of the product, or the default parcel.',
  },
  fulfillment_scheduled: {
    message: 'The fulfilment is scheduled for later in Shopify, so the delivery waits until it opens.',
    nextStep: 'To send it now, choose "Fulfil early" on the order in Shopify.',
  },
  fulfillment_scheduled_unshown: {
    message:
      'The fulfilment is scheduled for later in Shopify. By then the order is older than the 60 days for which Shopify shows it to the app, so no driver is sent by itself: you are asked then.',
    nextStep:
      'Once it opens, book it in your account at the delivery service. To send it now, choose "Fulfil early" on the order in Shopify.',
  },
  fulfillment_on_hold: {
    message: 'The fulfilment is on hold in Shopify ({hold}), so the delivery waits until the hold is released.',
    nextStep: 'Release the hold on the order in Shopify.',
  },
  edit_window: {
    message: 'The order can still be changed for {minutes} minutes after payment; it is sent when they are over.',
    nextStep: 'Press Send to deliver it now.',
  },
  edit_window_too_late: {
    message:
      'The order can still be changed until after the latest time for same-day delivery, so no driver is sent by itself.',
    nextStep: 'Press Send once the buyer changes nothing more: the delivery gets the next free slot.',
  },
  partly_handed_over: {
    message:
      'Some of the goods were handed over in the shop. Nobody can mark the rest as packed in Shopify any more, so no driver is sent by itself.',
    nextStep: 'Press Send once the rest is packed.',
  },
  waiting_in_progress: {
    message: 'The delivery is sent when the fulfilment is marked as in progress.',
    nextStep: 'Mark the fulfilment as in progress in Shopify, or press Send to deliver it now.',
  },
  waiting_prepared: {
    message: 'The delivery is sent when all of its goods are marked as prepared for local delivery.',
    nextStep: 'Mark the goods as prepared in Shopify, or press Send to deliver them now.',
  },
  waiting_for_day: {
    message: 'The order is meant for {day}, so the delivery waits until that day.',
    nextStep: 'Press Send to deliver it now.',
  },
  waiting_for_day_unshown: {
    message:
      'The order is meant for {day}. By then it is older than the 60 days for which Shopify shows it to the app, so no driver is sent by itself: you are asked on that day.',
    nextStep:
      'On that day, book it in your account at the delivery service. Press Send only if it may be delivered now.',
  },
  delivery_day_unreadable: {
    message: 'The order names a day in "{attribute}" that is no date the app understands, so no driver is sent yet.',
    nextStep: 'Read the day on the order in Shopify, and press Send on that day.',
  },
  delivery_day_too_far: {
    message: 'The order is meant for {day}, which is more than a year away, so no driver is sent yet.',
    nextStep:
      'If the year is mistyped, correct the day on the order in Shopify: the order is then decided again. If it is meant, book it in your account at the delivery service on that day.',
  },
  closed_on_day: {
    message:
      'The order is meant for {day}, when the goods cannot be collected by the opening hours in Settings: no driver comes on that day.',
    nextStep:
      'Agree on another day with the buyer and change it on the order, or open the location on that day in Settings.',
  },
  delivery_day_passed: {
    message: 'The order was meant for {day}, which has passed, so no driver was sent by itself.',
    nextStep: 'Ask the buyer whether it is still wanted, and press Send if it is.',
  },
  outside_hours: {
    message: 'The goods cannot be collected at this time, so the delivery waits until the location opens.',
    nextStep: 'Press Send to deliver it now, or change the opening hours in Settings.',
  },
  opens_too_late: {
    message:
      'The goods can be collected only after the latest time for same-day delivery, so no driver was sent by itself.',
    nextStep: 'Press Send when the goods can be collected: the delivery gets the next free slot.',
  },
  never_open: {
    message: 'By the opening hours in Settings the goods can never be collected, so no driver is sent.',
    nextStep: 'Correct the hours and closed days of the location in Settings: the order is then decided again.',
  },
  paused: {
    message: 'The shop is paused, so the order waits and nothing is sent.',
    nextStep: 'Press Resume on Home.',
  },
  test_mode: {
    message: 'Test mode is on, so this paid order waits.',
    nextStep: 'End test mode under Settings: the order is then decided again.',
  },
  no_key: {
    message: 'There is no API key of the delivery service yet, so the order waits.',
    nextStep: 'Enter the API key in Settings.',
  },
  no_test_key: {
    message: 'Test mode is on and there is no test API key yet, so the order waits.',
    nextStep: 'Enter the test API key in Settings, or switch test mode off.',
  },
  too_late_cut_off: {
    message: 'The cut-off of {cutOff} has passed, so no driver was sent by itself.',
    nextStep: 'Press Send if it should still go: it gets the next free slot, which may be on another day.',
  },
  too_old: {
    message: 'The order could have been sent more than {hours} hours ago, so no driver was sent by itself.',
    nextStep: 'Press Send if it should still go: it gets the next free slot.',
  },
} as const satisfies ReasonCatalogue;
