import type { DriftItem } from '#api-contract/drift.ts';
import type { Corrections, NoteState, Reason, RuleTrace } from '#api-contract/order.ts';
import type {
  ClosedDifference,
  DeliveryRecord,
  DeliveryStep,
  Objection,
  Refusal,
  ServiceDelivery,
} from '#deliveries/delivery.ts';
import type { OrderRecord } from '#deliveries/order.ts';
import type { FraudRisk } from '#placement/fraud-risk.ts';
import type { OrderWords } from '#placement/order-says.ts';
import type { PlacementRequest } from '#placement/placement-request.ts';

/** What of an order is encrypted: everything that may hold personal data. */
export interface OrderPrivate {
  customerName: string | null;
  corrections: Record<string, Corrections>;
  /** Left out where nothing is at fault. */
  givenAtFault?: string;
  /** A version before did not keep them. */
  firstPhones?: OrderRecord['firstPhones'];
  saidWhenCorrected?: OrderRecord['saidWhenCorrected'];
  rules: RuleTrace[];
  openedAt?: number | null;
  /** A version before did not ask for it. */
  fraudRisk?: FraudRisk | null;
  wordUntil?: number;
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
  /** A version before did not keep what a difference is about. */
  drift: (Omit<DriftItem, 'about'> & Partial<DriftItem>)[];
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
  /** Of what is in doubt: the service has refused it. */
  refused?: true;
  /** Left out where it said nothing; a version before kept it with the reason alone. */
  objection?: Objection;
  serviceMessage: string | null;
}

export function orderPrivateOf(order: OrderRecord): OrderPrivate {
  return {
    customerName: order.customerName,
    corrections: order.corrections,
    ...(order.givenAtFault === null ? {} : { givenAtFault: order.givenAtFault }),
    ...(order.firstPhones === null ? {} : { firstPhones: order.firstPhones }),
    saidWhenCorrected: order.saidWhenCorrected,
    rules: order.rules,
    openedAt: order.openedAt,
    ...(order.fraudRisk === null ? {} : { fraudRisk: order.fraudRisk }),
    ...(order.wordUntil === null ? {} : { wordUntil: order.wordUntil }),
    serviceMessage: order.reason?.serviceMessage ?? null,
  };
}

export function deliveryPrivateOf(delivery: DeliveryRecord): DeliveryPrivate {
  const { request, said, body, earlier, service, drift, closed, note, refusals, openedAt, notBefore } = delivery;
  const { landedBy, steps, toldSteps, lookedAt, objection } = delivery;
  return {
    request,
    said,
    body,
    ...(earlier ? { earlier } : {}),
    service,
    drift,
    closed,
    // What the column beside it says already: most deliveries are not encrypted anew for it.
    ...(note === noteOf(note === 'written') ? {} : { note }),
    refusals,
    openedAt,
    notBefore,
    ...(landedBy === null ? {} : { landedBy }),
    ...(steps.length > 0 ? { steps, toldSteps } : {}),
    ...(lookedAt === null ? {} : { lookedAt }),
    ...(delivery.doubt === 'refused' ? { refused: true } : {}),
    ...(objection === null ? {} : { objection }),
    serviceMessage: delivery.reason?.serviceMessage ?? null,
  };
}

/** The state of a note as the plain column says it; any other is encrypted with the rest. */
export const noteOf = (isWritten: boolean): NoteState => (isWritten ? 'written' : 'pending');

/** What a difference is about, of a row that does not say so. */
export function driftAboutOf({ field }: Pick<DriftItem, 'field'>): DriftItem['about'] {
  const named = { order: 'order_ended', delivery: 'not_delivered' } as const;
  if (field === 'order' || field === 'delivery') return named[field];
  if (field.startsWith('goods: ')) return 'goods_without_driver';
  return field.startsWith('items: ') ? 'goods_gone' : 'request';
}

/** What was refused, of a row that does not say so. */
export function refusedBy({ code }: Reason): Refusal['of'] {
  return refusable.find((what) => code === `${what}_refused`) ?? 'note';
}

const refusable = ['note', 'details', 'tag', 'fulfilment', 'event'] as const;

/** When the first of what Shopify forbids was asked for, epoch ms; null where it forbids nothing. */
export function firstForbidden({ refusals }: DeliveryRecord): number | null {
  const times = refusals.flatMap(({ forbiddenAt }) => forbiddenAt ?? []);
  return times.length === 0 ? null : Math.min(...times);
}
