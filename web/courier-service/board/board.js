// Keeps the board fresh while it is seen, and plays the simulated day. What did not change stays, and so does the focus.
document.documentElement.classList.add('live');
const stale = 'Not up to date: the service does not answer.';

async function refresh() {
  try {
    const response = await fetch(location.href, { cache: 'no-store' });
    if (!response.ok) {
      throw new Error(String(response.status));
    }
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
    document.title = fresh.title;
    follow(document.body, fresh.body);
  } catch {
    document.getElementById('stale').textContent = stale;
  }
}

/** Makes one element like another, with as little as possible. */
function follow(old, fresh) {
  if (old.isEqualNode(fresh)) {
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) {
      old.removeAttribute(name);
    }
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) {
      old.setAttribute(name, value);
    }
  }
  followChildren(old, fresh);
}

/** Children with an id are known by it, others by their place. */
function followChildren(old, fresh) {
  const known = new Map([...old.children].filter(({ id }) => id).map((child) => [child.id, child]));
  for (const [id, child] of known) {
    if (![...fresh.children].some((wanted) => wanted.id === id)) {
      child.remove();
    }
  }
  let place = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const isHere = place && !place.id && place.nodeName === wanted.nodeName;
    const unnamed = isHere ? place : null;
    const kept = wanted.id ? known.get(wanted.id) : unnamed;
    if (!kept) {
      old.insertBefore(wanted, place);
      continue;
    }
    if (kept === place) {
      place = place.nextSibling;
    } else {
      old.insertBefore(kept, place);
    }
    follow(kept, wanted);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

const whenSeen = () => document.hidden || refresh();
setInterval(whenSeen, 1000);
document.addEventListener('visibilitychange', whenSeen);

document.addEventListener('click', async ({ target }) => {
  const { drive } = target.closest('[data-drive]')?.dataset ?? {};
  if (drive === undefined) {
    return;
  }
  await fetch('/_control/simulation', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: drive,
  }).catch(() => undefined);
  await refresh();
});
