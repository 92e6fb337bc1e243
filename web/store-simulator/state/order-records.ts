import type { FulfillmentOrderRecord, FulfillmentRecord } from './fulfillment-records.ts';
import type {
  AddressRecord,
  CustomerRecord,
  LocationRecord,
  ProductRecord,
  Redactable,
  VariantRecord,
  WeightRecord,
} from './records.ts';

export interface LineRecord {
  kind: 'LineItem';
  id: string;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  vendor: string | null;
  quantity: number;
  currentQuantity: number;
  fulfilledQuantity: number;
  unitPrice: string;
  currency: string;
  requiresShipping: boolean;
  isGiftCard: boolean;
  weight: WeightRecord | null;
  variant: VariantRecord | null;
  product: ProductRecord | null;
  customAttributes: AttributeRecord[];
}

export interface AttributeRecord {
  key: string;
  value: string | null;
}

export interface ShippingLineRecord extends Redactable {
  id: string;
  title: string;
  code: string | null;
  source: string | null;
  carrierIdentifier: string | null;
  deliveryCategory: string | null;
  phone: string | null;
  price: string;
  isRemoved: boolean;
}

export interface TransactionRecord {
  kind: 'OrderTransaction';
  id: string;
  transactionKind: 'AUTHORIZATION' | 'CAPTURE' | 'REFUND' | 'SALE' | 'VOID';
  status: 'FAILURE' | 'PENDING' | 'SUCCESS';
  amount: string;
  currency: string;
  gateway: string;
  createdAt: number;
  processedAt: number;
}

export interface RefundRecord {
  id: string;
  createdAt: number;
  note: string | null;
  lines: { id: string; line: LineRecord; quantity: number }[];
  transaction: TransactionRecord | null;
}

/** What one provider found; apps that analyse orders are providers beside Shopify. */
export interface RiskAssessmentRecord {
  kind: 'OrderRiskAssessment';
  /** null: Shopify itself. */
  provider: string | null;
  riskLevel: 'HIGH' | 'LOW' | 'MEDIUM' | 'NONE' | 'PENDING';
}

export interface OrderRecord extends Redactable {
  kind: 'Order';
  id: string;
  number: number;
  name: string;
  /** Nine letters and digits at random; what only the buyer is shown. */
  confirmationNumber: string;
  note: string | null;
  test: boolean;
  confirmed: boolean;
  tags: string[];
  customAttributes: AttributeRecord[];
  email: string | null;
  phone: string | null;
  sourceName: string;
  currency: string;
  /** Set where the financial status is not what transactions say (AUTHORIZED, VOIDED, EXPIRED). */
  financialStatusOverride: string | null;
  customer: CustomerRecord | null;
  shippingAddress: AddressRecord | null;
  billingAddress: AddressRecord | null;
  shippingLines: ShippingLineRecord[];
  lines: LineRecord[];
  fulfillmentOrders: FulfillmentOrderRecord[];
  fulfillments: FulfillmentRecord[];
  transactions: TransactionRecord[];
  refunds: RefundRecord[];
  /** The latest of each provider. */
  riskAssessments: RiskAssessmentRecord[];
  /** POS only. */
  retailLocation: LocationRecord | null;
  edited: boolean;
  createdAt: number;
  processedAt: number;
  updatedAt: number;
  cancelledAt: number | null;
  cancelReason: string | null;
  closedAt: number | null;
  /** For the store's pages alone: no API and no webhook has it. */
  awkward: string | null;
}
