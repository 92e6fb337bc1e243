import { Button } from '@shopify/polaris';
import type { Action } from './screen.tsx';

interface Props extends Action {
  kind?: 'primary' | 'secondary' | 'plain';
  /** For a screen reader, where the label alone does not say what is meant. */
  hint?: string | undefined;
  pressed?: boolean;
  submit?: boolean;
  /** Tells assistive technology which part this opens or closes. */
  expands?: { id: string; open: boolean };
  fullWidth?: boolean;
}

/** A button, or a link that looks like one. */
export function Press(props: Props) {
  const { label, onPress, url, loading, disabled, destructive, kind = 'secondary', hint, pressed, submit } = props;
  const variant = kind === 'primary' ? 'primary' : kind === 'plain' ? 'plain' : undefined;
  return (
    <Button
      {...(onPress ? { onClick: onPress } : {})}
      {...(url ? { url, ...(url.startsWith('shopify:') ? { target: '_top' as const } : {}) } : {})}
      {...(variant ? { variant } : {})}
      {...(destructive ? { tone: 'critical' as const } : {})}
      {...(hint ? { accessibilityLabel: hint } : {})}
      {...(pressed === undefined ? {} : { pressed })}
      {...(props.expands ? { ariaExpanded: props.expands.open, ariaControls: props.expands.id } : {})}
      {...(props.expands ? { disclosure: props.expands.open ? ('up' as const) : ('down' as const) } : {})}
      loading={loading ?? false}
      disabled={disabled ?? false}
      submit={submit ?? false}
      fullWidth={props.fullWidth ?? false}
    >
      {label}
    </Button>
  );
}
