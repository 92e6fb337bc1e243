import { useEffect, useRef, useState } from 'preact/hooks';
import type { BuyerOrder } from '#api-contract/buyer.ts';
import { appUrl } from './app-url.ts';
import { callApi } from './call-api.ts';

/** What a buyer's page knows of its order. */
export interface OwnOrder {
  /** A gid; its type differs from page to page, its digits are the order's. */
  id: string | undefined;
  /** Shopify made it at random and shows it to the buyer only: what a guest proves the order with. */
  confirmationNumber: string | undefined;
}

const soonMs = 3_000;
const laterMs = 60_000;
/** A new order is known to the app within seconds; after a minute it is none of its orders. */
const mostSoon = 20;

/** The buyer's own order, asked for again while the page is open; null while there is nothing to show. */
export function useOwnOrder({ id, confirmationNumber }: OwnOrder, sessionToken: { get(): Promise<string> }) {
  const [order, setOrder] = useState<BuyerOrder | null>(null);
  // Asked for anew with every call; a host that hands out another object each time must not start this again.
  const tokens = useRef(sessionToken);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    let asked = 0;
    let isShown = false;
    const ask = async () => {
      const answer = await ownOrder({ id, confirmationNumber }, tokens.current);
      if (isGone) return;
      if (typeof answer === 'object') {
        setOrder(answer);
        isShown = true;
      }
      asked += 1;
      const wait = waitAfter(answer, asked, isShown);
      if (wait !== null) timer = setTimeout(() => void ask(), wait);
    };
    if (id !== undefined) void ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [id, confirmationNumber]);
  return order;
}

/** `nothing`: the app has nothing for this buyer. `down`: nobody could say. The page shows nothing for either. */
async function ownOrder(
  { id, confirmationNumber }: OwnOrder,
  sessionToken: { get(): Promise<string> },
): Promise<BuyerOrder | 'nothing' | 'down'> {
  const token = await sessionToken.get().catch(() => null);
  if (token === null) return 'down';
  const answer = await callApi<BuyerOrder>(`${appUrl()}/api/buyer/order`, {
    token,
    post: { orderId: id?.split('/').at(-1), confirmationNumber: confirmationNumber ?? null },
  });
  if (answer.kind === 'ok') return answer.body;
  const isTooMuch = answer.kind === 'refused' && answer.problem.status === 429;
  return answer.kind === 'down' || isTooMuch ? 'down' : 'nothing';
}

/** Milliseconds until it is worth asking again; null where nothing more will come. What is shown must not grow old. */
function waitAfter(answer: BuyerOrder | 'nothing' | 'down', asked: number, isShown: boolean): number | null {
  const isKnown = typeof answer === 'object';
  if (asked < mostSoon && (!isKnown || answer.moving)) return soonMs;
  if (!isKnown) return answer === 'down' || isShown ? laterMs : null;
  const isOpen = answer.deliveries.some(({ stage }) => stage !== 'delivered' && stage !== 'cancelled');
  return isOpen || answer.moving ? laterMs : null;
}
