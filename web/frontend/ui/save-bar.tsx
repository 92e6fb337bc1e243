import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '../unsaved.ts';

interface Props {
  id: string;
  isOpen: boolean;
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/** The admin's own save bar; while it is open, a link inside the panel asks before it leaves. */
export function SaveBar({ id, isOpen, isSaving, onSave, onDiscard }: Props) {
  const { t } = useTranslation();
  const bar = useRef<UISaveBarElement>(null);
  useUnsaved(isOpen);
  useEffect(() => {
    const element = bar.current;
    if (!isOpen) return void element?.hide();
    element?.show();
    return () => void element?.hide();
  }, [isOpen]);
  return (
    <ui-save-bar id={id} ref={bar}>
      {/* App Bridge reads these two: they are shown in the admin, not here. */}
      <button type="button" variant="primary" onClick={onSave} {...(isSaving ? { loading: '' } : {})}>
        {t('action.save')}
      </button>
      <button type="button" onClick={onDiscard}>
        {t('action.discard')}
      </button>
    </ui-save-bar>
  );
}
