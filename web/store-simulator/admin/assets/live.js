// Keeps the part of an order that apps write to fresh; a change of payment or fulfilment shows the page anew.
const live = document.getElementById('live');
const stateOf = () => live.querySelector('[data-state]')?.dataset.state.split(' ').slice(1).join(' ');
setInterval(async () => {
  if (document.hidden) {
    return;
  }
  try {
    const response = await fetch(live.dataset.live);
    if (!response.ok) {
      return;
    }
    const before = stateOf();
    const markup = await response.text();
    if (live.dataset.shown === markup) {
      return;
    }
    live.dataset.shown = markup;
    live.innerHTML = markup;
    const editing = document.querySelector('details[open]') !== null;
    if (before !== undefined && before !== stateOf() && !editing) {
      location.replace(location.pathname);
    }
  } catch {
    // The store is gone; the page stays as it was.
  }
}, 1000);
