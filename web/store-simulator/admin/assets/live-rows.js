// Keeps the order list fresh: rows come, go and change while one watches; what is selected and focused stays so.
const body = document.querySelector('tbody[data-live]');
const idOf = (row) => row.dataset.row;
let shown = '';

async function refresh() {
  const response = await fetch(body.dataset.live);
  const markup = await response.text();
  if (!response.ok || markup === shown) {
    return;
  }
  const isFirst = shown === '';
  shown = markup;
  const fresh = document.createElement('tbody');
  fresh.innerHTML = markup;
  const before = new Map([...body.rows].map((row) => [idOf(row), row]));
  const wanted = [...fresh.rows].map((row) => keptOrNew(before.get(idOf(row)), row, isFirst));
  const lost = document.activeElement.closest('tr[data-row]');
  // What stays is never taken out, which would take the focus from it.
  for (const row of before.values()) {
    if (!wanted.includes(row)) {
      row.remove();
    }
  }
  for (const [index, row] of wanted.entries()) {
    if (body.rows[index] !== row) {
      body.insertBefore(row, body.rows[index] ?? null);
    }
  }
  if (lost && !lost.isConnected) {
    body.querySelector(`[data-row="${idOf(lost)}"] a`)?.focus();
  }
}

function keptOrNew(old, row, isFirst) {
  if (old?.outerHTML.replace(' class="moved"', '') === row.outerHTML) {
    return old;
  }
  if (old?.querySelector('[data-select]')?.checked) {
    row.querySelector('[data-select]').checked = true;
  }
  if (!isFirst) {
    row.className = 'moved';
  }
  return row;
}

const again = () => refresh().catch(() => undefined);
setInterval(() => document.hidden || again(), 1000);
document.addEventListener('visibilitychange', () => document.hidden || again());

/** Without the script, the form leads back to the list. */
body.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { action, method } = event.target;
  event.submitter.disabled = true;
  const { url } = await fetch(action, { method, body: new URLSearchParams(new FormData(event.target)) });
  if (new URL(url).searchParams.has('problem')) {
    location.assign(url);
  }
  await again();
});
