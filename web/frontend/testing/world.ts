import type { AuditPage } from '#api-contract/audit.ts';
import type { DataRequestView } from '#api-contract/data-requests.ts';
import type { DeliveryRow } from '#api-contract/deliveries.ts';
import type { FiguresView } from '#api-contract/figures.ts';
import type { LocationsView } from '#api-contract/locations.ts';
import type { OrderPreview, OrderView, Problem, SendBody } from '#api-contract/order.ts';
import type { Overview } from '#api-contract/overview.ts';
import type { PackingList } from '#api-contract/packing-list.ts';
import type { RehearsalResult } from '#api-contract/rehearsal.ts';
import type { AutomationSettings, CourierTestResult, MailAddressView, SettingsView } from '#api-contract/settings.ts';

/** All that the fake API knows; a test changes it and sees the panel follow. */
export interface World {
  overview: Overview;
  packingList: PackingList;
  deliveries: DeliveryRow[];
  orders: Map<string, OrderView>;
  previews: Map<string, OrderPreview>;
  settings: SettingsView;
  mailAddress: MailAddressView;
  locations: LocationsView;
  audit: AuditPage['entries'];
  dataRequests: DataRequestView[];
  figures: FiguresView;
  rehearse: (rules: AutomationSettings) => RehearsalResult;
  /** What sending does with an order. */
  onSend: (order: OrderView, body: SendBody) => OrderView | Problem;
  courierTest: CourierTestResult;
  /** Calls that fail, by `METHOD /path`; `hang` never answers, `lost` is done and its answer does not arrive. */
  failing: Map<string, Problem | 'hang' | 'lost'>;
  /** Calls that are done at once and answered only then, by `METHOD /path`. */
  slow: Map<string, Promise<void>>;
  /** When a call that fails may be made again, as the server's header says it. */
  retryAfterSeconds?: number;
  /** By how much the server's clock is ahead of the browser's, as each answer's header says it. */
  aheadMs?: number;
  /** What every call is answered with, as behind a proxy whose app is down. */
  down: Problem | null;
  /** Every call so far, oldest first. */
  calls: { method: string; path: string; body: unknown }[];
}

export function isProblem(answer: OrderView | Problem): answer is Problem {
  return 'type' in answer;
}
