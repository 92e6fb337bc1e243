/** `npm run shops`: one line per shop. */
import { ask } from './ask.ts';
import { runCommand } from './command.ts';

const heads = ['shop', 'obstacle', 'oldest due order', 'needs attention', 'last comparison', 'scopes'];

const usage = { does: 'Says of each shop what holds it, and what waits there.', typed: 'npm run shops' };

await runCommand(usage, async (env) => {
  const { shops } = await ask(env, 'shops');
  const rows = shops.map((shop) => [
    shop.renamedTo === null ? shop.domain : `${shop.domain} (now ${shop.renamedTo})`,
    shop.obstacle ?? '-',
    shop.oldestDueOrder ? `${shop.oldestDueOrder.orderId} since ${shop.oldestDueOrder.dueSince}` : '-',
    String(shop.needsAttention),
    shop.lastComparison ?? 'never',
    shop.scopes.join(',') || '-',
  ]);
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return {
    lines: rows.length === 0 ? ['No shop has installed the app.'] : [heads, ...rows].map(line),
    json: { shops },
    ok: true,
  };
});
