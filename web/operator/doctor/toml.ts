import { readdirSync, readFileSync } from 'node:fs';
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
  const address = tomlValue(own.text, 'application_url');
  if (URL.parse(address)?.origin === new URL(appUrl).origin)
    return fine(check, `${own.name} names this app and its address.`);
  return problem(
    check,
    `${own.name} gives Shopify the address ${address}, and SHOPIFY_APP_URL is another one.`,
    'Make them the same, then `npx shopify app deploy`.',
  );
}

const tomlValue = (toml: string, key: string): string =>
  new RegExp(`^${key}\\s*=\\s*"([^"\\n]*)"`, 'm').exec(toml)?.[1] ?? '';
