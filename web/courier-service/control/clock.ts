/** The service's time: the real one, until it is set, advanced or sped up. */
export interface ControlledClock {
  now(): number;
  /** From now on it is `epochMs`, and time goes on from there. */
  set(epochMs: number): void;
  advance(ms: number): void;
  /** Time passes `factor` times as fast from now on. */
  speedUp(factor: number): void;
  speed(): number;
  reset(): void;
}

export function controlledClock(real: () => number): ControlledClock {
  let base = 0;
  let shown = 0;
  let speed = 1;
  const now = () => shown + (real() - base) * speed;
  const rebase = (epochMs: number, factor: number) => {
    shown = epochMs;
    base = real();
    speed = factor;
  };
  rebase(real(), 1);
  return {
    now: () => Math.floor(now()),
    set: (epochMs) => rebase(epochMs, speed),
    advance: (ms) => rebase(now() + ms, speed),
    speedUp: (factor) => rebase(now(), factor),
    speed: () => speed,
    reset: () => rebase(real(), 1),
  };
}
