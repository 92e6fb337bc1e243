import type { DeliveryRecord, ServiceState } from '../delivery.ts';
import type { Courier, LookupOutcome } from '../ports/courier.ts';
import type { ShopAccount } from '../ports/stores.ts';
import { mayCome } from '../transitions.ts';
import { ownerOf } from './matches-request.ts';

/** What the service says of a delivery that it has booked. */
export interface Said {
  outcome: LookupOutcome;
  /** It is booked anew there under our reference, and the outcome is that job's. */
  isAnew: boolean;
  /** What it said of the job that we know, where another one speaks. */
  ofOurs: LookupOutcome;
  /** Whether it stands under our reference could not be told. */
  isOpen: boolean;
  /** It has none, neither by id nor by reference. */
  isDenied: boolean;
}

/**
 * Asks the service about a delivery by its id; where it knows that one no more or has ended it by itself, by its reference,
 * too: who dispatches there may have booked it anew.
 */
export async function askAbout(courier: Courier, account: ShopAccount, delivery: DeliveryRecord): Promise<Said> {
  const { service, orderReference } = delivery;
  const ofOurs: LookupOutcome = service
    ? await courier.lookupById(account, service.deliveryId)
    : { kind: 'unsupported' };
  const said: Said = { outcome: ofOurs, ofOurs, isAnew: false, isOpen: false, isDenied: false };
  const isMissing = ofOurs.kind === 'not_found';
  const isOver = isMissing || (ofOurs.kind === 'found' && courier.driverState(ofOurs.delivery.state) === 'cancelled');
  if (!service || !isOver || account.account !== delivery.account || !mayBeAnew(delivery)) return said;
  const isWord = isMissing && ofOurs.isPage !== true;
  if (!courier.canLookup) return { ...said, isDenied: isWord };
  const customerIdentifier = delivery.request.customer_identifier;
  const under = await courier.lookup(account, { orderReference, customerIdentifier, besides: service.deliveryId });
  if (under.kind === 'failed') return { ...said, isOpen: true };
  if (under.kind !== 'found') return { ...said, isDenied: isWord };
  const { delivery: found } = under;
  if (found.deliveryId === service.deliveryId) return isMissing ? { ...said, outcome: under } : said;
  // It was booked under this reference: as after an attempt whose answer was lost, only another customer disproves it.
  const isOurs = ownerOf({ ...delivery, everUnknown: true }, found) === 'ours';
  const isAnew = isOurs && courier.driverState(found.state) !== 'cancelled';
  return isAnew ? { ...said, outcome: under, isAnew } : { ...said, isDenied: isWord };
}

/** What a word means: of a job that was just booked, one that nobody knows means that it is booked. */
export function meaningOf(
  { driverState }: Courier,
  { outcome, isAnew }: Pick<Said, 'outcome' | 'isAnew'>,
): ServiceState | null {
  const means = driverState(outcome.kind === 'found' ? outcome.delivery.state : null);
  return means ?? (isAnew ? 'booked' : null);
}

/** Not where our own call ended it, or nobody comes any more. */
function mayBeAnew(delivery: DeliveryRecord): boolean {
  if (delivery.cancellation?.asked) return false;
  return delivery.state === 'placed' ? mayCome(delivery) : isEndedThere(delivery);
}

/** It ended there, and not by our own call. */
export const isEndedThere = ({ state, service, cancellation }: DeliveryRecord): boolean =>
  state === 'cancelled' && service !== null && !cancellation?.asked;
