import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Findings, ROOT } from './step.ts';

const document = 'docs/security.md';
const named = /`([^`]+\.test\.tsx?)`: “([^”]+)”/g;

/** Tests that the document names and their files do not have. `read` gives a file's text, null where there is none. */
export async function missingTests(text: string, read: (path: string) => Promise<string | null>): Promise<Findings> {
  const findings: Findings = [];
  for (const [, path = '', name = ''] of text.matchAll(named)) {
    const source = await read(path);
    const quoted = ["'", '"', '`'].some((quote) => source?.includes(`${quote}${name}${quote}`));
    if (!quoted) findings.push(`${document} names a test that ${path} does not have: ${name}`);
  }
  return findings;
}

/** Every assertion of the document has its tests. */
export const namedTests = async (): Promise<Findings> =>
  missingTests(await readFile(join(ROOT, document), 'utf8'), (path) =>
    readFile(join(ROOT, path), 'utf8').catch(() => null),
  );
