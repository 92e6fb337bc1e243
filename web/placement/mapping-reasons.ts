import type { ReasonCatalogue } from './reason.ts';

/** What a mapped value can lack. */
export const mappingReasons = {
  pickup_street_missing: {
    message: 'The location {location} has no street address, so the driver cannot collect the parcel.',
    nextStep:
      "Enter the location's address in Shopify under Settings, Locations. If the order does not go by itself then, send it again.",
  },
  pickup_street_unusable: {
    message: 'What stands as the street of the location {location} is no street, so the driver could not find it.',
    nextStep:
      "Correct the location's address in Shopify under Settings, Locations. If the order does not go by itself then, send it again.",
  },
  pickup_post_box: {
    message:
      'The address of the location {location} is a post box or a private bag, where no driver can collect the parcel.',
    nextStep:
      "Correct the location's address in Shopify under Settings, Locations. If the order does not go by itself then, send it again.",
  },
  pickup_city_missing: {
    message: 'The location {location} has no city, so the driver cannot find it for sure.',
    nextStep:
      "Enter the location's city in Shopify under Settings, Locations. If the order does not go by itself then, send it again.",
  },
  pickup_outside_south_africa: {
    message: 'The location {location} is not in South Africa, so no driver can collect there.',
    nextStep: 'Move the fulfilment to a location in South Africa, or correct the pickup address here.',
  },
  pickup_name_missing: {
    message: 'The pickup location has no name and no contact, so the driver would not know whom to ask for.',
    nextStep: "Enter a contact for the location in the app's Settings: the order is then decided again.",
  },
  pickup_phone_missing: {
    message: 'The location {location} has no phone number, and the delivery service requires one.',
    nextStep: "Enter a phone number for the location in the app's Settings: the order is then decided again.",
  },
  pickup_phone_not_south_african: {
    message: 'The phone number of the location {location} is not South African, so the driver could not use it.',
    nextStep: "Enter a South African number for the location in the app's Settings: the order is then decided again.",
  },
  pickup_phone_perhaps_foreign: {
    message:
      'The phone number of the location {location} could be of another country, so the driver might call a stranger.',
    nextStep: "Enter the location's number with +27 in the app's Settings: the order is then decided again.",
  },
  pickup_phone_not_ten_digits: {
    message: 'The phone number of the location {location} does not have ten digits, so the service would refuse it.',
    nextStep: "Correct the location's number in the app's Settings: the order is then decided again.",
  },
  pickup_phone_several_numbers: {
    message: 'The phone field of the location {location} holds several numbers, and the service takes exactly one.',
    nextStep: "Enter one number for the location in the app's Settings: the order is then decided again.",
  },
  pickup_phone_invalid: {
    message: 'The phone number of the location {location} is not one that exists in South Africa.',
    nextStep: "Correct the location's number in the app's Settings: the order is then decided again.",
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
    message: "Shopify did not give the app the recipient's address, so the delivery cannot be booked.",
    nextStep:
      "Enter the address here and send, and ask the app's support to check its access to protected customer data (on some Shopify plans custom apps have none).",
  },
  dropoff_street_missing: {
    message: 'The shipping address has no street, so the driver would not know where to go.',
    nextStep: 'Ask the buyer for the street, correct the address, then send the order again.',
  },
  dropoff_post_box: {
    message:
      'The shipping address is a post box, a private bag or poste restante, where no driver can deliver, so no driver is sent.',
    nextStep: 'Ask the buyer for a street address, correct the address, then send the order again.',
  },
  dropoff_street_unusable: {
    message:
      'What stands as the street of the shipping address is no street (no name, or the city again), so no driver is sent.',
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
    message: "Shopify did not give the app the recipient's name, so the delivery cannot be booked.",
    nextStep:
      "Enter the name here and send, and ask the app's support to check its access to protected customer data (on some Shopify plans custom apps have none).",
  },
  dropoff_phone_missing: {
    message: 'The order has no phone number of the recipient, and the delivery service requires one.',
    nextStep: 'Ask the buyer for a South African number, enter it, then send the order again.',
  },
  dropoff_phone_withheld: {
    message: "Shopify did not give the app the recipient's phone number, so the delivery cannot be booked.",
    nextStep:
      "Enter the number here and send, and ask the app's support to check its access to protected customer data (on some Shopify plans custom apps have none).",
  },
  dropoff_phone_not_south_african: {
    message: "The recipient's phone number is not South African, so the driver could not use it.",
    nextStep: 'Ask the buyer for a South African number, enter it, then send the order again.',
  },
  dropoff_phone_perhaps_foreign: {
    message:
      "The recipient's phone number has no country code, and the order also names a number of a country where it exists too, so the driver might call a stranger.",
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
    nextStep: "Check the default parcel in the app's Settings: the order is then decided again.",
  },
} as const satisfies ReasonCatalogue;
