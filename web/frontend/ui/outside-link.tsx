interface Props {
  url: string;
  /** For a screen reader, where the text alone does not say what happens. */
  hint?: string;
  newTab?: boolean;
  children: string;
}

/** A link that leaves the panel: a call, a letter, another site that is not told where it was pressed. */
export function OutsideLink({ url, hint, newTab = false, children }: Props) {
  return (
    <a
      className="panel-outside"
      href={url}
      {...(hint === undefined ? {} : { 'aria-label': hint })}
      {...(newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {children}
    </a>
  );
}
