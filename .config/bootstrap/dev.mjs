/** `shopify app dev` against a real development store. Shopify's CLI is large and changes weekly: run, not depended on. */
import { spawnSync } from 'node:child_process';
import process from 'node:process';

process.stderr.write(
  "Starting `shopify app dev` with Shopify's CLI from the npm registry (needs a Partner account).\n",
);
const { status, error } = spawnSync('npx', ['--yes', '@shopify/cli@4', 'app', 'dev', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
if (status !== 0) {
  process.stderr.write(
    `\n\`shopify app dev\` ended with ${error?.message ?? `code ${status}`}. It needs the npm registry, a Shopify Partner ` +
      'account and a development store; without them `npm run demo` runs everything on this machine.\n',
  );
}
process.exitCode = status ?? 1;
