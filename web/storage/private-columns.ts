import type { Corrections, DriftItem, NoteState, Reason, RuleTrace } from '#api-contract/order.ts';
import type { ClosedDifference, DeliveryRecord, DeliveryStep, Refusal, ServiceDelivery } from '#deliveries/delivery.ts';
import type { OrderRecord } from '#deliveries/order.ts';
import type { OrderWords } from '#placement/order-says.ts';
import type { PlacementRequest } from '#placement/placement-request.ts';

/** What of an order is encrypted: everything that may hold personal data. */
export interface OrderPrivate {
  customerName: string | null;
  corrections: Record<string, Corrections>;
  /** Left out where nothing is at fault. */
  givenAtFault?: string;
  saidWhenCorrected?: OrderRecord['saidWhenCorrected'];
  rules: RuleTrace[];
  openedAt?: number | null;
  serviceMessage: string | null;
}

/** The same of a delivery. */
export interface DeliveryPrivate {
  request: PlacementRequest;
  said?: OrderWords | null;
  body: string;
  /** Left out where nothing else went out. */
  earlier?: NonNullable<DeliveryRecord['earlier']>;
  service: ServiceDelivery | null;
  drift: DriftItem[];
  closed?: ClosedDifference[];
  note?: NoteState;
  /** A version before kept only the words of each. */
  refusals?: (Reason & Partial<Refusal>)[];
  openedAt?: number | null;
  notBefore?: number | null;
  landedBy?: number;
  steps?: DeliveryStep[];
  toldSteps?: number;
  lookedAt?: number;
  serviceMessage: string | null;
}
