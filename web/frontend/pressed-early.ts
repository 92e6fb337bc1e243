declare global {
  interface Window {
    /** Set by the script of the document's head, `early.ts`. */
    early?: {
      /** Says that the panel's scripts did not come, unless the document names others by now: then it is loaded anew. */
      tellNotLoaded(): Promise<void>;
      /** Ends what it does; the button or form that was pressed last. */
      end(): HTMLElement | null;
    };
  }
}

/** Presses again what was pressed before the panel heard it: to be called once the screen is taken over. */
export function pressAgain(root: HTMLElement): void {
  const pressed = window.early?.end();
  if (!pressed) return;
  // What was typed is put back in this task, and is to be known before.
  setTimeout(() => {
    const shown = pressed.isConnected ? pressed : drawnAnew(root, pressed);
    if (shown instanceof HTMLFormElement) shown.requestSubmit();
    else shown?.click();
  });
}

/** The same in a screen that was drawn anew instead of taken over; null where it could be another. */
function drawnAnew(root: HTMLElement, pressed: HTMLElement): HTMLElement | null {
  const words = wordsOf(pressed);
  const [same = null, another] = [...root.querySelectorAll<HTMLElement>(pressed.localName)].filter(
    (one) => wordsOf(one) === words,
  );
  return another ? null : same;
}

const wordsOf = (element: HTMLElement) => element.getAttribute('aria-label') ?? element.textContent;
