import { useEffect, useRef, useState } from 'preact/hooks';
import type { OrderView } from '#api-contract/order.ts';
import { type Answer, callApi } from './call-api.ts';
import { faceOf } from './order-face.ts';

const soonMs = 2_000;
/** What waits or is on the road changes by itself too, but slowly; where there is nothing yet, it is asked ever more rarely. */
const laterMs = 30_000;
/** How long an order is watched closely after somebody went to fix it. */
const watchedMs = 120_000;

/** An order as the backend knows it; null until the first answer. */
export interface WatchedOrder {
  answer: Answer<OrderView> | null;
  askAgain: () => void;
  /** Somebody changes the order elsewhere on the page now: ask often for a while. */
  watchClosely: () => void;
}

/**
 * Asks for the order again while the page is open, until it has come to its end.
 *
 * @param closely Something was just pressed that its state does not show: ask often from the beginning.
 */
export function useOrder(orderGid: string, language: string, { closely = false } = {}): WatchedOrder {
  const [answer, setAnswer] = useState<Answer<OrderView> | null>(null);
  const [round, setRound] = useState(0);
  const watchedUntil = useRef(closely ? Date.now() + watchedMs : 0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    let fruitless = 0;
    // Pressed again: what was shown is gone until the new answer.
    if (round > 0 && watchedUntil.current === 0) setAnswer(null);
    const ask = async () => {
      const next = await callApi<OrderView>(`/api/orders/${encodeURIComponent(orderGid)}?language=${language}`);
      if (isGone) return;
      setAnswer(next);
      fruitless = next.kind === 'missing' || next.kind === 'down' ? fruitless + 1 : 0;
      const wait = waitAfter(next, watchedUntil.current, fruitless);
      if (wait !== null) timer = setTimeout(() => void ask(), wait);
    };
    void ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [orderGid, language, round]);
  const askAgain = () => setRound((before) => before + 1);
  return {
    answer,
    askAgain,
    watchClosely: () => {
      watchedUntil.current = Date.now() + watchedMs;
      askAgain();
    },
  };
}

/** Milliseconds until the next question; null where nothing more will come by itself. */
function waitAfter(answer: Answer<OrderView>, watchedUntil: number, fruitless: number): number | null {
  if (Date.now() < watchedUntil) return soonMs;
  if (answer.kind === 'missing' || answer.kind === 'down') return Math.min(laterMs, soonMs * 2 ** (fruitless - 1));
  if (answer.kind === 'refused') return null;
  const { moving, key } = faceOf(answer.body);
  if (moving) return soonMs;
  return ['delivered', 'cancelled'].includes(key) ? null : laterMs;
}
