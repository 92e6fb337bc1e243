import { Banner, BlockStack, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import type { Action } from './press.tsx';
import { SupportText } from './support-text.tsx';

interface Props {
  tone: 'success' | 'info' | 'warning' | 'critical';
  title: string;
  children?: ReactNode;
  action?: Action | undefined;
  onDismiss?: (() => void) | undefined;
}

/** Stays until it is read; critical (red) only where something failed. Announced to screen readers. */
export function Notice({ tone, title, children, action, onDismiss }: Props) {
  // A neighbour of its own kind would get a second margin from Polaris, hence the element around it.
  return (
    <div>
      <Banner
        tone={tone}
        title={title}
        {...(action
          ? {
              action: {
                content: action.label,
                ...(action.onPress ? { onAction: action.onPress } : {}),
                ...(action.url ? { url: action.url } : {}),
                loading: action.loading ?? false,
              },
            }
          : {})}
        {...(onDismiss ? { onDismiss } : {})}
      >
        {children === undefined ? null : <BlockStack gap="100">{children}</BlockStack>}
      </Banner>
    </div>
  );
}

/** One sentence inside a notice. */
export function NoticeText({ children }: { children: ReactNode }) {
  return (
    <Text as="p" breakWord>
      <SupportText>{children}</SupportText>
    </Text>
  );
}
