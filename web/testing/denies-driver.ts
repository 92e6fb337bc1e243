import type { Reason } from '#api-contract/order.ts';

/** Whether a reason's words say that no driver comes: untrue words wherever the service has the delivery. */
export function deniesDriver(reason: Pick<Reason, 'message' | 'nextStep'> | null): boolean {
  return /\bno driver\b|\bnothing was (sent|booked)\b/i.test(`${reason?.message} ${reason?.nextStep ?? ''}`);
}
