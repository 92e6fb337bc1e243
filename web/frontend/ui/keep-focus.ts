import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the keyboard on the page when what it stood on is taken away: after `change` another value is shown and
 * nothing has the focus, the content gets it. The first showing leaves the focus where it is, and so does each while it
 * is in the admin.
 */
export function useKeptFocus(change: unknown): void {
  const shown = useRef(change);
  useEffect(() => {
    if (shown.current === change) return;
    shown.current = change;
    if (document.hasFocus() && document.activeElement === document.body) focusMain();
  }, [change]);
}

/** Gives the keyboard to the content as a whole. */
export const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true });

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
    const fields = frame?.current ?? document.getElementById('main');
    const wrong = fields?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? why?.current?.querySelector<HTMLElement>('[role="alert"]'))?.focus();
  }, [refusal, frame, why]);
}
