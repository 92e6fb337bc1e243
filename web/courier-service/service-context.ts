import type { Accounts } from './accounts.ts';
import type { CourierSettings } from './config.ts';
import type { PlacementQueues } from './placement-queues.ts';
import type { SlotKeeper } from './store/slots.ts';
import type { Database } from './store/statements.ts';

/** How drivers move. */
export interface Driving {
  running: boolean;
  /** So many times as fast as real time, clock and drivers alike. */
  speed: number;
  /** Hours in which no driver has anything to do are skipped; with nothing left to do the clock goes at normal speed. */
  skipIdle: boolean;
}

/** What the routes share; made once in `start.ts`. */
export interface ServiceContext {
  database: Database;
  settings: CourierSettings;
  slots: SlotKeeper;
  queues: PlacementQueues;
  accounts: Accounts;
  /** Epoch milliseconds; a test or the control routes may move it. */
  now: () => number;
  /** Epoch milliseconds of the machine's clock, which what is signed goes by. */
  wallNow: () => number;
  /** `isIdle`: nothing is left to be driven, as of the last move while idle time is skipped. */
  driving: () => Driving & { isIdle: boolean };
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
