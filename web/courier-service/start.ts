import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '#database/open-database.ts';
import { openAccounts } from './accounts.ts';
import { createApp } from './app.ts';
import { type CourierConfig, type CourierSettings, courierConfig } from './config.ts';
import { controlledClock } from './control/clock.ts';
import { createControl } from './control/control.ts';
import { isLoopback, localOrigin } from './http/own-host.ts';
import { startDispatcher } from './notifications/dispatcher.ts';
import { placementQueues } from './placement-queues.ts';
import type { ServiceContext } from './service-context.ts';
import { driverSimulation } from './simulation.ts';
import { migrations } from './store/migrations.ts';
import { slotKeeper } from './store/slots.ts';
import type { Database } from './store/statements.ts';
import type { CourierTables } from './store/tables.ts';

export interface CourierServiceOptions {
  /** 0 or unset: any free one. */
  port?: number;
  /** Where to listen; loopback where it is unset. */
  host?: string;
  /** Each is a client of its own. */
  apiKeys: string[];
  config?: CourierConfig;
  /** A PostgreSQL server, or a folder of the embedded database (`memory://` keeps it in memory). */
  database: { url?: string | undefined; dataDir?: string | undefined };
  /** Opens `/_control`: faults, clock, requests seen, reset. Never in production. */
  control?: boolean;
  /** Epoch milliseconds. */
  now?: () => number;
  log?: (line: string) => void;
}

export interface CourierService {
  url: string;
  port: number;
  /** Answers what is being answered, then ends everything. */
  close(): Promise<void>;
}

const DRAIN_MS = 8_000;

/**
 * Starts the delivery service; it accepts requests when this resolves.
 *
 * @throws ZodError for a bad `config`; whatever the database throws when it cannot be opened.
 */
export async function startCourierService(options: CourierServiceOptions): Promise<CourierService> {
  const settings = courierConfig.parse(options.config ?? {});
  const log = options.log ?? (() => undefined);
  const database = await openDatabase<CourierTables>({
    url: options.database.url,
    dataDir: options.database.dataDir,
    migrations,
    migrationTable: 'courier_migration',
    maxConnections: 10,
    // Before its answer is due (`inTime`): what is answered 503 after a wait for a lock is surely not done later.
    waits: { lockMs: 4_000, statementMs: 8_000 },
    log,
  });
  try {
    return await serve(options, settings, database, log);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function serve(
  options: CourierServiceOptions,
  settings: CourierSettings,
  database: Database,
  log: (line: string) => void,
): Promise<CourierService> {
  let localUrl = '';
  const host = options.host ?? '127.0.0.1';
  const wallNow = options.now ?? Date.now;
  const clock = controlledClock(wallNow);
  const context: ServiceContext = {
    database,
    settings,
    slots: slotKeeper(database, settings),
    queues: placementQueues(database, clock.now),
    accounts: openAccounts(options.apiKeys),
    now: clock.now,
    wallNow,
    driving: () => simulation.state(),
    host,
    baseUrl: () => settings.publicUrl ?? localUrl,
    control: options.control ?? false,
    wakeDispatcher: () => dispatcher.wake(),
    log,
  };
  await context.slots.offerAhead(context.now());
  const simulation = driverSimulation(context, clock);
  const control = context.control ? createControl(context, clock, simulation) : null;
  const limits = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 30_000 };
  const server = createServer(limits, createApp(context, control));
  if (!isLoopback(host))
    log(`Warning: listening on ${host}. Keys and addresses travel in the clear unless a TLS proxy stands before it.`);
  server.listen(options.port ?? 0, host);
  await once(server, 'listening');
  const dispatcher = startDispatcher(context);
  simulation.run({ running: settings.simulation.enabled, speed: settings.simulation.speed, skipIdle: false });
  const { port } = server.address() as AddressInfo;
  localUrl = localOrigin(host, port);
  let closing: Promise<void> | undefined;
  const close = async () => {
    await drain(server);
    await simulation.stop();
    await dispatcher.stop();
    await database.close();
  };
  return {
    url: localUrl,
    port,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const limit = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(limit);
}
