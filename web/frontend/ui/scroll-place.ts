import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** How far each entry of the history was scrolled, in pixels, by its key. */
const places = new Map<string, number>();

/** For how long a screen may grow to where it was left, in ms. */
const growsMs = 2_000;

/**
 * Shows another screen from its top, and after Back from where it was left; the keyboard starts in `main`, else it would
 * stay on a link that is gone. The browser's own restoring comes now before and now after the screen is drawn.
 */
export function useScrollPlace(main: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const shownPath = useRef(pathname);
  // Before the picture: a screen that is shorter than the one before scrolls, and that is no place of the one before.
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    const gone = new AbortController();
    if (shownPath.current !== pathname) {
      shownPath.current = pathname;
      if (main.current) scrollTo(isBack ? (places.get(key) ?? 0) : 0, main.current, gone.signal);
      main.current?.focus({ preventScroll: true });
    }
    const keep = () => places.set(key, window.scrollY);
    window.addEventListener('scroll', keep, { passive: true, signal: gone.signal });
    return () => gone.abort();
  }, [main, key, pathname, isBack]);
}

/** Scrolls there as soon as `main` is tall enough, unless somebody moves about in it first. */
function scrollTo(top: number, main: HTMLElement, signal: AbortSignal): void {
  window.scrollTo(0, top);
  const grows = new ResizeObserver(() => {
    window.scrollTo(0, top);
    if (window.scrollY >= top) grows.disconnect();
  });
  grows.observe(main);
  const stop = () => grows.disconnect();
  for (const event of ['wheel', 'touchmove', 'keydown']) {
    window.addEventListener(event, stop, { once: true, passive: true, signal });
  }
  signal.addEventListener('abort', stop);
  setTimeout(stop, growsMs);
}
