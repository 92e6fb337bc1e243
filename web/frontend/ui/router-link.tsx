import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface Props {
  url: string;
  /** Opens in a tab of its own. */
  external?: boolean;
  children?: ReactNode;
  /** Whatever else Polaris gives its links: classes, labels, handlers. */
  [attribute: string]: unknown;
}

/** Links inside the panel go through its router; links into the admin (`shopify://…`) are left to App Bridge. */
export function RouterLink({ url, external, children, ref: _ref, ...attributes }: Props) {
  if (url.startsWith('/')) {
    return (
      <Link to={url} {...attributes}>
        {children}
      </Link>
    );
  }
  return (
    <a href={url} target={external ? '_blank' : '_top'} rel="noopener noreferrer" {...attributes}>
      {children}
    </a>
  );
}
