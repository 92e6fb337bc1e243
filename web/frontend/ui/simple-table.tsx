import type { ReactNode } from 'react';

interface Props {
  /** Read out, not shown: the heading above says it already. */
  caption: string;
  headings: string[];
  rows: { key: string; cells: ReactNode[] }[];
}

/** A small table to read; each row becomes a block on a phone. */
export function SimpleTable({ caption, headings, rows }: Props) {
  return (
    <table className="panel-table">
      <caption className="panel-hidden">{caption}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...others] }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {others.map((cell, index) => (
              <td key={headings[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
