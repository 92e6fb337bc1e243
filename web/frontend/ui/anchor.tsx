import { Link } from '@shopify/polaris';
import type { ReactNode } from 'react';

interface Props {
  url: string;
  children: ReactNode;
  /** The main link of a table row: a press anywhere on the row follows it. */
  isRowLink?: boolean;
}

/** A link in text. */
export function Anchor({ url, children, isRowLink = false }: Props) {
  return (
    <Link url={url} dataPrimaryLink={isRowLink} removeUnderline={false}>
      {children}
    </Link>
  );
}
