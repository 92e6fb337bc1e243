import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { hasUnsaved, isGuarded, leaveConfirmation } from '../unsaved.ts';

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
  const navigate = useNavigate();
  const askFirst = (event: MouseEvent) => {
    if (!hasUnsaved() || opensElsewhere(event)) return;
    event.preventDefault();
    void leaveConfirmation().then(() => navigate(url, { replace: isGuarded() }));
  };
  if (url.startsWith('/')) {
    return (
      <Link to={url} onClickCapture={askFirst} {...attributes}>
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

/** Held with a key, a link opens in another tab, and this one stays. */
function opensElsewhere({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}
