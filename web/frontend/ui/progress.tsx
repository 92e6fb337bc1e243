import { ProgressBar } from '@shopify/polaris';

/** How far something is, from 0 to `total`. */
export function Progress({ done, total, label }: { done: number; total: number; label: string }) {
  const id = `progress-${label.replace(/\W+/g, '-')}`;
  return (
    <div>
      <span id={id} className="panel-hidden">
        {label}
      </span>
      <ProgressBar
        progress={total === 0 ? 0 : (done / total) * 100}
        size="small"
        ariaLabelledBy={id}
        animated={false}
      />
    </div>
  );
}
