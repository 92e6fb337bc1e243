import type { MouseEvent, ReactNode } from 'react';
import { useHref, useLinkClickHandler, useNavigate } from 'react-router';
import { hasUnsaved, isGuarded, leaveConfirmation } from '../unsaved.ts';

interface LinkProps {
  url: string;
  children?: ReactNode;
  onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
}

interface Props extends LinkProps {
  /** Opens in a tab of its own. */
  external?: boolean;
  /** Whatever else Polaris gives its links: classes, labels, handlers. */
  [attribute: string]: unknown;
}

/** Links inside the panel go through its router; links into the admin (`shopify://…`) are left to App Bridge. */
export function RouterLink({ url, external, children, ref: _ref, ...attributes }: Props) {
  if (url.startsWith('/')) {
    return (
      <PanelLink url={url} {...attributes}>
        {children}
      </PanelLink>
    );
  }
  return (
    <a href={url} target={external ? '_blank' : '_top'} rel="noopener noreferrer" {...attributes}>
      {children}
    </a>
  );
}

/** The router's own `Link` would bring its prefetching into the first load. */
export function PanelLink({ url, children, onClick, ...attributes }: LinkProps) {
  const navigate = useNavigate();
  const follow = useLinkClickHandler<HTMLAnchorElement>(url);
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented) return;
    if (!hasUnsaved() || opensElsewhere(event)) return follow(event);
    event.preventDefault();
    void leaveConfirmation().then(() => navigate(url, { replace: isGuarded() }));
  };
  return (
    <a {...attributes} href={useHref(url)} onClick={press}>
      {children}
    </a>
  );
}

/** Held with a key, a link opens in another tab, and this one stays. */
export function opensElsewhere({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}
