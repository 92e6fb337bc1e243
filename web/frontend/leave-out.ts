import type { Plugin } from 'vite';

/** How zod writes JSON schemas: its schemas refer to it, and nobody asks them to. */
const jsonSchemas = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/;
const tokens = /\/@shopify\/polaris-tokens\/dist\/esm\/build\/index\.mjs$/;
/** What scripts of Polaris read of a theme. Colours, sizes and the like are read by its styles alone. */
const tokenGroups = ['breakpoints', 'motion'];

/**
 * Leaves out of the bundle what the panel never reaches in packages and no bundler can tell: 10 kB gzip of each first load.
 *
 * @throws Error at the end of a build that met none of it: a new version of the package is to be looked at anew.
 */
export function leaveOut(): Plugin {
  const met = new Set<RegExp>();
  return {
    name: 'leave-out',
    transform(code, id) {
      const part = [jsonSchemas, tokens].find((one) => one.test(id));
      if (part === undefined) return null;
      met.add(part);
      return { code: part === tokens ? withFewTokens(code) : withoutFunctions(code), map: null };
    },
    buildEnd(error) {
      if (error === undefined && met.size < 2) throw new Error('a package no longer holds what is left out of it');
    },
  };
}

function withoutFunctions(code: string): string {
  const names = [...code.matchAll(/^export (?:(?:const|function) (\w+)|\{ \w+ as (\w+) \})/gm)];
  const all = names.map(([, declared, renamed]) => `leftOut as ${declared ?? renamed}`);
  return `const leftOut = () => { throw new Error('left out of the panel'); };\nexport { ${all.join(', ')} };\n`;
}

function withFewTokens(code: string): string {
  return code.replace(/^var themes = (\{.*?^\});$/ms, (_all, json: string) => {
    const { light } = JSON.parse(json) as { light: Record<string, unknown> };
    const few = Object.fromEntries(tokenGroups.map((group) => [group, light[group]]));
    return `var themes = ${JSON.stringify({ light: few })};`;
  });
}
