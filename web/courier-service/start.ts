import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '#database/open-database.ts';
import { openAccounts } from './accounts.ts';
import { createApp } from './app.ts';
import { type CourierConfig, courierConfig } from './config.ts';
import type { ServiceContext } from './service-context.ts';
import { migrations } from './store/migrations.ts';
import { slotKeeper } from './store/slots.ts';
import type { CourierTables } from './store/tables.ts';

export interface CourierServiceOptions {
  /** 0 or unset: any free one. */
  port?: number;
  host?: '127.0.0.1';
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
    url: options.database.url === undefined ? undefined : withWaitLimits(options.database.url),
    dataDir: options.database.dataDir,
    migrations,
    migrationTable: 'courier_migration',
    maxConnections: 10,
    log,
  });
  try {
    const context: ServiceContext = {
      database,
      settings,
      slots: slotKeeper(database, settings),
      accounts: openAccounts(options.apiKeys),
      now: options.now ?? Date.now,
      control: options.control ?? false,
      wakeDispatcher: () => undefined,
      log,
    };
    await context.slots.offerAhead(context.now());
    const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 30_000 }, createApp(context));
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    let closing: Promise<void> | undefined;
    const close = async () => {
      await drain(server);
      await database.close();
    };
    return {
      url: `http://127.0.0.1:${port}`,
      port,
      close: () => {
        closing ??= close();
        return closing;
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** A client waits for 15 s at most: a lock that is not free by then is answered with 503 before. */
function withWaitLimits(url: string): string {
  const limited = new URL(url);
  limited.searchParams.set('lock_timeout', '4000');
  limited.searchParams.set('statement_timeout', '8000');
  return limited.href;
}

async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const limit = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(limit);
}
