import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { configOf } from './config.ts';
import { readEnv } from './env.ts';

const key = () => randomBytes(32).toString('base64');
const good: Record<string, string> = {
  SHOPIFY_API_KEY: 'client-id',
  SHOPIFY_API_SECRET: 'client-secret',
  SHOPIFY_APP_URL: 'https://app.example.com/',
  ENCRYPTION_KEYS: `k1:${key()}`,
  COURIER_BASE_URL: 'https://courier.example.com',
};
const problemsOf = (env: Record<string, string | undefined>): string[] => {
  const read = readEnv(env);
  return read.ok ? [] : read.problems;
};

test('all problems come together, by name and without a value', () => {
  const bad = {
    SHOPIFY_API_SECRET: '',
    ENCRYPTION_KEYS: 'canary-keys',
    DATABASE_URL: 'mysql://canary-user:canary-password@127.0.0.1/x',
    COURIER_BASE_URL: 'http://canary.example.com',
    COURIER_TEST_BASE_URL: 'canary',
    SHOPIFY_ADMIN_ORIGIN: 'https://canary.example.com',
    APP_BRIDGE_URL: 'http://10.0.0.1/canary.js',
    ROLE: 'canary',
    LOG_LEVEL: 'canary',
    PORT: 'canary',
    WORKER_CONCURRENCY: '0',
    RETRY_BASE_MS: '-1',
    SUPPORT_URL: 'javascript:canary',
    SMTP_URL: 'http://canary',
    MAIL_FROM: 'canary',
  };
  const problems = problemsOf(bad);
  for (const name of [...Object.keys(bad), 'SHOPIFY_API_KEY', 'SHOPIFY_APP_URL']) {
    expect(
      problems.filter((problem) => problem.startsWith(name)),
      name,
    ).not.toEqual([]);
  }
  expect(problems.join()).not.toContain('canary');
});

test.each([
  ['SHOPIFY_API_SECRET', 'c'],
  ['SHOPIFY_API_SECRET', 'canary7'],
  ['SHOPIFY_API_SECRET_PREVIOUS', 'c'],
  ['ENCRYPTION_KEYS', 'k1:c'],
])('%s=%s is too short to start with, and is named', (name, value) => {
  expect(problemsOf({ ...good, [name]: value })).toEqual([expect.stringMatching(`^${name}: (?!.*canary)`)]);
});

test('a key of the test service needs its host', () => {
  expect(problemsOf({ ...good, COURIER_TEST_API_KEY: 'canary' })).toEqual([
    'COURIER_TEST_BASE_URL is missing: COURIER_TEST_API_KEY is a key of that host',
  ]);
});

test.each(['https://help.example.com/app', 'mailto:help@example.com'])('support may be at %s', (address) => {
  const read = readEnv({ ...good, SUPPORT_URL: address });
  expect(read.ok && configOf(read.env).supportUrl).toBe(address);
});

test.each(Object.keys(good))(
  '%s may have white space around it, as copying leaves it, and blank it is missing',
  (name) => {
    const tidy = readEnv(good);
    expect(tidy.ok).toBe(true);
    expect(readEnv({ ...good, [name]: ` ${good[name]}\r\n` })).toEqual(tidy);
    for (const blank of ['', ' ', '\n']) {
      expect(problemsOf({ ...good, [name]: blank }), JSON.stringify(blank)).toEqual([
        expect.stringMatching(`^${name} is missing`),
      ]);
    }
  },
);

test('what is optional and blank is as good as left out', () => {
  const names = ['PORT', 'METRICS_PORT', 'DATABASE_URL', 'DATA_DIR', 'COURIER_PROFILE', 'ROLE', 'SMTP_URL', 'HOST'];
  expect(readEnv({ ...good, ...Object.fromEntries(names.map((name) => [name, ' '])) })).toEqual(readEnv(good));
});

test.each([
  ['SHOPIFY_API_KEY', '"canary"'],
  ['SHOPIFY_API_SECRET', '"canary-canary"'],
  ['SHOPIFY_API_SECRET', 'canary canary'],
  ['SHOPIFY_API_SECRET_PREVIOUS', "'canary-canary'"],
  ['SHOPIFY_ADMIN_ORIGIN', 'canary'],
  ['APP_BRIDGE_URL', 'canary'],
  ['DATABASE_URL', 'postgres://canary:has#hash@db.example.com/app'],
  ['DATABASE_URL', 'postgres://canary:12#34@db.example.com/app'],
  ['DATABASE_URL', 'postgres://db.example.com:canary/app'],
  ['COURIER_TIMEOUT_MS', '99999999999'],
  ['RETRY_BASE_MS', '99999999999'],
  ['SWEEP_INTERVAL_SECONDS', '99999999999'],
])('%s=%s is refused in words with its name', (name, value) => {
  expect(problemsOf({ ...good, [name]: value })).toEqual([expect.stringMatching(`^${name}: (?!.*canary)`)]);
});

test('an empty environment says what is needed', () => {
  expect(problemsOf({}).map((problem) => problem.split(' ')[0])).toEqual([
    ...['SHOPIFY_API_KEY', 'SHOPIFY_API_SECRET', 'ENCRYPTION_KEYS'],
    ...['SHOPIFY_APP_URL', 'COURIER_BASE_URL'],
  ]);
});

describe('security 5: encryption keys', () => {
  const shared = key();
  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['all zero', `k1:${Buffer.alloc(32).toString('base64')}`],
    ['one byte repeated', `k1:${Buffer.alloc(32, 0x61).toString('base64')}`],
    ['too short', `k1:${randomBytes(16).toString('base64')}`],
    ['too long', `k1:${randomBytes(33).toString('base64')}`],
    ['without an id', key()],
    ['with an id that an envelope cannot hold', `a.b:${key()}`],
    ['good and bad', `k1:${key()},k2:short`],
    ['two of one id', `k1:${key()},k1:${key()}`],
    ['with a stray comma', `k1:${key()},`],
    ['not base64', `k1:${'*'.repeat(20)}${shared}`],
  ])('%s: the start is refused', (_name, value) => {
    expect(problemsOf({ ...good, ENCRYPTION_KEYS: value })).toHaveLength(1);
  });

  test('the first encrypts, older ones follow', () => {
    const read = readEnv({ ...good, ENCRYPTION_KEYS: `new:${key()}, old:${key()}` });
    expect(read.ok && configOf(read.env).encryption.keys.map(({ id }) => id)).toEqual(['new', 'old']);
  });
});

describe('addresses for development and tests', () => {
  test.each(['SHOPIFY_ADMIN_ORIGIN', 'APP_BRIDGE_URL'])('%s is on loopback or refused', (name) => {
    for (const host of ['127.0.0.1:4000', 'localhost:4000', '[::1]:4000']) {
      expect(problemsOf({ ...good, [name]: `http://${host}` }), host).toEqual([]);
    }
    const others = [
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      'evil.example',
      '10.0.0.1',
      '0.0.0.0',
      '[::]',
      '127.0.0.1@evil.example',
    ];
    for (const host of others) expect(problemsOf({ ...good, [name]: `http://${host}` }), host).toHaveLength(1);
    expect(problemsOf({ ...good, [name]: 'file:///etc/passwd' })).toHaveLength(1);
  });
});

test('the Shopify CLI may name the address HOST and the port BACKEND_PORT; defaults are those of the surfaces', () => {
  const { SHOPIFY_APP_URL, ...rest } = good;
  const read = readEnv({ ...rest, HOST: SHOPIFY_APP_URL, BACKEND_PORT: '4711', ROLE: '', LOG_LEVEL: '' });
  const config = read.ok ? configOf(read.env) : null;
  expect(config).toMatchObject({
    ...{ appUrl: 'https://app.example.com', port: 4711, role: 'all', metricsPort: null, sweepIntervalMs: 300_000 },
    database: { url: undefined, dataDir: '.data' },
    courier: { timeoutMs: 15_000 },
    timing: { retryBaseMs: 2_000, probeMs: 20_000 },
  });
  expect(config?.timing.leaseMs).toBeGreaterThan(15_000);
});

const configured = (env: Record<string, string | undefined>) => {
  const read = readEnv(env);
  return read.ok ? configOf(read.env) : read.problems;
};

const link = 'tcp://10.96.0.12:3000';

test.each<[string, Record<string, string>, { port: number; metricsPort: number | null }]>([
  ['beside PORT', { PORT: '4711', BACKEND_PORT: link, METRICS_PORT: link }, { port: 4711, metricsPort: null }],
  ['without a port', { BACKEND_PORT: link }, { port: 3000, metricsPort: null }],
  ['as PORT', { PORT: link, BACKEND_PORT: '4711', METRICS_PORT: '9' }, { port: 4711, metricsPort: 9 }],
])('the address that Kubernetes puts in for a Service is no port: %s', (_name, env, ports) => {
  expect(configured({ ...good, ...env })).toMatchObject(ports);
});

test('BACKEND_PORT is not read where PORT is set; what else is no port is refused', () => {
  expect(configured({ ...good, PORT: '4711', BACKEND_PORT: 'canary' })).toMatchObject({ port: 4711 });
  for (const name of ['PORT', 'BACKEND_PORT', 'METRICS_PORT']) {
    for (const value of ['canary', 'http://10.96.0.12:3000', `x${link}`, '65536']) {
      expect(configured({ ...good, [name]: value })).toEqual([expect.stringMatching(`^${name}: (?!.*canary)`)]);
    }
  }
});

test.each(['0.0.0.0', '::', '[::]', '127.0.0.1', 'localhost', 'web-1.internal'])(
  'HOST=%s, as many hosts set it, is where to listen and not the address of the app',
  (HOST) => {
    const listenOn = HOST === '[::]' ? '::' : HOST;
    expect(configured({ ...good, HOST })).toMatchObject({ appUrl: 'https://app.example.com', listenOn });
    expect(configured({ ...good, SHOPIFY_APP_URL: undefined, HOST })).toEqual([
      expect.stringMatching(/^SHOPIFY_APP_URL is missing/),
    ]);
  },
);

test('HOST as an address of the app, also beside SHOPIFY_APP_URL, says nothing of where to listen', () => {
  const both = { ...good, HOST: 'https://tunnel.example.com' };
  expect(configured(both)).toMatchObject({ appUrl: 'https://app.example.com', listenOn: null });
  expect(configured({ ...both, SHOPIFY_APP_URL: '' })).toMatchObject({ appUrl: 'https://tunnel.example.com' });
  for (const HOST of ['ftp://app.example.com', 'http://', 'two words', 'a/b']) {
    expect(configured({ ...good, HOST }), HOST).toEqual([expect.stringMatching(/^HOST/)]);
  }
});

test.each(['?a=b', '#canary', '?', '/#', '/base?canary'])('%s at the end of the app’s address is refused', (end) => {
  const refused = (name: string) => [
    `${name}: must have no query (?…), no fragment (#…), no user name and no password`,
  ];
  for (const address of [`https://canary.example${end}`, `https://u:p@canary.example`, 'https://u@canary.example/']) {
    expect(problemsOf({ ...good, SHOPIFY_APP_URL: address })).toEqual(refused('SHOPIFY_APP_URL'));
    expect(problemsOf({ ...good, SHOPIFY_APP_URL: undefined, HOST: address })).toEqual(refused('HOST'));
  }
});

test('the app’s address may have a path', () => {
  const SHOPIFY_APP_URL = 'https://app.example.com/base/';
  expect(configured({ ...good, SHOPIFY_APP_URL })).toMatchObject({ appUrl: 'https://app.example.com/base' });
});

test('TRUSTED_PROXIES names addresses and networks; without it private ones are believed', () => {
  expect(configured(good)).toMatchObject({ trustedProxies: ['loopback', 'linklocal', 'uniquelocal'] });
  const TRUSTED_PROXIES = '203.0.113.7, 2001:db8::/32,10.0.0.0/8';
  const trustedProxies = ['203.0.113.7', '2001:db8::/32', '10.0.0.0/8'];
  expect(configured({ ...good, TRUSTED_PROXIES })).toMatchObject({ trustedProxies });
  for (const wrong of [
    'all',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '2001:db8::/129',
    '10.0.0.1,',
    '1.2.3.4/8/9',
    'proxy.internal',
  ]) {
    expect(configured({ ...good, TRUSTED_PROXIES: wrong }), wrong).toEqual([expect.stringMatching(/^TRUSTED_PROXIES/)]);
  }
});

test('e-mail is off without SMTP_URL; the sender is of the app’s own host unless MAIL_FROM says otherwise', () => {
  const mailOf = (env: Record<string, string>) => {
    const read = readEnv({ ...good, ...env });
    return read.ok ? configOf(read.env).mail : undefined;
  };
  expect(mailOf({ SMTP_URL: '', MAIL_FROM: 'us@example.com' })).toBeNull();
  expect(mailOf({ SMTP_URL: 'smtp://mail.example.com' })).toMatchObject({ from: 'no-reply@app.example.com' });
  const both = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'us@example.com' };
  expect(mailOf(both)).toMatchObject({ from: 'us@example.com', smtp: { host: 'mail.example.com', port: 465 } });
});

test('a profile that cannot be read is named', () => {
  const read = readEnv({ ...good, COURIER_PROFILE: '/nowhere/profile.json' });
  expect(() => read.ok && configOf(read.env)).toThrow(/COURIER_PROFILE/);
});
