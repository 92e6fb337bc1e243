import { SaveBar as AdminSaveBar } from '@shopify/app-bridge-react';
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
  useUnsaved(isOpen);
  return (
    <AdminSaveBar id={id} open={isOpen}>
      {/* App Bridge reads these two: they are shown in the admin, not here. */}
      <button type="button" variant="primary" onClick={onSave} {...(isSaving ? { loading: '' } : {})}>
        {t('action.save')}
      </button>
      <button type="button" onClick={onDiscard}>
        {t('action.discard')}
      </button>
    </AdminSaveBar>
  );
}
