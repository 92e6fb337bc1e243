import { useRef, useState } from 'preact/hooks';
import type { BulkSendResult } from '#api-contract/bulk-send.ts';
import type { Problem } from '#api-contract/order.ts';
import { callApi } from '#extensions/parts/call-api.ts';

/** What the backend takes at most, over all batches of one press. */
export const mostOrders = 250;
/** Small enough that progress is seen, large enough that 250 orders are few calls. */
const batchSize = 10;
/** A shop that Shopify slows down needs this long for a batch. */
const batchTimeoutMs = 60_000;

export interface OrderResult extends Omit<BulkSendResult['results'][number], 'ok'> {
  /** Null where no answer came, so that nobody knows. */
  ok: boolean | null;
}

export interface BulkSend {
  results: OrderResult[];
  isRunning: boolean;
  start: () => void;
}

/** Sends in batches, one after the other; one that gets no answer fails its own orders only, with these words. */
export function useBulkSend(orderGids: string[], language: string, notReached: string): BulkSend {
  const [results, setResults] = useState<OrderResult[]>([]);
  const [isRunning, setRunning] = useState(false);
  const started = useRef(false);
  const run = async () => {
    for (let from = 0; from < orderGids.length; from += batchSize) {
      const orderIds = orderGids.slice(from, from + batchSize);
      const answered = await sendBatch(orderIds, language, notReached);
      setResults((before) => [...before, ...answered]);
    }
    setRunning(false);
  };
  return {
    results,
    isRunning,
    start: () => {
      if (started.current) return;
      started.current = true;
      setRunning(true);
      void run();
    },
  };
}

async function sendBatch(orderIds: string[], language: string, notReached: string): Promise<OrderResult[]> {
  const answer = await callApi<BulkSendResult>(`/api/orders/send?language=${language}`, {
    post: { orderIds },
    timeoutMs: batchTimeoutMs,
  });
  if (answer.kind === 'ok') return answer.body.results;
  const isRefused = answer.kind === 'refused';
  const said = { ok: isRefused ? false : null, message: isRefused ? wordsOf(answer.problem) : notReached };
  return orderIds.map((orderId) => ({ orderId, orderName: null, state: null, ...said }));
}

const wordsOf = ({ detail, nextStep }: Problem) => (nextStep ? `${detail} ${nextStep}` : detail);
