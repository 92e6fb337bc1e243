import type { ReactNode } from 'react';

export interface Fact {
  label: string;
  value: ReactNode;
}

/** Pairs of a label and a value: beside each other where there is room, below each other on a phone. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="panel-facts">
      {facts.map(({ label, value }) => (
        <div key={label} className="panel-fact">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
