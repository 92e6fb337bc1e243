import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** kB (1000 bytes) of the given assets after `gzip -9`, apart. The app itself sends brotli, which is smaller. */
export async function gzipOf(dist: string, assets: readonly string[]): Promise<{ scriptKb: number; styleKb: number }> {
  const kbOf = async (ending: string) => {
    const paths = [...new Set(assets)].filter((path) => path.endsWith(ending));
    const sizes = await Promise.all(
      paths.map(async (path) => gzipSync(await readFile(join(dist, path)), { level: 9 }).length),
    );
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  };
  return { scriptKb: await kbOf('.js'), styleKb: await kbOf('.css') };
}
