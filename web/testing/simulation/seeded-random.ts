import type { Random } from '#deliveries/ports/ports.ts';

const rare = 0.2;

/** The same sequence for the same seed (mulberry32), so that a schedule can be run again. */
export class SeededRandom implements Random {
  #state: number;
  readonly #density: number;
  #ids = 0;

  /** `density`: how many times as often as they say what is rare happens. */
  constructor(seed: number, density = 1) {
    this.#state = seed >>> 0;
    this.#density = density;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  id(): string {
    this.#ids += 1;
    return `id-${this.#ids}`;
  }

  chance(probability: number): boolean {
    return this.next() < (probability > rare ? probability : probability * this.#density);
  }

  /** A whole number in [0, below). */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  pick<T>(weighted: readonly (readonly [T, number])[]): T {
    const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
    let left = this.next() * total;
    for (const [value, weight] of weighted) {
      left -= weight;
      if (left < 0) return value;
    }
    return (weighted.at(-1) as readonly [T, number])[0];
  }
}
