import { type RefObject, useEffect } from 'react';

/**
 * Keeps the keyboard on the page when what it stood on is taken away: the content gets it. Not while the keyboard is in
 * the admin, nor where a person has left it.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let place: Element | null = null;
    const enter = () => {
      place = document.activeElement;
    };
    // A press that is under way takes the keyboard from its own button.
    const leave = () =>
      setTimeout(() => {
        if (place?.isConnected && !place.matches(':focus, :disabled')) place = null;
      });
    const taken = new MutationObserver(() => {
      if (!place || place.isConnected) return;
      place = null;
      if (document.hasFocus() && document.activeElement === document.body) main()?.focus({ preventScroll: true });
    });
    const ended = new AbortController();
    document.addEventListener('focusin', enter, ended);
    document.addEventListener('focusout', leave, ended);
    taken.observe(document.body, { childList: true, subtree: true });
    return () => {
      ended.abort();
      taken.disconnect();
    };
  }, []);
}

const main = () => document.getElementById('main');

type Place = RefObject<HTMLElement | null>;

/**
 * Puts the keyboard into the first field that is wrong after a refused save or send; where none is, on what says why,
 * which may be out of sight from a long form.
 *
 * @param refusal another value for every refusal; null or 0 while there is none
 * @param frame where the fields stand; default the whole screen
 * @param why where it is said why
 */
export function useFaultFocus(refusal: unknown, { frame, why }: { frame?: Place; why?: Place } = {}): void {
  useEffect(() => {
    if (!refusal) return;
    const fields = frame?.current ?? main();
    const wrong = fields?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? why?.current?.querySelector<HTMLElement>('[role="alert"]'))?.focus();
  }, [refusal, frame, why]);
}
