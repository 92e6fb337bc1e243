import { useEffect, useRef } from 'react';

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
