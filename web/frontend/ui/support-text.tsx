import { Link } from '@shopify/polaris';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

const address = /^(https:|mailto:)/;

/** Where the operator is asked; null where none is named. The server writes it into the document. */
function supportUrl(): string | null {
  const named = document.querySelector<HTMLMetaElement>('meta[name="support"]')?.content ?? '';
  return address.test(named) ? named : null;
}

const never = () => () => undefined;

/** A text in which the word for the app's support leads there. */
export function SupportText({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const word = t('app.supportWord');
  // What the server draws has no link yet: it does not know its own document.
  const url = useSyncExternalStore(never, supportUrl, () => null);
  if (url === null || typeof children !== 'string') return children;
  const at = children.search(new RegExp(`\\b${word}\\b`, 'iu'));
  if (at < 0) return children;
  const end = at + word.length;
  return (
    <>
      {children.slice(0, at)}
      <Link url={url} external monochrome>
        {children.slice(at, end)}
      </Link>
      {children.slice(end)}
    </>
  );
}
