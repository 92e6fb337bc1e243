import type { Kysely } from 'kysely';
import { migrateToLatest, migrationsBetween } from '#database/migrate.ts';
import { type OpenDatabase, openDatabase } from '#database/open-database.ts';
import type { ServerWaits } from '#database/server.ts';
import type { OrderStore, ShopTokens, SweepStore } from '#deliveries/ports/stores.ts';
import { ensureSecret } from './app-secret.ts';
import { refuseHalfRestored } from './backup/half-restored.ts';
import { BlindIndex } from './blind-index.ts';
import { coalesced } from './coalesced.ts';
import { Cipher, type EncryptionKeys } from './encryption.ts';
import { createInbox, type Inbox, newWebhookChannel } from './inbox.ts';
import { initial } from './migrations/0001-initial.ts';
import { attentionMail } from './migrations/0002-attention-mail.ts';
import { personsWord } from './migrations/0004-a-persons-word.ts';
import { schedule } from './migrations/0006-schedule.ts';
import { sweepProgress } from './migrations/0007-sweep-progress.ts';
import { whatPeopleAreTold } from './migrations/0010-told.ts';
import { orderRun } from './migrations/0011-order-run.ts';
import { runWithoutWorker } from './migrations/0012-run-without-worker.ts';
import { bodyAsBytes } from './migrations/0013-body-as-bytes.ts';
import { orderVersion } from './migrations/0014-order-version.ts';
import { flowRun } from './migrations/0015-flow-run.ts';
import { deliveryLife } from './migrations/0016-delivery-life.ts';
import { notificationSource } from './migrations/0017-notification-source.ts';
import { cancellation } from './migrations/0020-cancellation.ts';
import { flowTrigger } from './migrations/0021-flow-trigger.ts';
import { deliveryCost } from './migrations/0024-delivery-cost.ts';
import { checkoutRate } from './migrations/0025-checkout-rate.ts';
import { keyCheck } from './migrations/0028-key-check.ts';
import { erasure } from './migrations/0032-erasure.ts';
import { mailAddress } from './migrations/0036-mail-address.ts';
import { uninstallMail } from './migrations/0040-uninstall-mail.ts';
import { orderSearch } from './migrations/0043-order-search.ts';
import { personLanguage } from './migrations/0046-person-language.ts';
import { developmentStore } from './migrations/0049-development-store.ts';
import { morningSummary } from './migrations/0060-morning-summary.ts';
import { erasedPrefix } from './migrations/0063-erased-prefix.ts';
import { secondDriver } from './migrations/0066-second-driver.ts';
import { waitsFor } from './migrations/0070-waits-for.ts';
import { unusedIndexes } from './migrations/0071-unused-indexes.ts';
import { processKeys } from './migrations/0074-process-keys.ts';
import { soonestRuns } from './migrations/0078-soonest-runs.ts';
import { accessIndexes } from './migrations/0079-access-indexes.ts';
import { fraudRisk } from './migrations/0080-fraud-risk.ts';
import { waitsForOrder } from './migrations/0081-waits-for-order.ts';
import { renamedShops } from './migrations/0082-renamed-shops.ts';
import { erasedWhole } from './migrations/0083-erased-whole.ts';
import { toldIds } from './migrations/0084-told-ids.ts';
import { forbiddenWrites } from './migrations/0085-forbidden-writes.ts';
import { createOrderRuns, endAllLeases, type OrderRuns } from './order-runs.ts';
import { createOrderStore } from './order-store.ts';
import { refusal } from './refusal.ts';
import type { Tables } from './schema.ts';
import { createShopStore, type ShopRepository } from './shop-store.ts';
import { createSweepStore } from './sweep-store.ts';
import { createTokenStore } from './token-store.ts';

export interface StorageOptions {
  url: string | undefined;
  dataDir: string | undefined;
  encryption: EncryptionKeys;
  maxConnections: number;
  /** How long a connection to a server may wait, where the usual is too short. */
  waits?: Partial<ServerWaits>;
  /** The operator's, lent to development stores that have none of their own. */
  testApiKey?: string | null;
  /** `service`: each shop begins with a prefix of its own. Default `account`. */
  referenceScope?: 'account' | 'service';
  /** false: the tables are taken as they are, and refused where they are of another version. Default true. */
  migrate?: boolean;
  /** With `migrate: false`: those of a newer version are taken too, for who only looks. */
  newerToo?: boolean;
  /** Opened by who restores a backup into it. Default false: what is half restored is refused. */
  restoring?: boolean;
  onError: (error: unknown) => void;
  log: (line: string) => void;
}

/** Everything that is stored, over one database. */
export interface Storage {
  database: OpenDatabase<Tables>;
  db: Kysely<Tables>;
  cipher: Cipher;
  /** Whether the operator lends development stores a test key. */
  lendsTestKey: boolean;
  blindIndex: BlindIndex;
  runs: OrderRuns;
  orders: OrderStore;
  shops: ShopRepository;
  sweeps: SweepStore;
  tokens: ShopTokens;
  inbox: Inbox;
  close(): Promise<void>;
}

/** By name, in their order. */
export const migrations = {
  '0001-initial': initial,
  '0002-attention-mail': attentionMail,
  '0004-a-persons-word': personsWord,
  '0006-schedule': schedule,
  '0007-sweep-progress': sweepProgress,
  '0010-told': whatPeopleAreTold,
  '0011-order-run': orderRun,
  '0012-run-without-worker': runWithoutWorker,
  '0013-body-as-bytes': bodyAsBytes,
  '0014-order-version': orderVersion,
  '0015-flow-run': flowRun,
  '0016-delivery-life': deliveryLife,
  '0017-notification-source': notificationSource,
  '0020-cancellation': cancellation,
  '0021-flow-trigger': flowTrigger,
  '0024-delivery-cost': deliveryCost,
  '0025-checkout-rate': checkoutRate,
  '0028-key-check': keyCheck,
  '0032-erasure': erasure,
  '0036-mail-address': mailAddress,
  '0040-uninstall-mail': uninstallMail,
  '0043-order-search': orderSearch,
  '0046-person-language': personLanguage,
  '0049-development-store': developmentStore,
  '0060-morning-summary': morningSummary,
  '0063-erased-prefix': erasedPrefix,
  '0066-second-driver': secondDriver,
  '0070-waits-for': waitsFor,
  '0071-unused-indexes': unusedIndexes,
  '0074-process-keys': processKeys,
  '0078-soonest-runs': soonestRuns,
  '0079-access-indexes': accessIndexes,
  '0080-fraud-risk': fraudRisk,
  '0081-waits-for-order': waitsForOrder,
  '0082-renamed-shops': renamedShops,
  '0083-erased-whole': erasedWhole,
  '0084-told-ids': toldIds,
  '0085-forbidden-writes': forbiddenWrites,
};

const noticeEveryMs = 25;

/** Opens the database and brings it up to date. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { url, dataDir, maxConnections, waits, log, migrate = true } = options;
  const place = { url, dataDir, maxConnections, waits };
  const database = await openDatabase<Tables>({ ...place, log });
  try {
    // Before it is migrated, too: the restore that is run again fills tables of its backup's version.
    if (!options.restoring) await refuseHalfRestored(database.db);
    if (migrate) await migrateToLatest(url ?? database.db, migrations);
    else await refuseOtherVersion(database.db, options.newerToo ?? false);
    if (!options.restoring) await refuseHalfRestored(database.db);
    return await storageIn(database, options);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Over a database that has the tables of this version. Closing it closes that. */
export async function storageIn(
  database: OpenDatabase<Tables>,
  options: Pick<StorageOptions, 'encryption' | 'testApiKey' | 'referenceScope' | 'onError'>,
): Promise<Storage> {
  const cipher = new Cipher(options.encryption);
  const accountSecret = await ensureSecret(database.db, cipher, 'account');
  const blindIndex = new BlindIndex(await ensureSecret(database.db, cipher, 'search'));
  const { db } = database;
  if (database.pglite) await endAllLeases(db);
  let isClosing = false;
  // A notice is a commit of its own, and the server lets only one at a time through: a stream needs few.
  const onStored = coalesced(noticeEveryMs, () => {
    if (!isClosing) void database.notify(newWebhookChannel).catch(options.onError);
  });
  return {
    database,
    db,
    cipher,
    lendsTestKey: Boolean(options.testApiKey),
    blindIndex,
    runs: createOrderRuns(database),
    orders: createOrderStore(db, cipher, blindIndex),
    shops: createShopStore(db, cipher, {
      accountSecret,
      testApiKey: options.testApiKey ?? null,
      referenceScope: options.referenceScope ?? 'account',
    }),
    sweeps: createSweepStore(db),
    tokens: createTokenStore(db, cipher),
    inbox: createInbox(db, cipher, onStored),
    close: () => {
      isClosing = true;
      return database.close();
    },
  };
}

async function refuseOtherVersion(db: Kysely<Tables>, newerToo: boolean): Promise<void> {
  const { missing, unknown } = await migrationsBetween(db, migrations);
  if (unknown.length > 0 && !newerToo)
    throw refusal('database_version', `The database is of a newer version of the app: it has ${unknown.join(', ')}.`);
  if (missing.length > 0)
    throw refusal(
      'database_version',
      `The database is not of this version of the app: it lacks ${missing.join(', ')}. Run \`npm run migrate\`, or start the app once.`,
    );
}
