import './pressed-early.ts';

// The script of the document's head: it runs before the drawn screen is there, and hears presses until the panel does.

/** What was pressed last: of two presses on a screen that does not answer yet, the second is meant. */
let pressed: HTMLElement | null = null;

/** Links, fields and what unfolds are the browser's own; a form that it sent would lose what was typed. */
function hear(event: Event): void {
  const { target } = event;
  const heard = event.type === 'submit' ? target : target instanceof Element && target.closest('button');
  if (!(heard instanceof HTMLElement)) return;
  event.preventDefault();
  // Else the panel, once it is about to be there, would hear it too.
  event.stopImmediatePropagation();
  pressed?.removeAttribute('data-pressed');
  heard.setAttribute('data-pressed', '');
  pressed = heard;
}

window.addEventListener('click', hear, true);
window.addEventListener('submit', hear, true);

window.takePressed = () => {
  window.removeEventListener('click', hear, true);
  window.removeEventListener('submit', hear, true);
  pressed?.removeAttribute('data-pressed');
  return pressed;
};
