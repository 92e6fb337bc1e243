/**
 * What `shopify app dev` runs (`web/shopify.web.toml`): a delivery service on this machine, the panel built again when its
 * sources change, and the app, which Node starts again when its own change. The CLI names address, port and credentials.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { courierMode } from '#api-contract/settings.ts';
import { startCourierService } from '#courier-service/start.ts';
import { ensureBuilt } from '#frontend/ensure-built.ts';
import { devKeys } from './dev-keys.ts';

const web = fileURLToPath(new URL('../..', import.meta.url));
const folder = process.env['DEV_DATA_DIR'] ?? join(web, '..', '.data', 'dev');
/** Editors write a file more than once. */
const settleMs = 200;
const say = (line: string) => process.stderr.write(`${line}\n`);

const keys = devKeys(join(folder, 'keys.json'));
const [live, test] = await Promise.all(
  courierMode.options.map((mode) =>
    startCourierService({
      apiKeys: [keys[mode]],
      database: { dataDir: join(folder, `courier-${mode}`) },
      control: true,
    }),
  ),
);
say(`Delivery service ${live?.url}, API key ${keys.live}. Test service ${test?.url}, test key ${keys.test}.`);
say('Enter both keys in the app under Settings.');
await build();
const app = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(web, 'runtime', 'main.ts')], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ENCRYPTION_KEYS: keys.encryption,
    DATA_DIR: join(folder, 'app'),
    COURIER_BASE_URL: live?.url,
    COURIER_TEST_BASE_URL: test?.url,
  },
});

let building: NodeJS.Timeout | undefined;
const panel = ['frontend', 'api-contract'].map((name) =>
  watch(join(web, name), { recursive: true }, (_event, file) => {
    if (file === null || /(^|\/)(dist|\.building)(\/|$)/.test(file)) return;
    clearTimeout(building);
    building = setTimeout(() => void build(), settleMs);
  }),
);

let stopping = false;
const stop = async (code: number): Promise<void> => {
  if (stopping) return;
  stopping = true;
  for (const watcher of panel) watcher.close();
  clearTimeout(building);
  if (app.exitCode === null && app.signalCode === null) {
    app.kill('SIGTERM');
    await once(app, 'exit');
  }
  await Promise.all([live?.close(), test?.close()]);
  process.exit(code);
};
app.once('exit', (code) => void stop(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(0));

/** A source that cannot be built is said, and the panel stays as it was. */
async function build(): Promise<void> {
  try {
    await ensureBuilt();
    say('The panel is built.');
  } catch (error) {
    say(`The panel could not be built: ${error instanceof Error ? error.message : 'unknown failure'}`);
  }
}
