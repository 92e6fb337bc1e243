import { registerHooks } from 'node:module';
import { plantedBugs } from './planted-bugs.ts';

/** Loaded first (`node --import`): puts the bug named by PLANTED_BUG into the production code as it is loaded. */
const bug = plantedBugs.find(({ name }) => name === process.env['PLANTED_BUG']);
if (!bug) throw new Error('PLANTED_BUG names no planted bug');

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const file = url.split('?')[0] ?? url;
    const edits = bug.edits.filter((edit) => file.endsWith(edit.file));
    if (edits.length === 0 || loaded.source == null) return loaded;
    let source =
      typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
    for (const { find, replace } of edits) {
      const parts = source.split(find);
      if (parts.length !== 2) throw new Error(`"${find}" stands ${parts.length - 1} times in ${file}`);
      source = parts.join(replace);
    }
    return { ...loaded, source };
  },
});
