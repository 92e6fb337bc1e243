import { Link } from '@shopify/polaris';
import type { ReactNode } from 'react';

/** A link in text. */
export function Anchor({ url, children, hint }: { url: string; children: ReactNode; hint?: string }) {
  return (
    <Link url={url} {...(hint ? { accessibilityLabel: hint } : {})} removeUnderline={false}>
      {children}
    </Link>
  );
}
