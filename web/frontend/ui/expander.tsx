import { BlockStack, Box, Collapsible } from '@shopify/polaris';
import { type ReactNode, useId, useState } from 'react';
import { Press } from './press.tsx';

interface Props {
  label: string;
  startsOpen?: boolean;
  /** Called when opened, e.g. to start loading what is inside. */
  onOpen?: () => void;
  /** A function: drawn from the first opening on. */
  children: ReactNode | (() => ReactNode);
}

/** A part that is opened by a press. */
export function Expander({ label, startsOpen = false, onOpen, children }: Props) {
  const id = useId();
  const [open, setOpen] = useState(startsOpen);
  const [wasOpened, setOpened] = useState(startsOpen);
  return (
    <BlockStack gap="200">
      <Box>
        <Press
          kind="plain"
          label={label}
          expands={{ id, open }}
          onPress={() => {
            if (!open) onOpen?.();
            setOpen(!open);
            setOpened(true);
          }}
        />
      </Box>
      <Collapsible id={id} open={open} transition={false}>
        {typeof children === 'function' ? wasOpened && children() : children}
      </Collapsible>
    </BlockStack>
  );
}
