import { type DriftItem, noLongerShown } from '#api-contract/drift.ts';
import type { Overview } from '#api-contract/overview.ts';
import type { DeliveryRecord } from './delivery.ts';
import { mayCome } from './transitions.ts';

/** What became doubtful after a driver was booked, by what a person has to decide. */
export type ChangedWhat = Overview['changed'][number]['what'];

type Known = Pick<DeliveryRecord, 'state' | 'progress'>;

export interface Doubt {
  delivery: Known;
  /** What differs and is not dealt with. */
  open: readonly DriftItem[];
  /** Another driver is booked for the same goods, or has brought them since. */
  secondDriver: false | 'booked' | 'brought';
}

const comesInVain = { booked: 'second_driver', brought: 'brought' } as const;

/** The one of them that stands first. */
export function changedWhat({ delivery, open, secondDriver }: Doubt): ChangedWhat {
  return isEnded(open) || !secondDriver ? whatOf(delivery, open) : comesInVain[secondDriver];
}

const isEnded = (open: readonly DriftItem[]): boolean => open.some(({ about }) => about === 'order_ended');

function whatOf({ state, progress }: Known, open: readonly DriftItem[]): ChangedWhat {
  const abouts = new Set(open.map(({ about }) => about));
  if (isEnded(open)) return open.some(({ now }) => now === noLongerShown) ? 'gone' : 'ended';
  if (abouts.has('not_cancelled')) return 'not_cancelled';
  if (abouts.has('on_hold') && state === 'placed' && mayCome({ progress })) return 'on_hold';
  if (abouts.has('fraud_risk') && state === 'placed' && mayCome({ progress })) return 'fraud_risk';
  if (abouts.has('not_delivered')) return state === 'cancelled' ? 'called_off' : notDelivered(progress);
  if (open.some(({ field }) => field.startsWith('dropoff_') || field.startsWith('pickup_'))) return 'address';
  if (abouts.has('goods_gone') || abouts.has('goods_without_driver')) return 'goods';
  if (open.some(({ field }) => field === 'delivery_method')) return 'method';
  // As an order's headline has it: what the driver does not know stands before what the shop or the buyer is to be told.
  if (abouts.has('request')) return 'other';
  if (abouts.has('location_closed')) return 'location_closed';
  return abouts.has('later_day') ? 'later_day' : 'other';
}

function notDelivered(progress: Known['progress']): ChangedWhat {
  if (progress === 'on_its_way') return 'unheard';
  return progress === 'returned' ? 'returned' : 'failed';
}
