import * as address from './order-kinds/address.ts';
import * as asTyped from './order-kinds/as-typed.ts';
import * as contact from './order-kinds/contact.ts';
import * as fulfilment from './order-kinds/fulfilment.ts';
import * as goods from './order-kinds/goods.ts';
import * as ordinary from './order-kinds/ordinary.ts';

/**
 * Every kind of order that real shops send, as `addOrder` takes it: `store.addOrder(shop, orderKinds.noPhone())`.
 * Unpaid unless overridden. `thirdPartyLocation` needs the location `thirdParty` in the shop.
 */
export const orderKinds = {
  unpaid: ordinary.ordinary,
  paid: ordinary.paid,
  emojiNote: ordinary.emojiNote,
  testOrder: ordinary.testOrder,
  hugeId: ordinary.hugeId,
  warnedOf: ordinary.warnedOf,
  notRand: ordinary.notRand,
  draftOrder: ordinary.draftOrder,
  noCustomer: ordinary.noCustomer,
  noPhone: contact.noPhone,
  phoneOnShippingLine: contact.phoneOnShippingLine,
  localDeliveryInstructions: contact.localDeliveryInstructions,
  landlineOnly: contact.landlineOnly,
  redacted: contact.redacted,
  redactedPhone: contact.redactedPhone,
  outsideSouthAfrica: address.outsideSouthAfrica,
  outsideArea: address.outsideArea,
  unvalidatedCoordinates: address.unvalidatedCoordinates,
  noCoordinates: address.noCoordinates,
  foreignPhone: asTyped.foreignPhone,
  foreignLookalike: asTyped.foreignLookalike,
  fillerInAddress: asTyped.fillerInAddress,
  cityForStreet: asTyped.cityForStreet,
  noProvince: asTyped.noProvince,
  cashOnDelivery: asTyped.cashOnDelivery,
  deliveryDate: asTyped.deliveryDate,
  draftWithoutAddress: asTyped.draftWithoutAddress,
  digitalOnly: goods.digitalOnly,
  giftCardBesideGoods: goods.giftCardBesideGoods,
  twoLocations: goods.twoLocations,
  ouncesAndPounds: goods.ouncesAndPounds,
  zeroWeight: goods.zeroWeight,
  manyLines: goods.manyLines,
  localPickup: fulfilment.localPickup,
  pointOfSale: fulfilment.pointOfSale,
  scheduled: fulfilment.scheduled,
  onHold: fulfilment.onHold,
  thirdPartyLocation: fulfilment.thirdPartyLocation,
};

/** The location that `thirdPartyLocation` needs: `store.addLocation(shop, thirdParty)`. */
export const thirdParty = fulfilment.thirdParty;
