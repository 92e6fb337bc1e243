import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#runtime/config.ts';
import { type Finding, fine, problem, warning } from './finding.ts';

/** Whether what Shopify was told of the app by `shopify app deploy` names this installation. */
export function examineToml({ shopify, appUrl }: Config, folder: string): Finding {
  const check = 'shopify_app_toml';
  const files = readdirSync(folder).filter((name) => /^shopify\.app(\..+)?\.toml$/.test(name));
  const own = files
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
    .find(({ text }) => tomlValue(text, 'client_id') === shopify.apiKey);
  if (!own) {
    return warning(
      check,
      'No shopify.app.toml here names the client id in SHOPIFY_API_KEY.',
      'Put your client id and address into it, then `npx shopify app deploy`.',
    );
  }
  const given = [{ name: own.name, address: tomlValue(own.text, 'application_url') }, ...addressesOfExtensions(folder)];
  const { origin } = new URL(appUrl);
  const wrong = given.find(({ address }) => URL.parse(address)?.origin !== origin);
  if (!wrong) return fine(check, `${own.name} names this app and its address.`);
  return problem(
    check,
    `${wrong.name} gives Shopify the address ${wrong.address}, and SHOPIFY_APP_URL is another one.`,
    'Make them the same, then `npx shopify app deploy`.',
  );
}

/** A path alone is below the app's own address. */
function addressesOfExtensions(folder: string): { name: string; address: string }[] {
  const files = globSync('extensions/*/shopify.extension.toml', { cwd: folder });
  return files.flatMap((name) => {
    const toml = readFileSync(join(folder, name), 'utf8');
    const addresses = ['url', 'runtime_url'].map((key) => tomlValue(toml, key));
    return addresses.filter((address) => address.includes(':')).map((address) => ({ name, address }));
  });
}

const tomlValue = (toml: string, key: string): string =>
  new RegExp(`^${key}\\s*=\\s*"([^"\\n]*)"`, 'm').exec(toml)?.[1] ?? '';
