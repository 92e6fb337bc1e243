/** A request of the interface with both coordinates, so that no geocoder is asked. */
export function placementBody(orderReference: string): string {
  return JSON.stringify({
    pickup_address: '12 Loop Street, Cape Town City Centre, Cape Town, 8001',
    pickup_contact_name: 'Bench depot',
    pickup_contact_phone: '0215550101',
    pickup_coordinates: '-33.9205, 18.4180',
    dropoff_address: '3 Kloof Road, Sea Point, Cape Town, 8005',
    dropoff_contact_name: 'T. Naidoo',
    dropoff_contact_phone: '0825550102',
    dropoff_coordinates: '-33.9180, 18.3830',
    customer_identifier: '7001',
    order_reference: orderReference,
    items: [{ weight: 2, height: 0.2, width: 0.35, length: 0.4, quantity: 1, name: 'Box' }],
  });
}
