import type { ReactNode } from 'react';

/** A form that is sent by its button or by Enter, and checked by us instead of the browser. */
export function FormFrame({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      // Sent before the scripts are there, it would write what was typed into the address otherwise.
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
