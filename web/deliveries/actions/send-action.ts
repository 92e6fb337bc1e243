import type { Corrections, Reason, SendBody } from '#api-contract/order.ts';
import type { OrderId } from '#placement/ids.ts';
import { mapOrder } from '#placement/map-order.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { DeliveryRecord } from '../delivery.ts';
import type { AuditEntry, Decided } from '../order.ts';
import type { ShopRecord } from '../ports/stores.ts';
import { correctionsAt } from '../run/corrections.ts';
import type { SnapshotContext } from '../run/snapshot-context.ts';

/** What may be older than what is stored is read again this often: Shopify's replicas may lag. */
export const readings = 3;

/** What a person asks for with "send". */
export interface SendAction {
  orderId: OrderId;
  actor: string;
  body: SendBody;
}

export interface Conflict {
  kind: 'conflict';
  code: string;
  message: string;
  nextStep: string | null;
  field: string | null;
  /** The reason behind it, where it has one. */
  why?: Pick<Reason, 'code' | 'params'>;
  /** Another delivery of the order brings the goods. */
  isBrought?: boolean;
}

/** What became of it. `sent`: it goes out as soon as it may. In every other case nothing is sent. */
export type SendOutcome =
  | { kind: 'sent' }
  | { kind: 'not_found' }
  /** It would double, or the order is none that can be sent. */
  | Conflict
  /** What a person must fix first, each with its field. */
  | { kind: 'problem'; problems: Reason[] };

/** `field`: of the request, where it is one that is at fault. */
export function conflict(code: string, message: string, nextStep: string | null, field: string | null): Conflict {
  return { kind: 'conflict', code, message, nextStep, field };
}

/** A newer delivery speaks for these goods. */
const alreadyReplaced = conflict(
  'delivery_replaced',
  'A newer delivery was already sent in place of this one.',
  'Look at the newer delivery of this order.',
  'orderReference',
);

/** No delivery that still speaks for its goods is called that. */
export function missing(deliveries: readonly DeliveryRecord[], reference: string | null | undefined): SendOutcome {
  return deliveries.some(({ orderReference }) => orderReference === reference)
    ? alreadyReplaced
    : { kind: 'not_found' };
}

/** `stale`: what is stored may be newer than what was read, so that it is read again. */
export type DecidedSend = Decided<SendOutcome | 'stale'>;

/** Nothing is written. */
export const refuse = (result: SendOutcome | 'stale'): DecidedSend => ({ change: null, result });

/** What was probably sent before. */
export function usedReference(given: string): SendOutcome {
  return conflict(
    'reference_used',
    `The reference ${given} is not the next free one: it was probably sent already. Nothing was sent.`,
    'Look at the deliveries of this order; to send another one, open the preview again.',
    'newReference',
  );
}

export function conflictOf({ code, message, nextStep, field, params }: Reason): Conflict {
  return { ...conflict(code, message, nextStep, field), why: { code, params } };
}

/** A rule says no, and no person may overrule it. */
export function notSendable(reason: Reason): Conflict {
  return { ...conflictOf(reason), code: 'not_sendable', nextStep: null, field: null };
}

/** Which fields were corrected, never to what; the person's own words are theirs. */
export function auditOf({ person }: Pick<SnapshotContext, 'person'>, { reason: words }: SendBody): AuditEntry {
  const corrected = Object.keys(person?.corrections ?? {});
  const parts = [corrected.length > 0 ? `corrected ${corrected.join(', ')}` : '', words ?? ''];
  return {
    actor: person?.actor ?? '',
    action: corrected.length > 0 ? 'fix_and_send' : 'send_again',
    orderReference: person?.orderReference ?? null,
    detail: parts.filter((part) => part !== '').join('; '),
  };
}

/** The body that may have been booked is the only one that may go out under its reference. */
export const correctedInDoubt = conflict(
  'in_doubt',
  'A driver may be booked already, so nothing can be corrected now. Nothing was sent.',
  'Press Send again without a correction: it looks first.',
  null,
);

export function alreadyDone(isCancelled: boolean): SendOutcome {
  return conflict(
    isCancelled ? 'already_cancelled' : 'already_placed',
    `The delivery is ${isCancelled ? 'cancelled' : 'already booked'}. Nothing was sent.`,
    'If another driver is wanted, send it as a new delivery.',
    null,
  );
}

/** Everything that keeps an order's deliveries from being sent. */
export function problemsOf(
  snapshot: ShopOrder,
  shop: ShopRecord,
  corrections: Readonly<Record<string, Corrections>>,
): Reason[] {
  const correctionsFor = (key: string) => correctionsAt({ corrections }, key);
  return mapOrder(snapshot, shop.settings, { correctionsFor }).deliveries.flatMap(({ problems }) => problems);
}
