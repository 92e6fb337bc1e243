import { deliveriesQuery } from '#api-contract/deliveries.ts';
import type { Context } from '#runtime/context.ts';
import type { PanelReads } from '#storage/panel/panel-reads.ts';
import type { Caller } from '../session/caller.ts';
import { parse, parseOrderId } from './api-call.ts';
import { listDeliveries } from './deliveries/list.ts';
import type { ShopLocations } from './locations/shop-locations.ts';
import { showOrder } from './orders/show-order.ts';
import { showOverview } from './overview/show-overview.ts';
import { showSettings } from './settings/save-settings.ts';

/** What the panel's screens are read from. */
export interface PanelSources {
  reads: PanelReads;
  locations: ShopLocations;
}

/**
 * What the API answers to the calls that a screen begins with, for a document that is drawn from them: `path` is path and
 * query, e.g. `/api/orders/1`. A view of customer data is on record as with the call itself.
 *
 * @throws HttpProblem as the call would be answered; Error for a path that no screen begins with.
 */
export async function firstAnswer(
  context: Pick<Context, 'config' | 'storage' | 'courier' | 'clock'>,
  { reads, locations }: PanelSources,
  caller: Caller,
  path: string,
): Promise<unknown> {
  const { pathname, searchParams } = new URL(path, 'http://panel');
  if (pathname === '/api/overview') return showOverview(context, reads, locations, caller);
  if (pathname === '/api/settings') return showSettings(caller.shop);
  if (pathname === '/api/deliveries') {
    return listDeliveries(context, reads, caller, parse(deliveriesQuery, Object.fromEntries(searchParams)));
  }
  const orderId = pathname.startsWith('/api/orders/') ? parseOrderId(pathname.slice('/api/orders/'.length)) : null;
  if (orderId) return showOrder(context, caller, orderId);
  throw new Error('no screen begins with this call');
}
