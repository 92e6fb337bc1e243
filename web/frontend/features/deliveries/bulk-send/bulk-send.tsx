import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import type { BulkSendResult } from '#api-contract/bulk-send.ts';
import { ApiError } from '../../../api-client.ts';
import { sendOrders } from './api/send-orders.ts';

/** Small enough that progress is seen, large enough that 250 orders are few calls. */
const batchSize = 25;

export interface OrderResult {
  orderId: string;
  orderName: string;
  ok: boolean;
  /** The API's words; null where no answer came, so that nobody knows whether it was sent. */
  message: string | null;
  /** What words them in another language. */
  why?: BulkSendResult['results'][number]['why'];
}

export interface BulkSend {
  total: number;
  results: OrderResult[];
  isRunning: boolean;
  /** Names by order id. */
  start: (orders: Map<string, string>) => void;
  dismiss: () => void;
}

const Context = createContext<BulkSend | null>(null);

/** Holds a bulk send above the routes, so that its screen can be left while it runs. */
export function BulkSendProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [total, setTotal] = useState(0);
  const [results, setResults] = useState<OrderResult[]>([]);
  const [isRunning, setRunning] = useState(false);
  const running = useRef(false);

  const bulk = useMemo(() => {
    const start = async (orders: Map<string, string>) => {
      if (running.current || orders.size === 0) return;
      running.current = true;
      setTotal(orders.size);
      setResults([]);
      setRunning(true);
      for (const batch of inBatches([...orders.keys()], batchSize)) {
        const answer = await sendBatch(batch, orders);
        setResults((before) => [...before, ...answer]);
      }
      running.current = false;
      setRunning(false);
      await client.invalidateQueries();
    };
    return { start: (orders: Map<string, string>) => void start(orders), dismiss: () => setTotal(0) };
  }, [client]);

  const value = useMemo(() => ({ total, results, isRunning, ...bulk }), [total, results, isRunning, bulk]);
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

/** The bulk send that is running or was last run. */
export function useBulkSend(): BulkSend {
  const bulk = useContext(Context);
  if (!bulk) throw new Error('BulkSendProvider is missing');
  return bulk;
}

/** A failed call fails its own orders only; what other batches sent stays sent. */
async function sendBatch(orderIds: string[], names: Map<string, string>): Promise<OrderResult[]> {
  const named = (orderId: string, said: Omit<OrderResult, 'orderId' | 'orderName'>): OrderResult => ({
    orderId,
    orderName: names.get(orderId) ?? orderId,
    ...said,
  });
  try {
    const { results } = await sendOrders(orderIds);
    const byOrder = new Map<string, BulkSendResult['results'][number]>(results.map((one) => [one.orderId, one]));
    return orderIds.map((orderId) => {
      const { ok = false, state, message = null, why } = byOrder.get(orderId) ?? {};
      // What is taken up and waits, as while the shop is paused, has no driver yet.
      return named(orderId, { ok: ok && state !== 'held', message, why });
    });
  } catch (error) {
    const { detail = null, why = undefined } = (error instanceof ApiError ? error.problem : null) ?? {};
    return orderIds.map((orderId) => named(orderId, { ok: false, message: detail, why }));
  }
}

function inBatches<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
