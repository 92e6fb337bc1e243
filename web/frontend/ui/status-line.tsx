import type { ReactNode } from 'react';
import { BlockStack, Text } from './layout.ts';

interface Props {
  tone: 'success' | 'info' | 'warning' | 'critical';
  title: string;
  children?: ReactNode;
  /** At the end of the line, e.g. when it was read; not announced again and again. */
  aside?: ReactNode;
}

// Written out: the build drops the rules whose names it does not find.
const dots = {
  success: 'panel-dot panel-dot-success',
  info: 'panel-dot panel-dot-info',
  warning: 'panel-dot panel-dot-warning',
  critical: 'panel-dot panel-dot-critical',
};

/** One line with a dot: how it stands. What is wrong is a notice instead. */
export function StatusLine({ tone, title, children, aside }: Props) {
  return (
    <div className="panel-status">
      <span className={dots[tone]} aria-hidden="true" />
      <div className="panel-grow" role="status">
        <BlockStack gap="050">
          <Text as="h2" variant="headingMd">
            {title}
          </Text>
          {children}
        </BlockStack>
      </div>
      {aside}
    </div>
  );
}
