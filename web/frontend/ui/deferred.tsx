import { lazy, type ReactNode, useState } from 'react';

type Part<P> = (props: P) => ReactNode;

/**
 * A part with scripts of its own, asked for when it is first drawn, or before by `preload`. What the server drew must be
 * there when the browser takes it over: a part that is still on its way would be drawn a second time.
 */
export function deferred<P extends object>(load: () => Promise<Part<P>>) {
  let loaded: Part<P> | undefined;
  const preload = async () => {
    loaded ??= await load();
  };
  const Later = lazy(async () => ({ default: await load() })) as unknown as Part<P>;
  function Deferred(props: P) {
    // Kept, since another component in the same place would lose what it holds.
    const [{ Shown }] = useState(() => ({ Shown: loaded ?? Later }));
    return <Shown {...props} />;
  }
  return Object.assign(Deferred, { preload });
}
