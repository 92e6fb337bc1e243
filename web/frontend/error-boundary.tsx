import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from './ui/empty.tsx';
import { Screen } from './ui/screen.tsx';

interface Props {
  /** Another one starts afresh, e.g. the address. */
  resetKey: string;
  children: ReactNode;
}

/** Catches what a screen did not expect, so that it ends in a sentence instead of a blank page. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: Props) {
    if (before.resetKey !== this.props.resetKey && this.state.failed) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const { t } = useTranslation();
  return (
    <Screen title={t('broken.title')}>
      <Empty
        title={t('broken.heading')}
        action={{ label: t('broken.action'), onPress: () => window.location.reload(), kind: 'primary' }}
      >
        {t('broken.text')}
      </Empty>
    </Screen>
  );
}

/** Without App Bridge there is no session: the panel only works inside the Shopify admin. */
export function OutsideAdmin() {
  const { t } = useTranslation();
  return (
    <Screen title={t('app.name')}>
      <Empty
        title={t('outside.heading')}
        action={{ label: t('outside.action'), url: 'https://admin.shopify.com/', kind: 'primary' }}
      >
        {t('outside.text')}
      </Empty>
    </Screen>
  );
}
