/** Branded identifiers. The brand exists for the compiler only; at run time each is a plain string. */
declare const brand: unique symbol;
type Brand<T, B extends string> = T & { readonly [brand]: B };

/** `example.myshopify.com`, lower case. */
export type ShopDomain = Brand<string, 'ShopDomain'>;
/** The digits of a Shopify order id. A string, because ids exceed 2^53. */
export type OrderId = Brand<string, 'OrderId'>;
/** `order_reference` of the interface: unique over every delivery of the service. */
export type OrderReference = Brand<string, 'OrderReference'>;
/** The delivery service's own id of a delivery. */
export type DeliveryId = Brand<string, 'DeliveryId'>;
/** The digits of a Shopify location id. */
export type LocationId = Brand<string, 'LocationId'>;
