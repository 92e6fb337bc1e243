/** An app's rate at checkout, as `carrierServiceCreate` leaves it. */
export interface CarrierServiceRecord {
  id: string;
  name: string;
  callbackUrl: string;
  active: boolean;
  supportsServiceDiscovery: boolean;
}
