import type { Accounts } from './accounts.ts';
import type { CourierSettings } from './config.ts';
import type { PlacementQueues } from './placement-queues.ts';
import type { SlotKeeper } from './store/slots.ts';
import type { Database } from './store/statements.ts';

/** What the routes share; made once in `start.ts`. */
export interface ServiceContext {
  database: Database;
  settings: CourierSettings;
  slots: SlotKeeper;
  queues: PlacementQueues;
  accounts: Accounts;
  /** Epoch milliseconds; a test or the control routes may move it. */
  now: () => number;
  /** The address or name that it listens on. */
  host: string;
  /** Where clients reach the service: `publicUrl` of its configuration, else the address it listens on. No slash at the end. */
  baseUrl: () => string;
  /** Control routes, faults and plain-http webhook endpoints are allowed. */
  control: boolean;
  /** Tells the notification dispatcher that there may be work. */
  wakeDispatcher: () => void;
  log: (line: string) => void;
}
