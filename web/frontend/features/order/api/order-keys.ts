/** Keys of the cache; the preview hangs below its order. */
export const orderKey = (orderId: string) => ['order', orderId];
export const previewKey = (orderId: string) => ['order', orderId, 'preview'];
