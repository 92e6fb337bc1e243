import { useTranslation } from 'react-i18next';
import { Empty } from '../ui/empty.tsx';
import { Screen } from '../ui/screen.tsx';

/** An address that the panel does not have. */
export function NotFoundRoute() {
  const { t } = useTranslation();
  return (
    <Screen title={t('notFound.title')}>
      <Empty title={t('notFound.heading')} action={{ label: t('notFound.action'), url: '/', kind: 'primary' }}>
        {t('notFound.text')}
      </Empty>
    </Screen>
  );
}
