import { Card } from '@shopify/polaris';
import type { ReactNode } from 'react';

/** A card whose content reaches its edges, as a table does. */
export function CardFrame({ children }: { children: ReactNode }) {
  return (
    <Card padding="0" roundedAbove="xs">
      {children}
    </Card>
  );
}
