import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(js|css|svg|json|txt)$/;

/**
 * Writes `<file>.br` and `<file>.gz` beside every script and style of the build, at the greatest level: once here
 * instead of on every request. The document is left out, because the server fills its placeholders.
 *
 * @param assets folder of the hashed files
 */
export async function precompress(assets: string): Promise<void> {
  const names = (await readdir(assets)).filter((name) => compressible.test(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(assets, name);
      const content = await readFile(path);
      const [brotli, gzipped] = await Promise.all([
        promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        promisify(gzip)(content, { level: 9 }),
      ]);
      await writeFile(`${path}.br`, brotli);
      await writeFile(`${path}.gz`, gzipped);
    }),
  );
}
