import type { ReactNode } from 'react';
import { ColumnHeadings } from './column-headings.tsx';

interface Props {
  /** Read out, not shown: the heading above says it already. */
  caption: string;
  headings: string[];
  rows: { key: string; cells: ReactNode[] }[];
  /** Repeats the headings beside the cells on a phone, for what says nothing by itself. */
  isLabelled?: boolean;
  /** Numbers and sums, none of which is broken in two. */
  hasFigures?: boolean;
}

/** A small table to read; each row becomes a block on a phone. */
export function SimpleTable({ caption, headings, rows, isLabelled = false, hasFigures = false }: Props) {
  // Two rows may say the same, as two lines of the same goods do.
  const keyed = rows.map(({ key, cells }, place) => ({ key: `${place} ${key}`, cells }));
  return (
    <table
      className={`panel-table ${isLabelled ? 'panel-table-labelled' : ''} ${hasFigures ? 'panel-figures' : ''}`.trim()}
    >
      <caption className="panel-hidden">{caption}</caption>
      <ColumnHeadings headings={headings} />
      <tbody>
        {keyed.map(({ key, cells: [first, ...others] }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {others.map((cell, index) => (
              <td key={headings[index + 1]} data-heading={headings[index + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
