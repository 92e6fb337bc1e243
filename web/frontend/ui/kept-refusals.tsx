import { useIsMutating } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { KeepRefusal, ProblemNotice, type Refusal } from './problem-notice.tsx';

/**
 * Keeps what was refused in these parts of a screen where its form goes, as where somebody else was first: until it is
 * read or something else is pressed. In a file of its own, for settings keeps nothing and need not load it.
 */
export function KeptRefusals({ children }: { children: ReactNode }) {
  const [kept, keep] = useState<Refusal | null>(null);
  const isPressed = useIsMutating() > 0;
  useEffect(() => {
    if (isPressed) keep(null);
  }, [isPressed]);
  return (
    <KeepRefusal.Provider value={keep}>
      {kept ? <ProblemNotice {...kept} onDismiss={() => keep(null)} /> : null}
      {children}
    </KeepRefusal.Provider>
  );
}
