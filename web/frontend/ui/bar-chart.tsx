interface Bar {
  /** Short, below the bar. */
  label: string;
  /** Whole, for the table that screen readers get. */
  name: string;
  /** Null where nothing is known: no bar, which is not the same as nothing. */
  value: number | null;
  /** The value in words, where it is more than a number. */
  text?: string;
}

interface Props {
  bars: Bar[];
  caption: string;
  /** Follows every value in the table; none where the bars have texts of their own. */
  valueName?: string;
  /** A bar of full height, where it is not the greatest one. */
  full?: { value: number; text?: string } | undefined;
}

const width = 392;
const height = 96;
const widestBar = 40;
/** More bars than these have neither room for a value nor for every label. */
const mostLabels = 16;
const letterWidth = 5;

/** A small chart; the same numbers stand in a table for those who cannot see it. */
export function BarChart({ bars, caption, valueName = '', full }: Props) {
  const known = bars.flatMap(({ value, text }) => (value === null ? [] : [{ value, text }]));
  const none: { value: number; text?: string | undefined } = { value: 1 };
  const highest = full ?? known.reduce((before, bar) => (bar.value > before.value ? bar : before), none);
  const greatest = highest.value;
  const step = width / Math.max(1, bars.length);
  const barWidth = Math.min(widestBar, step * 0.72);
  const labelEvery = Math.ceil(bars.length / mostLabels);
  const letters = Math.max(2, Math.floor((step * labelEvery) / letterWidth));
  return (
    <figure className="panel-chart">
      <svg viewBox={`0 0 ${width} ${height + 34}`} aria-hidden="true" focusable="false">
        {labelEvery > 1 ? (
          <>
            <line className="panel-bar-scale" x1={0} x2={width} y1={14} y2={14} />
            <text className="panel-bar-scale" x={0} y={10}>
              {highest.text ?? greatest}
            </text>
          </>
        ) : null}
        {bars.map((bar, index) => {
          const share = (bar.value ?? 0) / greatest;
          const size = share === 0 ? 2 : Math.max(4, Math.round(share * height));
          // None of a number is said by its bar; none of a share, and what is not known, in words.
          const isSaid = labelEvery === 1 && (share > 0 || full !== undefined);
          const x = index * step + (step - barWidth) / 2;
          return (
            <g key={bar.name}>
              {bar.value === null ? null : (
                <rect
                  className={share === 0 ? 'panel-bar-none' : 'panel-bar'}
                  x={x}
                  y={height - size + 14}
                  width={barWidth}
                  height={size}
                  rx={Math.min(3, barWidth / 4)}
                />
              )}
              {isSaid ? (
                <text className="panel-bar-value" x={x + barWidth / 2} y={height - size + 10}>
                  {bar.text ?? bar.value}
                </text>
              ) : null}
              {index % labelEvery === 0 ? (
                <text className="panel-bar-label" x={x + barWidth / 2} y={height + 28}>
                  {bar.label.length > letters ? `${bar.label.slice(0, letters - 1)}…` : bar.label}
                </text>
              ) : null}
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
              <td>{bar.text ?? `${bar.value} ${valueName}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
