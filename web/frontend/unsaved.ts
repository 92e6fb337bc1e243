import { useEffect } from 'react';
import { appBridge } from './app-bridge.ts';

/** Forms of this page whose changes are not saved. */
let unsaved = 0;

/** Whoever leaves has left by then: the admin discards changes first, and opens the other screen after it. */
const leavesWithinMs = 200;
let endsGuard: ReturnType<typeof setTimeout> | undefined;

/** Says for as long as it is drawn whether a form has changes that leaving would lose. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    unsaved += 1;
    const stopGuarding = guardBack();
    return () => {
      unsaved -= 1;
      stopGuarding();
    };
  }, [isUnsaved]);
}

/**
 * Lets the browser's Back ask, too. It cannot be refused, so a second entry of the same screen is what it leaves: the
 * screen stays, and the admin is asked.
 *
 * @returns ends it, and takes that entry back where the person stays; what leaves takes its place
 */
function guardBack(): () => void {
  clearTimeout(endsGuard);
  const guard: unknown = { ...window.history.state, isGuard: true };
  if (!isGuarded()) window.history.pushState(guard, '');
  const ask = () => {
    if (isGuarded()) return;
    window.history.pushState(guard, '');
    void leaveConfirmation().then(() => {
      window.removeEventListener('popstate', ask);
      window.history.go(-2);
    });
  };
  window.addEventListener('popstate', ask);
  return () => {
    const { history } = window;
    window.removeEventListener('popstate', ask);
    // Of this page, whatever is shown by then.
    endsGuard = setTimeout(() => {
      if (isGuard(history)) history.back();
    }, leavesWithinMs);
  };
}

/** Whether the entry that is shown only guards the one before it: what is opened next takes its place. */
export const isGuarded = (): boolean => isGuard(window.history);

const isGuard = ({ state }: History): boolean => state?.isGuard === true;

/** Whether leaving the screen would lose anything. */
export const hasUnsaved = (): boolean => unsaved > 0;

/** Lets the admin ask whether to leave, where its save bar is open; resolves when leaving is fine, else never. */
export async function leaveConfirmation(): Promise<void> {
  await appBridge()?.saveBar.leaveConfirmation();
}
