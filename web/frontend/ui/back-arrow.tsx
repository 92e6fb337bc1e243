import { Button } from '@shopify/polaris';
import { ArrowLeftIcon } from '@shopify/polaris-icons';
import { type MouseEvent, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { hasUnsaved } from '../unsaved.ts';
import { opensElsewhere } from './router-link.tsx';

export interface Back {
  label: string;
  url: string;
  /** To the screen from which this one was opened, as it was left; to `url` where none of the panel's was. */
  returns?: boolean;
}

/** Where the arrow before a title leads. */
export function BackArrow({ label, url, returns = false }: Back) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const hasBefore = useSyncExternalStore(never, isOwnBefore, () => false);
  const isReturn = returns && hasBefore;
  // Polaris names no argument, and hands on what its link gets.
  const goBack = (event?: MouseEvent) => {
    if (event === undefined || opensElsewhere(event) || hasUnsaved()) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Button
      icon={ArrowLeftIcon}
      url={url}
      variant="tertiary"
      accessibilityLabel={isReturn ? t('action.back') : label}
      {...(isReturn ? { onClick: goBack } : {})}
    />
  );
}

const never = () => () => undefined;

/** The router counts its entries: what stands before the first is not the panel's. */
const isOwnBefore = (): boolean => (window.history.state?.idx ?? 0) > 0;
