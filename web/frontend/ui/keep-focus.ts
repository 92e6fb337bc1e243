import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the keyboard on the page when what it stood on is taken away: after `change` another value is shown and
 * nothing has the focus, the content gets it. The first showing leaves the focus where it is, perhaps in the admin.
 */
export function useKeptFocus(change: unknown): void {
  const shown = useRef(change);
  useEffect(() => {
    if (shown.current === change) return;
    shown.current = change;
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, [change]);
}

/**
 * Puts the keyboard into the first field that is wrong after a refused save or send; where none on the whole screen is,
 * on what says why, which is out of sight from a long form.
 *
 * @param refusal another value for every refusal; null or 0 while there is none
 * @param frame where the fields stand; default the whole screen
 */
export function useFaultFocus(refusal: unknown, frame?: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!refusal) return;
    const first = (selector: string) =>
      (frame?.current ?? document.getElementById('main'))?.querySelector<HTMLElement>(selector);
    (first('[aria-invalid="true"]') ?? first('[role="alert"]'))?.focus();
  }, [refusal, frame]);
}
