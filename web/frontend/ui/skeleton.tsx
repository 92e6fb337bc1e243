import { BlockStack, Card, SkeletonBodyText, SkeletonDisplayText } from '@shopify/polaris';
import { useTranslation } from 'react-i18next';
import { Screen } from './screen.tsx';

/** A whole page while its data is on the way. */
export function ScreenSkeleton({
  title,
  sections = 3,
  wide = false,
}: {
  title: string;
  sections?: number;
  wide?: boolean;
}) {
  return (
    <Screen title={title} wide={wide}>
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
          <Card key={name}>
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
