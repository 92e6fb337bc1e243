import { BlockStack, Card, SkeletonBodyText, SkeletonDisplayText } from '@shopify/polaris';
import { useTranslation } from 'react-i18next';
import { WaitNotice } from './problem-notice.tsx';
import { Screen } from './screen.tsx';

/** A whole page while its data is on the way. */
export function ScreenSkeleton({
  title,
  sections = 3,
  wide = false,
  waitsFor = null,
}: {
  title: string;
  sections?: number;
  wide?: boolean;
  /** Why the last try to read it failed. */
  waitsFor?: Error | null;
}) {
  return (
    <Screen title={title} wide={wide}>
      <WaitNotice reason={waitsFor} />
      <Loading sections={sections} />
    </Screen>
  );
}

/** Cards of grey lines in the place of what is coming. */
export function Loading({ sections = 1, lines = 4 }: { sections?: number; lines?: number }) {
  const { t } = useTranslation();
  return (
    <div aria-busy="true">
      <span className="panel-hidden" role="status">
        {t('app.loading')}
      </span>
      <BlockStack gap="400">
        {Array.from({ length: sections }, (_, index) => `card ${index}`).map((name) => (
          <Card key={name} roundedAbove="xs">
            <BlockStack gap="300">
              <SkeletonDisplayText size="small" />
              <SkeletonBodyText lines={lines} />
            </BlockStack>
          </Card>
        ))}
      </BlockStack>
    </div>
  );
}
