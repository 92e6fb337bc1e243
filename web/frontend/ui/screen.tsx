import { BlockStack, InlineStack, Text } from '@shopify/polaris';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Back, BackArrow } from './back-arrow.tsx';
import { type Action, Press } from './press.tsx';

interface Props {
  title: string;
  subtitle?: string | undefined;
  badge?: ReactNode;
  back?: Back | undefined;
  primary?: Action | undefined;
  secondary?: Action[] | undefined;
  wide?: boolean;
  /** What stands beside the content where there is room; on a phone between `children` and `after`. */
  aside?: ReactNode;
  /** What is needed less often. */
  after?: ReactNode;
  children: ReactNode;
}

/**
 * One page of the panel: heading, actions, content in one column. At most one primary action. Polaris' own Page would
 * bring menus, pagination and text fields into the first load (25 kB), and hides actions in a menu on a phone.
 */
export function Screen({
  title,
  subtitle,
  badge,
  back,
  primary,
  secondary = [],
  wide = false,
  aside,
  after,
  children,
}: Props) {
  const { t } = useTranslation();
  const appName = t('app.name');
  useEffect(() => {
    document.title = title === appName ? title : `${title} · ${appName}`;
  }, [title, appName]);
  const hasActions = primary !== undefined || secondary.length > 0;
  return (
    <div className={wide ? 'panel-page panel-page-wide' : 'panel-page'}>
      <header className="panel-header">
        <BlockStack gap="100">
          <InlineStack gap="200" blockAlign="center">
            {back ? <BackArrow {...back} /> : null}
            <Text as="h1" variant="headingLg" breakWord>
              {title}
            </Text>
            {badge}
          </InlineStack>
          {subtitle === undefined ? null : (
            <Text as="p" tone="subdued">
              {subtitle}
            </Text>
          )}
        </BlockStack>
        {hasActions ? (
          <InlineStack gap="200">
            {secondary.map((action) => (
              <Press key={action.label} {...action} />
            ))}
            {primary ? <Press kind="primary" {...primary} /> : null}
          </InlineStack>
        ) : null}
      </header>
      {aside === undefined ? (
        <BlockStack gap="400">{children}</BlockStack>
      ) : (
        <div className="panel-columns">
          <BlockStack gap="400">{children}</BlockStack>
          <aside aria-label={t('order.aside')}>
            <BlockStack gap="400">{aside}</BlockStack>
          </aside>
          <BlockStack gap="400">{after}</BlockStack>
        </div>
      )}
    </div>
  );
}
