/** How far something is, from 0 to `total`. The browser's own: Polaris' bar brings 3 kB of animation. */
export function Progress({ done, total, label }: { done: number; total: number; label: string }) {
  return <progress className="panel-progress" aria-label={label} value={done} max={Math.max(total, 1)} />;
}
