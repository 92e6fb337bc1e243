import type { Reason } from '#api-contract/order.ts';

const denial =
  /\bno driver\b|\bno delivery is booked\b|\bnothing was (sent|booked)\b|\bis not booked\b|\b(was|were) not sent\b|\bbefore a delivery was booked\b/i;

/** Whether a reason's words say that no driver comes: untrue words wherever the service has the delivery. */
export function deniesDriver(reason: Pick<Reason, 'message' | 'nextStep'> | null): boolean {
  return denial.test(`${reason?.message} ${reason?.nextStep ?? ''}`);
}
