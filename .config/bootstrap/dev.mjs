/** `shopify app dev` against a real development store, by the CLI of the lock file. */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../node_modules/@shopify/cli/bin/run.js', import.meta.url));

process.stderr.write("Starting `shopify app dev` with Shopify's CLI (needs a Partner account).\n");
const { status, error } = spawnSync(process.execPath, [cli, 'app', 'dev', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
if (status !== 0) {
  process.stderr.write(
    `\n\`shopify app dev\` ended with ${error?.message ?? `code ${status}`}. It needs the network, a Shopify Partner ` +
      'account and a development store; without them `npm run demo` runs everything on this machine.\n',
  );
}
process.exitCode = status ?? 1;
