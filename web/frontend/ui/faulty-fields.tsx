import { useEffect, useState } from 'react';

interface Faulty {
  id: string;
  label: string;
}

/** A link to each field of the screen that says it is wrong; pressing it puts the cursor there. Keyed by the errors. */
export function FaultyFields() {
  const [fields, setFields] = useState<Faulty[]>([]);
  useEffect(() => {
    const found = [...document.querySelectorAll<HTMLInputElement>('#main [aria-invalid="true"]')];
    setFields(found.flatMap(({ id, labels }) => (id ? [{ id, label: labels?.[0]?.textContent ?? id }] : [])));
  }, []);
  return (
    <ul>
      {fields.map(({ id, label }) => (
        <li key={id}>
          <a
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
