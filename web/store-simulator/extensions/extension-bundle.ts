/** One UI extension as `shopify app deploy` uploads it: what Shopify needs to show it. */
export interface ExtensionBundle {
  handle: string;
  /** Extension targets, e.g. `admin.order-details.block.render`. */
  targets: string[];
  /** Absolute path of the built script. */
  scriptFile: string;
  /** Texts by language; `defaultLanguage` fills what another leaves out. */
  locales: Record<string, Texts>;
  defaultLanguage: string;
  /** Whether it may use the network at a checkout, by its toml. */
  networkAccess: boolean;
  /** `application_url` of the app's toml: where the script believes the app to be. */
  applicationUrl: string;
}

export interface Texts {
  [key: string]: string | Texts;
}

/** The texts of a language over those of the default language, key by key. */
export function textsFor({ locales, defaultLanguage }: ExtensionBundle, language: string): Texts {
  return merge(locales[defaultLanguage] ?? {}, locales[language] ?? {});
}

function merge(base: Texts, over: Texts): Texts {
  const keys = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries([...keys].map((key) => [key, chosen(base[key], over[key])]));
}

function chosen(base: string | Texts | undefined, over: string | Texts | undefined): string | Texts {
  if (typeof base === 'object' && typeof over === 'object') return merge(base, over);
  return over ?? base ?? '';
}
