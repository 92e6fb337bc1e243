import type { ReactNode } from 'react';

interface Props {
  headings: string[];
  /** A cell before the first heading. */
  before?: ReactNode;
}

/** The first row of a table: what each column holds. */
export function ColumnHeadings({ headings, before }: Props) {
  return (
    <thead>
      <tr>
        {before}
        {headings.map((heading) => (
          <th key={heading} scope="col">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
  );
}
