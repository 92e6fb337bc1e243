import { BlockStack, Card, InlineStack, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { type Action, Press } from './press.tsx';
import { SupportText } from './support-text.tsx';

interface Props {
  title: string;
  children?: ReactNode;
  action?: (Action & { kind?: 'primary' | 'secondary' }) | undefined;
  /** Without a card of its own, where one is around it already. */
  bare?: boolean;
}

/** What a screen says when there is nothing to show, and how that changes. */
export function Empty({ title, children, action, bare = false }: Props) {
  const content = (
    <div className="panel-empty">
      <BlockStack gap="300" inlineAlign="center">
        <Text as="h2" variant="headingMd" alignment="center">
          {title}
        </Text>
        <Text as="p" tone="subdued" alignment="center">
          <SupportText>{children}</SupportText>
        </Text>
        {action ? (
          <InlineStack align="center">
            <Press {...action} />
          </InlineStack>
        ) : null}
      </BlockStack>
    </div>
  );
  return bare ? content : <Card roundedAbove="xs">{content}</Card>;
}
