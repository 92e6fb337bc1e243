import { type LockedPackage, lockedPackages } from './lock-file.ts';
import type { Findings } from './step.ts';

/** Licences that let anyone run, change and sell what is built on them. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'Unlicense',
  'CC0-1.0',
]);

/**
 * Shopify's design system has a licence of its own: MIT's words, but only for applications that integrate with Shopify,
 * which is all that this one does.
 */
const FOR_SHOPIFY_APPS = new Set(['@shopify/polaris', '@shopify/polaris-icons', '@shopify/polaris-tokens']);

/** What the panel is built of: development packages that reach every browser, with all that they need. */
const BUNDLED = [
  '@shopify/app-bridge-react',
  '@shopify/polaris',
  '@shopify/polaris-icons',
  '@tanstack/react-query',
  'i18next',
  'react',
  'react-dom',
  'react-i18next',
  'react-router',
  'uqr',
];

/** Every package that production installs or bundles has a licence of the list, in the words of its own package.json. */
export async function licences(): Promise<Findings> {
  return licenceProblems(lockedPackages(), BUNDLED);
}

export function licenceProblems(
  packages: [place: string, locked: LockedPackage][],
  bundled: readonly string[] = [],
): Findings {
  const inBundle = withAllTheyNeed(packages, bundled);
  return packages
    .filter(([place, { dev }]) => !dev || inBundle.has(place))
    .flatMap(([place, { license }]) => {
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return FOR_SHOPIFY_APPS.has(name) || isAllowed(license ?? '')
        ? []
        : [`${name}: "${license ?? 'none'}" is not allowed`];
    });
}

/** Places of the packages with these names, and of what they depend on. */
function withAllTheyNeed(packages: [place: string, locked: LockedPackage][], names: readonly string[]): Set<string> {
  const byPlace = new Map(packages);
  const found = new Set<string>();
  const add = (name: string, from: string): void => {
    // As Node looks for it: beside the package that asks, then further up.
    const own = `${from}/node_modules/${name}`;
    const place = byPlace.has(own) ? own : `node_modules/${name}`;
    const locked = byPlace.get(place);
    if (!locked || found.has(place)) return;
    found.add(place);
    for (const needed of Object.keys(locked.dependencies ?? {})) add(needed, place);
  };
  for (const name of names) add(name, '');
  return found;
}

/** `A OR B` needs one of them, `A AND B` both. */
function isAllowed(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, '');
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((licence) => ALLOWED.has(licence.trim())));
}
