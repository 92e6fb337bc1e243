import type { LocationId, OrderId } from '#placement/ids.ts';
import type {
  AssignedLocation,
  FulfillmentOrder,
  FulfillmentOrderLine,
  ShippingLine,
  ShopAddress,
  ShopCustomer,
  ShopOrder,
} from '#placement/shop-order.ts';
import { badAnswer } from './failure.ts';
import { digitsOfGid } from './gid.ts';
import type { FulfillmentOrderAnswer, LineAnswer, OrderAnswer, ShippingLineAnswer } from './order-answer.ts';

/** Shopify's answer in the words of placement. `redacted` are paths below the order. */
export function toShopOrder(
  order: OrderAnswer,
  fulfillmentOrders: readonly FulfillmentOrderAnswer[],
  redacted: readonly string[],
): ShopOrder {
  return {
    id: idOf(order.id) as OrderId,
    number: order.number,
    name: order.name,
    note: order.note,
    test: order.test,
    createdAt: order.createdAt,
    processedAt: order.processedAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.cancelledAt,
    paidAt: paidAt(order),
    financialStatus: order.displayFinancialStatus,
    paymentGateways: order.paymentGatewayNames,
    sourceName: order.sourceName,
    total: order.currentTotalPriceSet,
    riskRecommendation: order.risk?.recommendation ?? null,
    tags: order.tags,
    customAttributes: order.customAttributes.map(({ key, value }) => ({ key, value })),
    phone: order.phone,
    customer: toCustomer(order.customer),
    shippingAddress: toAddress(order.shippingAddress),
    shippingLines: shippingLines(order, ({ isRemoved }) => !isRemoved),
    removedShippingLines: shippingLines(order, ({ isRemoved }) => isRemoved),
    fulfillmentOrders: fulfillmentOrders.map(toFulfillmentOrder),
    redacted: [...redacted],
  };
}

const shippingLines = (order: OrderAnswer, isChosen: (line: ShippingLineAnswer) => boolean): ShippingLine[] =>
  (order.shippingLines?.nodes ?? []).filter(isChosen).map(({ title, code, phone }) => ({ title, code, phone }));

/** The latest successful SALE or CAPTURE: an AUTHORIZATION is a promise, not a payment. */
function paidAt(order: OrderAnswer): string | null {
  const instants = order.transactions
    .filter(({ kind, status }) => (kind === 'SALE' || kind === 'CAPTURE') && status === 'SUCCESS')
    .flatMap(({ processedAt }) =>
      processedAt !== null && !Number.isNaN(Date.parse(processedAt)) ? [processedAt] : [],
    );
  return instants.sort((a, b) => Date.parse(a) - Date.parse(b)).at(-1) ?? null;
}

function toCustomer(customer: OrderAnswer['customer']): ShopCustomer | null {
  if (!customer) return null;
  const { firstName, lastName } = customer;
  return {
    id: idOf(customer.id),
    firstName,
    lastName,
    // `Customer.displayName` may not be null, so asking for it would lose the whole customer where names are redacted.
    displayName: [firstName, lastName].filter(Boolean).join(' ') || null,
    phone: customer.defaultPhoneNumber?.phoneNumber ?? null,
  };
}

function toAddress(address: OrderAnswer['shippingAddress']): ShopAddress | null {
  if (!address) return null;
  const { name, firstName, lastName, company, address1, address2, city, province, provinceCode, zip, country } =
    address;
  return {
    ...{ name, firstName, lastName, company, address1, address2, city, province, provinceCode, zip, country },
    countryCode: address.countryCodeV2,
    phone: address.phone,
    latitude: address.latitude,
    longitude: address.longitude,
    coordinatesValidated: address.coordinatesValidated,
    validationResultSummary: address.validationResultSummary,
  };
}

function toFulfillmentOrder(answer: FulfillmentOrderAnswer): FulfillmentOrder {
  const { deliveryMethod } = answer;
  return {
    id: idOf(answer.id),
    status: answer.status,
    methodType: deliveryMethod?.methodType ?? null,
    presentedName: deliveryMethod?.presentedName ?? null,
    serviceCode: deliveryMethod?.serviceCode ?? null,
    minDeliveryDateTime: deliveryMethod?.minDeliveryDateTime ?? null,
    maxDeliveryDateTime: deliveryMethod?.maxDeliveryDateTime ?? null,
    contactPhone: deliveryMethod?.additionalInformation?.phone ?? null,
    instructions: deliveryMethod?.additionalInformation?.instructions ?? null,
    destinationPhone: answer.destination?.phone ?? null,
    fulfillAt: answer.fulfillAt,
    holds: answer.fulfillmentHolds.map((hold) => [hold.displayReason, hold.reasonNotes].filter(Boolean).join(': ')),
    location: toLocation(answer.assignedLocation),
    lines: answer.lineItems.nodes.map(toLine),
  };
}

/**
 * The location's own record where it has an address, else the fulfilment order's snapshot. Whole, never field by field:
 * a street of one and a suburb of the other would be an address that does not exist.
 */
function toLocation(snapshot: FulfillmentOrderAnswer['assignedLocation']): AssignedLocation {
  const { location } = snapshot;
  const own = location?.address?.address1 || location?.address?.city ? location.address : null;
  const { address1, address2, city, province, zip, countryCode } = own ?? snapshot;
  return {
    id: location ? (idOf(location.id) as LocationId) : null,
    name: location?.name || snapshot.name,
    isFulfillmentService: location?.isFulfillmentService ?? false,
    ...{ address1, address2, city, province, zip, countryCode },
    country: own?.country ?? null,
    phone: location?.address?.phone ?? snapshot.phone,
    latitude: own?.latitude ?? null,
    longitude: own?.longitude ?? null,
  };
}

function toLine(line: LineAnswer): FulfillmentOrderLine {
  const { lineItem } = line;
  return {
    id: idOf(line.id),
    lineItemId: idOf(lineItem.id),
    title: lineItem.title,
    variantTitle: line.variantTitle,
    remainingQuantity: line.remainingQuantity,
    totalQuantity: line.totalQuantity,
    orderedQuantity: lineItem.quantity,
    requiresShipping: line.requiresShipping,
    isGiftCard: lineItem.isGiftCard,
    weight: line.weight ? { value: line.weight.value, unit: line.weight.unit } : null,
    unitPrice: lineItem.originalUnitPriceSet ?? null,
    productTags: lineItem.product?.tags ?? [],
    variantParcel: line.variant?.parcel ?? null,
    productParcel: lineItem.product?.parcel ?? null,
    fragile: line.variant?.fragile ?? lineItem.product?.fragile ?? null,
  };
}

function idOf(gid: string): string {
  const digits = digitsOfGid(gid);
  if (digits === null) throw badAnswer();
  return digits;
}
