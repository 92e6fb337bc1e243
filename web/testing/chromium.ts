import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const run = promisify(execFile);

const PACKAGE = fileURLToPath(new URL('../../node_modules/@sparticuz/chromium/', import.meta.url));
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/** No sandbox, because tests may run as root; and none of the calls that a browser makes to its maker by itself. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser of the tests: CHROMIUM_PATH, else /usr/bin/chromium, else the npm package's, unpacked once. */
async function chromiumPath(): Promise<string> {
  const installed = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find((path) => path && existsSync(path));
  return installed ?? unpacked();
}

/** A page of a test lives for a second: what is compiled for later, and by other threads, costs more than it saves. */
const SHORT_LIVED = '--js-flags=--single-threaded,--no-opt,--no-maglev,--max-lazy';

interface ChromiumOptions extends LaunchOptions {
  /** Run scripts as a merchant's browser does, where how long they take is measured. Default false. */
  measured?: boolean;
}

/** Starts that browser headless. The caller closes it. */
export async function launchChromium({ measured = false, ...options }: ChromiumOptions = {}): Promise<Browser> {
  const executablePath = await chromiumPath();
  const env = { ...process.env, ...(await missingParts(executablePath)), ...options.env };
  return chromium.launch({
    ...options,
    executablePath,
    headless: true,
    args: [...FLAGS, ...(measured ? [] : [SHORT_LIVED]), ...(options.args ?? [])],
    env,
  });
}

/**
 * The package unpacks into the temporary folder under fixed names; here that is a folder of its own, which gets its
 * name when it is whole. Several processes may do so at once.
 */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const folder = join(CACHE, `chromium-${version}`);
  if (!existsSync(folder)) {
    await mkdir(CACHE, { recursive: true });
    const unfinished = await mkdtemp(`${folder}-`);
    const script = `import(${JSON.stringify(`${PACKAGE}build/index.js`)}).then((browser) => browser.default.executablePath())`;
    const withLibraries = { TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
    await run(process.execPath, ['-e', script], { env: { ...process.env, ...withLibraries } });
    await rename(unfinished, folder).catch((error: unknown) => keepWinner(error, folder));
    await rm(unfinished, { recursive: true, force: true });
  }
  return join(folder, 'chromium');
}

function keepWinner(error: unknown, folder: string): void {
  if (!existsSync(folder)) {
    throw error;
  }
}

/** The package brings the libraries and fonts that a bare machine lacks; a machine's own go first. */
async function missingParts(executablePath: string): Promise<Record<string, string>> {
  const folder = dirname(executablePath);
  const libraries = join(folder, 'al2023', 'lib');
  if (!existsSync(libraries)) {
    return {};
  }
  const { stdout } = await run('ldd', [executablePath]).catch(() => ({ stdout: 'not found' }));
  return {
    ...(stdout.includes('not found') ? { LD_LIBRARY_PATH: libraries } : {}),
    ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }),
  };
}
