import { Form } from '@shopify/polaris';
import type { ReactNode } from 'react';

/** A form that is sent by its button or by Enter, and checked by us instead of the browser. */
export function FormFrame({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <Form onSubmit={onSubmit} noValidate implicitSubmit={false}>
      {children}
    </Form>
  );
}
