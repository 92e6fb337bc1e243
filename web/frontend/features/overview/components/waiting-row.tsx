import type { ReactNode } from 'react';
import { BlockStack, InlineStack, Text } from '../../../ui/layout.ts';
import { Press } from '../../../ui/press.tsx';

interface RowProps {
  title: string;
  texts: string[];
  note?: string;
  action?: { label: string; url?: string; hint?: string; onPress?: () => void };
  /** Below it, e.g. the question whether it is meant. */
  children?: ReactNode;
}

/** One thing that waits, with the press that leads to it. */
export function Row({ title, texts, note, action, children }: RowProps) {
  return (
    <li>
      <InlineStack align="space-between" blockAlign="center" gap="300">
        <div className="panel-grow">
          <BlockStack gap="050">
            <Text as="h3" variant="headingSm">
              {title}
            </Text>
            {texts.map((text) => (
              <Text as="p" key={text}>
                {text}
              </Text>
            ))}
            {note === undefined ? null : (
              <Text as="p" tone="subdued">
                {note}
              </Text>
            )}
          </BlockStack>
        </div>
        {action === undefined ? null : <Press {...action} />}
      </InlineStack>
      {children}
    </li>
  );
}
