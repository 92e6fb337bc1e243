import type { ShopOrder } from '#placement/shop-order.ts';

/** A note as a run of a process was shown it. `isBehind`: older than the run knew the order to be. */
interface Shown {
  note: string | null;
  isBehind: boolean;
}

/** What one run of a process was shown of the notes of orders, by shop and order. */
export class ShownNotes {
  readonly #shown = new Map<string, Shown>();

  /** `knownAt`: of what instant the run knows the order by then. Epoch ms. */
  show(key: string, order: ShopOrder | null, knownAt: number): void {
    // Our write in the second that was read puts that in doubt by a millisecond.
    const isBehind = order !== null && Date.parse(order.updatedAt) + 1 < knownAt;
    this.#shown.set(key, { note: order?.note ?? null, isBehind });
  }

  /**
   * What the merchant's words are once our note stands over what is there; null where words went that were known to be there.
   * Shopify has no compare-and-set on notes: those may go that were typed within the one round trip, or that a replica lags.
   */
  wordsLeft(key: string, ours: string, current: string | null, words: string): string | null {
    const shown = this.#shown.get(key);
    if (merchantWords(ours) === merchantWords(words)) return words;
    return shown?.note !== current && !shown?.isBehind ? merchantWords(ours) : null;
  }
}

/** As nobody of this world begins a line but the app. */
const ours = /^Same-day delivery /u;

/** A note without our lines and without the breaks at its end. */
export function merchantWords(note: string): string {
  const lines = note.match(/[^\r\n]*(?:\r\n|\n|\r|$)/gu) ?? [];
  const kept = lines.filter((line) => !ours.test(line));
  return kept.join('').replace(/[\r\n]+$/u, '');
}
