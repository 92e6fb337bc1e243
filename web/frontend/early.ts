import notLoaded from './locales/not-loaded.json' with { type: 'json' };
import type {} from './pressed-early.ts';
import { reloadWhereOutdated } from './ui/reload-where-outdated.ts';

// The script of the document's head: it runs before the drawn screen is there, hears presses until the panel does, and
// says so where the panel's scripts do not come.

/** What was pressed last: of two presses on a screen that does not answer yet, the second is meant. */
let pressed: HTMLElement | null = null;
let notice: HTMLElement | null = null;

/** Links, fields and what unfolds are the browser's own; a form that it sent would lose what was typed. */
function hear(event: Event): void {
  const { target } = event;
  const heard = event.type === 'submit' ? target : target instanceof Element && target.closest('button');
  if (!(heard instanceof HTMLElement) || notice?.contains(heard)) return;
  event.preventDefault();
  // Else the panel, once it is about to be there, would hear it too.
  event.stopImmediatePropagation();
  if (!notice) press(heard);
}

function press(heard: HTMLElement | null): void {
  pressed?.removeAttribute('data-pressed');
  heard?.setAttribute('data-pressed', '');
  pressed = heard;
}

/** A script of the panel that cannot be loaded, or one that it imports. */
function missScript({ target }: Event): void {
  if (target instanceof HTMLScriptElement && target.type === 'module') void tellNotLoaded();
}

async function tellNotLoaded(): Promise<void> {
  // What was pressed would be gone without a word.
  if (!pressed) await reloadWhereOutdated();
  if (notice) return;
  press(null);
  const { heading, text, action } = notLoaded[languageOf()];
  notice = child(document.body, 'section', '');
  notice.className = 'panel-not-loaded';
  notice.role = 'alert';
  child(notice, 'strong', heading);
  child(notice, 'p', text);
  child(notice, 'button', action).onclick = () => window.location.reload();
  document.body.prepend(notice);
}

function child<K extends keyof HTMLElementTagNameMap>(parent: HTMLElement, name: K, text: string) {
  const element = document.createElement(name);
  element.textContent = text;
  parent.append(element);
  return element;
}

/** Of a drawn document its own, else that of the admin. */
function languageOf(): keyof typeof notLoaded {
  const drawn = document.getElementById('first-view') && document.documentElement.lang;
  const locale = drawn || new URL(window.location.href).searchParams.get('locale');
  const [language = ''] = locale?.toLowerCase().split('-') ?? [];
  return language === 'af' || language === 'zu' ? language : 'en';
}

window.addEventListener('click', hear, true);
window.addEventListener('submit', hear, true);
window.addEventListener('error', missScript, true);

window.early = {
  tellNotLoaded,
  end() {
    window.removeEventListener('click', hear, true);
    window.removeEventListener('submit', hear, true);
    window.removeEventListener('error', missScript, true);
    notice?.remove();
    const last = pressed;
    press(null);
    return last;
  },
};
