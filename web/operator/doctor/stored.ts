import { courierMode } from '#api-contract/settings.ts';
import type { Config } from '#runtime/config.ts';
import { isRemote } from '#runtime/warnings.ts';
import type { Facts } from '../inspect.ts';
import { type Finding, fine, problem, warning } from './finding.ts';

/** Clocks that differ by more make tokens look expired, or not valid yet. */
const clockToleranceMs = 10_000;

/** What the stored data and the answers of Shopify and the service say, shops apart. */
export function examineStored(config: Config, facts: Facts, now: number): Finding[] {
  return [
    examineDatabase(config, facts),
    ...examineVersion(facts),
    ...examineRights(config, facts),
    examineKeys(config, facts),
    examineWorker(facts),
    examineClient(facts),
    ...examineApi(facts),
    examineClock(facts, now),
    ...examineService(config, facts),
    ...examineLentKey(facts),
  ];
}

function examineDatabase({ database, production }: Config, { database: found }: Facts): Finding {
  const check = 'database';
  if (found.refusesWith !== null)
    return problem(
      check,
      `The database takes no further webhook (${found.refusesWith}): each is answered 503, and Shopify repeats it for 4 hours.`,
      found.refusesWith === '53100' ? 'Make room on the disk of the database.' : "Look at the database server's log.",
    );
  if (!database.url) {
    if (!production) return fine(check, 'The embedded database answers.');
    return warning(
      check,
      'The embedded database serves one process and one small shop.',
      'Set DATABASE_URL to a PostgreSQL server.',
    );
  }
  if (found.isReadOnly)
    return problem(check, 'The database takes no writes: it is a replica.', 'Name the primary server in DATABASE_URL.');
  const needed = database.maxConnections + 4;
  if (found.maxConnections < needed) {
    return problem(
      check,
      `The server gives ${found.maxConnections} connections; one process of the app may need ${needed}.`,
      'Raise max_connections, or lower WORKER_CONCURRENCY.',
    );
  }
  if (isRemote(database.url) && !found.isEncrypted) {
    return warning(
      check,
      'The connection to the database is not encrypted.',
      "Add sslmode=verify-full to DATABASE_URL, and the provider's certificate.",
    );
  }
  return fine(check, `PostgreSQL ${found.version} answers.`);
}

/** An older version goes on with it, and of the rest is told what it knows. */
function examineVersion({ addedByNewer }: Facts): Finding[] {
  if (addedByNewer.length === 0) return [];
  return [
    warning(
      'database_version',
      `A newer version of the app has added to the database: ${addedByNewer.join(', ')}.`,
      'Run the doctor of that version, unless you went back to this one.',
    ),
  ];
}

/** The embedded database has no roles. */
function examineRights({ database }: Config, { database: { lackingRights, isSuperuser } }: Facts): Finding[] {
  if (database.url === undefined) return [];
  const check = 'database_rights';
  if (lackingRights.length > 0) {
    const [first, ...more] = lackingRights;
    const rest = more.length > 0 ? ` and ${more.length} more` : '';
    return [
      problem(
        check,
        `The role may not: ${first}${rest}.`,
        'Make it the owner of the schema and its tables, or grant it these rights.',
      ),
    ];
  }
  if (isSuperuser)
    return [
      warning(
        check,
        'The role is a superuser: it may do far more than the app needs.',
        'Give the app a role of its own that owns its schema only.',
      ),
    ];
  return [fine(check, 'The role has the rights that the app needs.')];
}

function examineKeys({ encryption }: Config, { stale, unaware }: Facts): Finding {
  if (unaware.length > 0)
    return problem(
      'encryption_keys',
      `Running processes do not have the first key, and read nothing that is encrypted with it: ${unaware.join(', ')}.`,
      'Start them again with the ENCRYPTION_KEYS of this environment.',
    );
  const count = Object.values(stale).reduce((sum, one) => sum + one, 0);
  if (count === 0) return fine('encryption_keys', 'All that is stored is encrypted with the first key.');
  const what = `${count} values in ${Object.keys(stale).join(', ')} are encrypted with another key than the first.`;
  if (encryption.keys.length > 1)
    return warning('encryption_keys', what, 'Run `npm run rotate-keys` before you take an old key out.');
  return problem('encryption_keys', what, 'Add the key that they were written with behind the first: new:…,old:…');
}

function examineWorker({ database: { hasWorker } }: Facts): Finding {
  if (hasWorker) return fine('worker', 'A worker lives.');
  return problem(
    'worker',
    'No worker has been heard of for 20 seconds: webhooks are stored and nothing is sent.',
    'Start a process with ROLE=worker or ROLE=all, and look at its log.',
  );
}

function examineClient({ client }: Facts): Finding {
  const check = 'shopify_client';
  if (client === null) return fine(check, 'No shop has installed the app yet: Shopify was not asked.');
  if (client.client === 'accepted') return fine(check, 'Shopify accepts the client id and secret.');
  if (client.client === 'refused') {
    return problem(
      check,
      "Shopify refuses the app's client id or secret.",
      'Copy SHOPIFY_API_KEY and SHOPIFY_API_SECRET from the app in the Partner Dashboard.',
    );
  }
  if (client.time !== null)
    return warning(
      check,
      'Shopify answers, and says nothing of the client id and secret.',
      'Run the doctor again later: Shopify has trouble, or no store of the app is open.',
    );
  return problem(
    check,
    'Shopify cannot be reached.',
    'Let this machine make https calls to *.myshopify.com, and see shopifystatus.com.',
  );
}

function examineApi({ apiNotices, shops }: Facts): Finding[] {
  const check = 'shopify_api';
  if (apiNotices.length === 0)
    return shops.some(({ shopifyFailure }) => shopifyFailure === null)
      ? [fine(check, 'Shopify answers in the API version of the app, and calls nothing of it deprecated.')]
      : [];
  return apiNotices.map(({ kind, said }) => {
    if (kind === 'deprecated')
      return warning(
        check,
        `Shopify will take away something that the app uses: ${said}`,
        'Update the app before that.',
      );
    if (kind === 'webhook_version')
      return problem(
        check,
        `Shopify sends webhooks in API version ${said}, which the app does not read.`,
        'Release shopify.app.toml of this version of the app (`npx shopify app deploy`), or update the app.',
      );
    return problem(
      check,
      `Shopify answers in API version ${said}: the one that the app asks for is no longer supported.`,
      'Update the app.',
    );
  });
}

function examineClock({ database, client }: Facts, now: number): Finding {
  // Shopify's time comes to the second.
  const others = [
    ['the database', database.time],
    ['Shopify', client?.time ?? null],
  ] as const;
  for (const [whose, time] of others) {
    if (time === null) continue;
    const seconds = Math.round(Math.abs(now - time) / 1000);
    if (Math.abs(now - time) <= clockToleranceMs) continue;
    return problem(
      'clock',
      `This machine's clock and that of ${whose} differ by ${seconds} seconds.`,
      'Switch on time synchronisation (NTP) on both.',
    );
  }
  return fine('clock', 'The clocks agree.');
}

function examineLentKey({ lentKey }: Facts): Finding[] {
  const check = 'test_key';
  if (lentKey === 'key') {
    const what =
      'The test service refuses COURIER_TEST_API_KEY: development stores without a key of their own book nothing.';
    return [problem(check, what, 'Set a key that COURIER_TEST_BASE_URL accepts.')];
  }
  return lentKey === 'accepted' ? [fine(check, 'The test service accepts COURIER_TEST_API_KEY.')] : [];
}

function examineService({ courier }: Config, { service, shops }: Facts): Finding[] {
  const check = { live: 'service', test: 'test_service' } as const;
  const names = { live: 'COURIER_BASE_URL', test: 'COURIER_TEST_BASE_URL' } as const;
  return courierMode.options.map((mode) => {
    const kind = service[mode];
    if (kind === null) {
      const waiting = shops.filter(({ keys }) => keys[mode] !== null).length;
      if (waiting > 0)
        return problem(
          check[mode],
          `${waiting} shops have a ${mode} key, and ${names[mode]} is not set.`,
          `Set ${names[mode]}.`,
        );
      return warning(
        check[mode],
        'No test host is configured: merchants cannot place a test order.',
        `Set ${names[mode]}.`,
      );
    }
    const host = URL.parse(courier[mode === 'live' ? 'baseUrl' : 'testBaseUrl'] ?? '')?.host ?? '';
    if (kind === 'unreachable')
      return problem(
        check[mode],
        `The delivery service at ${host} does not answer.`,
        `Check ${names[mode]}, the network and the service.`,
      );
    if (kind === 'address')
      return problem(
        check[mode],
        `What answers at ${host} is not the delivery service.`,
        `Check ${names[mode]} and COURIER_PROFILE.`,
      );
    return fine(check[mode], `The delivery service answers at ${host}.`);
  });
}
