import { type ReactNode, useEffect, useState } from 'react';

interface Faulty {
  id: string;
  label: string;
}

interface Props {
  /** How many are known to be wrong. */
  count: number;
  /** What is said where one of them does not stand on the screen. */
  children?: ReactNode;
}

/** A link to each field of the screen that says it is wrong; pressing it puts the cursor there. */
export function FaultyFields({ count, children }: Props) {
  const [fields, setFields] = useState<Faulty[] | null>(null);
  useEffect(() => {
    const found = [...document.querySelectorAll<HTMLInputElement>('#main [aria-invalid="true"]')];
    const now = found.flatMap(({ id, labels }) => (id ? [{ id, label: labels?.[0]?.textContent ?? id }] : []));
    setFields((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
  });
  if (fields === null) return null;
  if (fields.length < count && children !== undefined) return children;
  return (
    <ul>
      {fields.map(({ id, label }) => (
        <li key={id}>
          <a
            className="panel-outside"
            href={`#${id}`}
            onClick={(event) => {
              event.preventDefault();
              document.getElementById(id)?.focus();
            }}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
