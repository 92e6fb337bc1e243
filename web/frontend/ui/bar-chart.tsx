export interface Bar {
  /** Short, below the bar. */
  label: string;
  /** Whole, for the table that screen readers get. */
  name: string;
  value: number;
}

const height = 96;
const barWidth = 20;
const step = 28;

/** A small chart of whole numbers; the same numbers stand in a table for those who cannot see it. */
export function BarChart({ bars, caption, valueName }: { bars: Bar[]; caption: string; valueName: string }) {
  const greatest = Math.max(1, ...bars.map((bar) => bar.value));
  return (
    <figure className="panel-chart">
      <svg viewBox={`0 0 ${bars.length * step} ${height + 34}`} aria-hidden="true" focusable="false">
        {bars.map((bar, index) => {
          const size = bar.value === 0 ? 2 : Math.max(4, Math.round((bar.value / greatest) * height));
          const x = index * step + (step - barWidth) / 2;
          return (
            <g key={bar.name}>
              <rect
                className={bar.value === 0 ? 'panel-bar-none' : 'panel-bar'}
                x={x}
                y={height - size + 14}
                width={barWidth}
                height={size}
                rx="3"
              />
              {bar.value === 0 ? null : (
                <text className="panel-bar-value" x={x + barWidth / 2} y={height - size + 10}>
                  {bar.value}
                </text>
              )}
              <text className="panel-bar-label" x={x + barWidth / 2} y={height + 28}>
                {bar.label}
              </text>
            </g>
          );
        })}
      </svg>
      <table className="panel-hidden">
        <caption>{caption}</caption>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.name}>
              <th scope="row">{bar.name}</th>
              <td>{`${bar.value} ${valueName}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
