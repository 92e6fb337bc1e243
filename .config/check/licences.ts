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

/** Every package that production installs has a licence of the list, in the words of its own package.json. */
export async function licences(): Promise<Findings> {
  return licenceProblems(lockedPackages());
}

export function licenceProblems(packages: [place: string, locked: LockedPackage][]): Findings {
  return packages
    .filter(([, { dev }]) => !dev)
    .flatMap(([place, { license }]) => {
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return FOR_SHOPIFY_APPS.has(name) || isAllowed(license ?? '')
        ? []
        : [`${name}: "${license ?? 'none'}" is not allowed`];
    });
}

/** `A OR B` needs one of them, `A AND B` both. */
function isAllowed(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, '');
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((licence) => ALLOWED.has(licence.trim())));
}
