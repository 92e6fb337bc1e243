/** The target's elements, and the global that Shopify gives its extensions. */
declare const shopify: import('@shopify/ui-extensions/customer-account.order-status.block.render').Api;
