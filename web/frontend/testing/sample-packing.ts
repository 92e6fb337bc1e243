import type { PackedDelivery, PackingList } from '#api-contract/packing-list.ts';
import { orderIdOf, sampleSlot } from './sample-orders.ts';

/** A slot with parcels at two locations: one late, one on its way, one to decide about, one with a long name and many goods. */
export function samplePackingList(): PackingList {
  return {
    slot: sampleSlot,
    deliveries: [
      packed(1001, { recipient: 'Thandi Nkosi', isLate: true }),
      packed(1006, { recipient: 'Pieter van der Merwe', progress: 'on_its_way' }),
      packed(1007, { recipient: 'Lerato Mokoena', needsPerson: true }),
      packed(1008, { recipient: null, items: [] }),
      packed(1009, {
        recipient: 'Nomvula Khumalo-Vandermerwe of the Riebeek-Kasteel Farmers Association',
        locationName: 'Claremont store room',
        items: [
          { name: 'Rooibos, loose leaf, 500 g', quantity: 3, isFragile: false },
          { name: 'Stoneware teapot', quantity: 1, isFragile: true },
          { name: null, quantity: 2, isFragile: false },
        ],
      }),
    ],
    more: 2,
  };
}

function packed(number: number, over: Partial<PackedDelivery>): PackedDelivery {
  return {
    orderId: orderIdOf(number),
    orderName: `#${number}`,
    orderReference: String(number),
    recipient: '',
    locationName: 'Woodstock shop',
    items: [{ name: 'Stoneware mug', quantity: 2, isFragile: true }],
    progress: null,
    isLate: false,
    needsPerson: false,
    ...over,
  };
}
