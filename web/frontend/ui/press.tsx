import { Button } from '@shopify/polaris';
import type { MouseEvent } from 'react';

/** A press: something to do, or somewhere to go. */
export interface Action {
  label: string;
  onPress?: (() => void) | undefined;
  url?: string | undefined;
  loading?: boolean | undefined;
  disabled?: boolean | undefined;
  destructive?: boolean | undefined;
}

interface Props extends Action {
  kind?: 'primary' | 'secondary' | 'plain';
  /** For a screen reader, where the label alone does not say what is meant. */
  hint?: string | undefined;
  pressed?: boolean;
  submit?: boolean;
  /** Tells assistive technology which part this opens or closes. */
  expands?: { id: string; open: boolean };
}

/** A button, or a link that looks like one. */
export function Press(props: Props) {
  const { label, loading = false, disabled = false, submit = false } = props;
  return (
    <Button
      {...target(props)}
      {...look(props)}
      {...spoken(props)}
      loading={loading}
      disabled={disabled}
      submit={submit}
    >
      {label}
    </Button>
  );
}

/** What happens when it is pressed. */
function target({ onPress, url, submit }: Props) {
  return { ...(onPress || submit ? { onClick: once(onPress) } : {}), ...(url ? { url } : {}) };
}

/** A double click is one press: its second half may meet what has moved under the pointer. No keyboard counts its clicks. */
const once = (onPress: Props['onPress']) => (event?: MouseEvent) => {
  if (Number(event?.detail) > 1) event?.preventDefault();
  else onPress?.();
};

function look({ kind, destructive, expands }: Props) {
  return {
    ...(kind === 'primary' || kind === 'plain' ? { variant: kind } : {}),
    ...(destructive ? { tone: 'critical' as const } : {}),
    ...(expands ? { disclosure: expands.open ? ('up' as const) : ('down' as const) } : {}),
  };
}

/** What assistive technology says of it. */
function spoken({ hint, pressed, expands }: Props) {
  return {
    ...(hint ? { accessibilityLabel: hint } : {}),
    ...(pressed === undefined ? {} : { pressed }),
    ...(expands ? { ariaExpanded: expands.open, ariaControls: expands.id } : {}),
  };
}
