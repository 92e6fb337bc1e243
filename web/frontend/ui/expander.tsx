import { BlockStack, Box } from '@shopify/polaris';
import { type ReactNode, useCallback, useContext, useDeferredValue, useId, useRef, useState } from 'react';
import { Press } from './press.tsx';
import { KeepRefusal, type Refusal } from './problem-notice.tsx';

interface Props {
  label: string;
  startsOpen?: boolean;
  /** Something in it is wrong: folded away, it would stop a press without a word. */
  staysOpen?: boolean;
  /** Called when opened, e.g. to start loading what is inside. */
  onOpen?: () => void;
  /** Drawn while it is open; a function where even to describe it costs. */
  children: ReactNode | (() => ReactNode);
}

/** A part that is opened by a press. */
export function Expander({ label, startsOpen = false, staysOpen = false, onOpen, children }: Props) {
  const id = useId();
  const [wanted, setOpen] = useState(startsOpen);
  const open = wanted || staysOpen;
  // The press is shown first, what it opens right after it.
  const isShown = useDeferredValue(open);
  const keep = useContext(KeepRefusal);
  const isFolded = useRef(!startsOpen);
  // Whoever folds it away has read what was refused in it.
  const keepWhileOpen = useCallback(
    (refusal: Refusal | null) => {
      if (!isFolded.current) keep?.(refusal);
    },
    [keep],
  );
  return (
    <BlockStack gap="200">
      <Box>
        <Press
          kind="plain"
          label={label}
          expands={{ id, open }}
          onPress={() => {
            if (!open) onOpen?.();
            isFolded.current = open;
            setOpen(!open);
          }}
        />
      </Box>
      <div id={id}>
        <KeepRefusal.Provider value={keepWhileOpen}>{isShown ? contentOf(children) : null}</KeepRefusal.Provider>
      </div>
    </BlockStack>
  );
}

const contentOf = (children: Props['children']): ReactNode => (typeof children === 'function' ? children() : children);
