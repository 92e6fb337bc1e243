import { defineReasons } from './reason.ts';

/** Every reason this folder gives: the rules of eligibility first, then what a mapped value can lack. */
export const placementReason = defineReasons({
  order_cancelled: {
    message: 'The order was cancelled in Shopify, so no delivery is placed.',
    nextStep: null,
  },
  order_refunded: {
    message: 'The order was fully refunded, so no delivery is placed.',
    nextStep: null,
  },
  test_order: {
    message: 'This is a test order and test mode is off, so no driver is sent.',
    nextStep: 'To try the whole way, switch on test mode in Settings and send the order again.',
  },
  not_paid: {
    message:
      'The order is not fully paid ({status}), so no delivery is placed yet. It is looked at again once it is paid.',
    nextStep: 'Collect the payment, or choose "Mark as paid" on the order in Shopify.',
  },
  not_paid_unknown: {
    message: 'Shopify gives no payment status for the order, so no delivery is placed.',
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
  condition_weight: {
    message: 'The order weighs {weightKg} kg, more than the {maxKg} kg that your rules allow.',
    nextStep: 'Press Send to deliver it anyway, or change the weight in Settings.',
  },
  fulfillment_scheduled: {
    message: 'The fulfilment is scheduled for later in Shopify, so the delivery waits until it opens.',
    nextStep: 'To send it now, choose "Fulfil early" on the order in Shopify.',
  },
  fulfillment_on_hold: {
    message: 'The fulfilment is on hold in Shopify ({hold}), so the delivery waits until the hold is released.',
    nextStep: 'Release the hold on the order in Shopify.',
  },
  edit_window: {
    message: 'The order can still be changed for {minutes} minutes after payment; it is sent when they are over.',
    nextStep: 'Press Send to deliver it now.',
  },
  waiting_in_progress: {
    message: 'The delivery is sent when the fulfilment is marked as in progress.',
    nextStep: 'Mark the fulfilment as in progress in Shopify, or press Send to deliver it now.',
  },
  paused: {
    message: 'Sending is paused for this shop, so the order waits.',
    nextStep: 'Switch sending on again in Settings.',
  },
  test_mode: {
    message: 'Test mode is on, so this paid order waits and gets no driver.',
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
    nextStep: 'Still send? Press Send: the delivery gets the next free slot, which may be on another day.',
  },
  too_old: {
    message: 'The order was paid more than {hours} hours ago, so no driver was sent by itself.',
    nextStep: 'Still send? Press Send: the delivery gets the next free slot.',
  },

  pickup_street_missing: {
    message: 'The location {location} has no street address, so the driver cannot collect the parcel.',
    nextStep: "Enter the location's address in Shopify under Settings, Locations, then send the order again.",
  },
  pickup_city_missing: {
    message: 'The location {location} has no city, so the driver cannot find it for sure.',
    nextStep: "Enter the location's city in Shopify under Settings, Locations, then send the order again.",
  },
  pickup_outside_south_africa: {
    message: 'The location {location} is not in South Africa, so no driver can collect there.',
    nextStep: 'Move the fulfilment to a location in South Africa, or correct the pickup address here.',
  },
  pickup_name_missing: {
    message: 'The pickup location has no name and no contact, so the driver would not know whom to ask for.',
    nextStep: "Enter a contact for the location in the app's Settings, then send the order again.",
  },
  pickup_phone_missing: {
    message: 'The location {location} has no phone number, and the delivery service requires one.',
    nextStep: "Enter a phone number for the location in the app's Settings, then send the order again.",
  },
  pickup_phone_not_south_african: {
    message: 'The phone number of the location {location} is not South African, so the driver could not use it.',
    nextStep: "Enter a South African number for the location in the app's Settings, then send the order again.",
  },
  pickup_phone_not_ten_digits: {
    message: 'The phone number of the location {location} does not have ten digits, so the service would refuse it.',
    nextStep: "Correct the location's number in the app's Settings, then send the order again.",
  },
  pickup_phone_several_numbers: {
    message: 'The phone field of the location {location} holds several numbers, and the service takes exactly one.',
    nextStep: "Enter one number for the location in the app's Settings, then send the order again.",
  },
  pickup_phone_invalid: {
    message: 'The phone number of the location {location} is not one that exists in South Africa.',
    nextStep: "Correct the location's number in the app's Settings, then send the order again.",
  },
  pickup_coordinates_unusable: {
    message: 'The corrected pickup coordinates are not a point in South Africa, so they cannot be sent.',
    nextStep: 'Enter them as "latitude, longitude", for example "-33.9249, 18.4241", or clear the field.',
  },
  dropoff_address_missing: {
    message: 'The order has no shipping address, so the driver would not know where to go.',
    nextStep: 'Add the address to the order in Shopify or here, then send it again.',
  },
  dropoff_address_withheld: {
    message: "Shopify did not give the app the recipient's address, so the delivery cannot be placed.",
    nextStep:
      "Enter the address here and send, and ask the app's support to check its access to protected customer data (on some Shopify plans custom apps have none).",
  },
  dropoff_street_missing: {
    message: 'The shipping address has no street, so the driver would not know where to go.',
    nextStep: 'Ask the buyer for the street, correct the address, then send the order again.',
  },
  dropoff_city_missing: {
    message: 'The shipping address has no city, so the driver could be sent to the wrong place.',
    nextStep: 'Add the city to the address, then send the order again.',
  },
  dropoff_country_unknown: {
    message: 'The shipping address names neither country nor province, so the driver could be sent to the wrong place.',
    nextStep: 'Complete the address, then send the order again.',
  },
  dropoff_name_missing: {
    message: 'The order names no recipient, so the driver would not know whom to ask for.',
    nextStep: "Enter the recipient's name, then send the order again.",
  },
  dropoff_name_withheld: {
    message: "Shopify did not give the app the recipient's name, so the delivery cannot be placed.",
    nextStep:
      "Enter the name here and send, and ask the app's support to check its access to protected customer data (on some Shopify plans custom apps have none).",
  },
  dropoff_phone_missing: {
    message: 'The order has no phone number of the recipient, and the delivery service requires one.',
    nextStep: 'Ask the buyer for a South African number, enter it, then send the order again.',
  },
  dropoff_phone_withheld: {
    message: "Shopify did not give the app the recipient's phone number, so the delivery cannot be placed.",
    nextStep:
      "Enter the number here and send, and ask the app's support to check its access to protected customer data (on some Shopify plans custom apps have none).",
  },
  dropoff_phone_not_south_african: {
    message: "The recipient's phone number is not South African, so the driver could not use it.",
    nextStep: 'Ask the buyer for a South African number, enter it, then send the order again.',
  },
  dropoff_phone_not_ten_digits: {
    message: "The recipient's phone number does not have ten digits, so the service would refuse it.",
    nextStep: 'Correct the number, for example 082 123 4567, then send the order again.',
  },
  dropoff_phone_several_numbers: {
    message: "The recipient's phone field holds several numbers, and the service takes exactly one.",
    nextStep: 'Enter the number the driver is to call, then send the order again.',
  },
  dropoff_phone_invalid: {
    message: "The recipient's phone number is not one that exists in South Africa.",
    nextStep: 'Correct the number, then send the order again.',
  },
  dropoff_coordinates_unusable: {
    message: 'The corrected drop-off coordinates are not a point in South Africa, so they cannot be sent.',
    nextStep: 'Enter them as "latitude, longitude", for example "-33.9249, 18.4241", or clear the field.',
  },
  request_not_allowed: {
    message: 'The delivery could not be written in the form the service requires ({fields}), so it was not sent.',
    nextStep: "Check the default parcel in the app's Settings, then send the order again.",
  },
});
