import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether node_modules holds what the lock file names: compared by content, because a checkout sets file times as it likes.
 *
 * @param {string} root folder of package.json
 * @param {{ production: boolean }} options `production` needs no development packages
 */
export function isInstalled(root, { production }) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) {
    return false;
  }
  return Object.entries(wanted).every(([path, { version, optional, devOptional, dev, link }]) => {
    if (path === '' || link || !path.startsWith('node_modules/')) {
      return true;
    }
    const found = present[path];
    return found ? found.version === version : Boolean(optional || devOptional || (production && dev));
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
