import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useDrawnFor } from './provider.tsx';
import { loadOrReload } from './reload-where-outdated.ts';

type Part<P> = (props: P) => ReactNode;

/**
 * A part with scripts of its own, asked for when it is first drawn, or before by `preload`; `Waiting` stands there until
 * they have come, on the server too. What the server drew must be there when the browser takes it over and may wait for
 * nothing: React takes a `Suspense` over last, and draws it a second time where anything changes before.
 */
export function deferred<P extends object>(load: () => Promise<Part<P>>, Waiting: ComponentType) {
  let loaded: Part<P> | undefined;
  const preload = async () => {
    loaded ??= await load();
  };
  const Later = lazy(async () => ({ default: await loadOrReload(load) })) as unknown as Part<P>;
  function Deferred(props: P) {
    // Kept, since another component in the same place would lose what it holds.
    const [{ Loaded }] = useState(() => ({ Loaded: loaded }));
    const [mayWait, setMayWait] = useState(useDrawnFor() === undefined);
    useEffect(() => setMayWait(true), []);
    if (Loaded) return <Loaded {...props} />;
    if (!mayWait) return <Waiting />;
    return (
      <Suspense fallback={<Waiting />}>
        <Later {...props} />
      </Suspense>
    );
  }
  return Object.assign(Deferred, { preload });
}
