import { useEffect } from 'react';
import { appBridge } from './app-bridge.ts';

/** Forms of this page whose changes are not saved. */
let unsaved = 0;

/** Says for as long as it is drawn whether a form has changes that leaving would lose. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    unsaved += 1;
    return () => {
      unsaved -= 1;
    };
  }, [isUnsaved]);
}

/** Whether leaving the screen would lose anything. */
export const hasUnsaved = (): boolean => unsaved > 0;

/** Lets the admin ask whether to leave, where its save bar is open; resolves when leaving is fine, else never. */
export async function leaveConfirmation(): Promise<void> {
  await appBridge()?.saveBar.leaveConfirmation();
}
