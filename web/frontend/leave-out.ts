import type { Plugin } from 'vite';

/** What scripts of Polaris read of a theme. Colours, sizes and the like are read by its styles alone. */
const tokenGroups = ['breakpoints', 'motion'];

/** The modules of packages that hold what the panel never reaches, each with what is left of its code. */
const parts: [module: RegExp, left: (code: string) => string][] = [
  // How zod writes JSON schemas: its schemas refer to it, and nobody asks them to.
  [/\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/, withoutFunctions],
  // For values that refer to themselves, which JSON cannot.
  [
    /\/zod\/v4\/core\/memoizer\.js$/,
    () => `export const memoizer = () => undefined, isBackEdge = () => false, isRecursiveSchema = isBackEdge;`,
  ],
  // The panel words what is wrong by an issue's code.
  [/\/zod\/v4\/locales\/en\.js$/, () => `export default () => ({ localeError: () => 'Invalid input' });`],
  [/\/zod\/v4\/classic\/schemas\.js$/, withoutStringFormats],
  [/\/zod\/v4\/core\/schemas\.js$/, withoutCompiling],
  [/\/@shopify\/polaris-tokens\/dist\/esm\/build\/index\.mjs$/, withFewTokens],
  // It listens to each scroll for parts that stick to the window, of which there are none.
  [
    /\/polaris\/build\/esm\/utilities\/sticky-manager\/sticky-manager\.js$/,
    () => 'export class StickyManager { setContainer() {} }',
  ],
  [/\/react-router\/dist\/production\/chunk-\w+\.mjs$/, withPureParts],
  [/\/i18next\/dist\/esm\/i18next\.js$/, withoutWarnings],
];

/**
 * Leaves out of the bundle what the panel never reaches in packages and no bundler can tell.
 *
 * @throws Error where a package is not as it was, and at the end of a build that met not all of it: it is to be looked at anew.
 */
export function leaveOut(): Plugin {
  const met = new Set<RegExp>();
  return {
    name: 'leave-out',
    transform(code, id) {
      const [module, left] = parts.find(([one]) => one.test(id)) ?? [];
      if (!module || !left) return null;
      met.add(module);
      return { code: left(code), map: null };
    },
    buildEnd(error) {
      if (error === undefined && met.size < parts.length) throw changed();
    },
  };
}

const changed = () => new Error('a package no longer holds what is left out of it');

function replaced(code: string, part: RegExp, by: (...found: string[]) => string): string {
  if (!part.test(code)) throw changed();
  return code.replace(part, by);
}

function withoutFunctions(code: string): string {
  const names = [...code.matchAll(/^export (?:(?:const|function) (\w+)|\{ \w+ as (\w+) \})/gm)];
  const all = names.map(([, declared, renamed]) => `leftOut as ${declared ?? renamed}`);
  return `const leftOut = () => { throw new Error('left out of the panel'); };\nexport { ${all.join(', ')} };\n`;
}

/** `z.string().url()` and the like, each with its format; `z.url()` is another way, and is left. */
function withoutStringFormats(code: string): string {
  return replaced(
    code,
    /^( {4}_ZodString\.init\(inst, def\);\n\}), \{\n {4}email\(.*?^\}\);/ms,
    (_all, init) => `${init});`,
  );
}

/** How a schema compiles itself, which `schemas-without-eval.ts` turns off. */
function withoutCompiling(code: string): string {
  return replaced(
    code,
    /^ {4}const generateFastpass = \(shape\) => \{$.*?^ {4}\};$/ms,
    () => `const generateFastpass = () => { throw new Error('left out of the panel'); };`,
  );
}

function withFewTokens(code: string): string {
  return replaced(code, /^var themes = (\{.*?^\});$/ms, (_all, json = '') => {
    const { light } = JSON.parse(json) as { light: Record<string, unknown> };
    const few = Object.fromEntries(tokenGroups.map((group) => [group, light[group]]));
    return `var themes = ${JSON.stringify({ light: few })};`;
  });
}

/** The router's forms, prefetching and server parts: kept each by its name for debugging, or by a call. */
function withPureParts(code: string): string {
  return code
    .replaceAll(/^\w+\.displayName = .*;$/gm, '')
    .replaceAll(/\bReact\d*\.(?:createContext|forwardRef|memo)\(/g, (call) => `/* @__PURE__ */ ${call}`);
}

/** What it tells a developer on the console; each call is a line of its own. */
function withoutWarnings(code: string): string {
  const call = /^( *(?:if \(.*?\) )?)this\.logger\.(?:warn|deprecate)\(.*\);$/gm;
  return replaced(code, call, (_all, before) => `${before};`);
}
