import { useEffect, useState } from 'preact/hooks';
import type { OrderView } from '#api-contract/order.ts';
import { type Answer, callApi } from '#extensions/parts/call-api.ts';
import { faceOf } from '#extensions/parts/order-face.ts';

const soonMs = 2_000;
/** What waits or is on the road changes by itself too, but slowly. */
const laterMs = 30_000;

/** The order as the backend knows it, asked for again while the page is open; null until the first answer. */
export function useOrder(
  orderGid: string,
  language: string,
): { answer: Answer<OrderView> | null; askAgain: () => void } {
  const [answer, setAnswer] = useState<Answer<OrderView> | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    // Pressed again: what was shown is gone until the new answer.
    if (round > 0) setAnswer(null);
    const ask = async () => {
      const path = `/api/orders/${encodeURIComponent(orderGid)}?language=${encodeURIComponent(language)}`;
      const next = await callApi<OrderView>(path);
      if (isGone) return;
      setAnswer(next);
      if (next.kind !== 'ok') return;
      timer = setTimeout(() => void ask(), faceOf(next.body).moving ? soonMs : laterMs);
    };
    void ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [orderGid, language, round]);
  return { answer, askAgain: () => setRound((before) => before + 1) };
}
