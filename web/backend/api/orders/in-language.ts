import type { OrderPreview, OrderView, Reason } from '#api-contract/order.ts';
import af from '#api-contract/reasons/af.json' with { type: 'json' };
import zu from '#api-contract/reasons/zu.json' with { type: 'json' };
import type { ApiCall } from '../api-call.ts';

interface Words {
  message: string;
  nextStep?: string;
}

const languages: Record<string, { reason: Record<string, Words> }> = { af, zu };

export type Worded = (reason: Reason) => Reason;

const asItIs: Worded = (reason) => reason;

/**
 * Words reasons in the language that `?language=` asks for. The panel has the texts itself; an extension may be 16 kB.
 * English, which is what a reason says by itself, where the language or the code has no words.
 */
export function wordingOf({ request }: ApiCall): Worded {
  const language = request.query['language'];
  if (typeof language !== 'string' || !Object.hasOwn(languages, language)) return asItIs;
  const words = languages[language]?.reason ?? {};
  return (reason) => {
    const found = Object.hasOwn(words, reason.code) ? words[reason.code] : undefined;
    if (!found) return reason;
    const nextStep = reason.nextStep === null ? null : (found.nextStep ?? reason.nextStep);
    return { ...reason, message: fill(found.message, reason), nextStep: nextStep && fill(nextStep, reason) };
  };
}

export function wordOrder(worded: Worded, order: OrderView): OrderView {
  return {
    ...order,
    reason: order.reason && worded(order.reason),
    deliveries: order.deliveries.map((delivery) => ({
      ...delivery,
      reason: delivery.reason && worded(delivery.reason),
      refusals: delivery.refusals.map(worded),
    })),
  };
}

export function wordPreview(worded: Worded, preview: OrderPreview): OrderPreview {
  const { decision } = preview;
  return { ...preview, decision: { ...decision, reason: decision.reason && worded(decision.reason) } };
}

function fill(text: string, { params }: Reason): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) => String(params[name] ?? all));
}
