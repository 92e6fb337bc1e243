import { BlockStack, Card, InlineStack, Text } from '@shopify/polaris';
import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** One sentence below the heading. */
  intro?: string | undefined;
  badge?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

/** A card with a heading: one subject of a page. */
export function Section({ title, intro, badge, aside, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card roundedAbove="xs">
        <BlockStack gap="300">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <InlineStack gap="200" blockAlign="center">
              <Text as="h2" variant="headingMd" id={id}>
                {title}
              </Text>
              {badge}
            </InlineStack>
            {aside}
          </InlineStack>
          {intro === undefined ? null : (
            <Text as="p" tone="subdued">
              {intro}
            </Text>
          )}
          {children}
        </BlockStack>
      </Card>
    </section>
  );
}
