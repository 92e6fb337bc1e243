import type { ShopOrder } from '#placement/shop-order.ts';
import { fingerprintOf } from './fingerprint.ts';

/** How long the webhook of a tag may take, which shows the order as it is by then. */
const tagMs = 600_000;

/** What was known before a reading. */
interface Reading {
  coveredAt: number | undefined;
  readAt: number | undefined;
  /** It was an action's that was refused; nothing of it is kept once those after it were too. */
  isRefused: boolean;
  isUndone: boolean;
}

/** Changes of orders that no webhook told of, by shop and order. Instants are epoch ms. */
export class HiddenChanges {
  /** When each last changed so. */
  readonly untoldAt = new Map<string, number>();
  /** When the goods of each last changed in any way. */
  readonly goodsAt = new Map<string, number>();
  /** When each last changed in what payloads do not show: where its goods stand, and whether and how they may go. */
  readonly #hiddenAt = new Map<string, number>();
  /** Of these the last that no webhook told of. */
  readonly #lostAt = new Map<string, number>();
  readonly #taggedAt = new Map<string, number>();
  readonly #readAt = new Map<string, number>();
  readonly #noteAt = new Map<string, number>();
  /** The change over which our note or a tag lies, which both explain the order's newest state; until it is read again. */
  readonly #coveredAt = new Map<string, number>();

  readonly #readings = new Map<string, Reading[]>();

  /** No webhook tells of the change that was just made. */
  untold(key: string, now: number): void {
    this.untoldAt.set(key, now);
    if (this.#hiddenAt.get(key) === now) this.#lostAt.set(key, now);
  }

  changed(key: string, before: ShopOrder, after: ShopOrder, now: number): void {
    if (after.fulfillmentOrders !== before.fulfillmentOrders) this.goodsAt.set(key, now);
    const [told, known] = [fingerprintOf(after).split('|'), fingerprintOf(before).split('|')];
    if (told[0] !== known[0] || after.note !== before.note) return;
    const isTagged = told[1] !== known[1];
    (isTagged ? this.#taggedAt : this.#hiddenAt).set(key, now);
    if (isTagged || now - (this.#taggedAt.get(key) ?? 0) < tagMs) this.cover(key, 0);
  }

  /**
   * What our note, read at `since` and then written, or a tag explains is read by nobody; nor what came in the second that
   * was read, also of the note alone. `noteAt`: as of when that was read now; only where whole seconds are told.
   */
  cover(key: string, since: number, noteAt?: number): void {
    const at = this.#hiddenAt.get(key) ?? Number.NEGATIVE_INFINITY;
    const isInSecondOf = (readAt = Number.NEGATIVE_INFINITY) => at >= readAt && secondOf(at) <= secondOf(readAt);
    const isInSecond = isInSecondOf(this.#readAt.get(key)) || isInSecondOf(this.#noteAt.get(key));
    if (at >= since || isInSecond) this.#coveredAt.set(key, at);
    if (noteAt !== undefined) this.#noteAt.set(key, noteAt);
  }

  /** The order was read, as it was at an instant. */
  read(key: string, asOf: number): void {
    const coveredAt = this.#coveredAt.get(key);
    const reading = { coveredAt, readAt: this.#readAt.get(key), isRefused: false, isUndone: false };
    this.#readings.set(key, [...(this.#readings.get(key) ?? []), reading]);
    if (coveredAt !== undefined && coveredAt <= asOf) this.#coveredAt.delete(key);
    this.#readAt.set(key, asOf);
  }

  /** As of when the order was last read; epoch ms. */
  readAt(key: string): number {
    return this.#readAt.get(key) ?? Number.NEGATIVE_INFINITY;
  }

  readings(key: string): number {
    return this.#readings.get(key)?.length ?? 0;
  }

  /** One reading since so many was of an action that was refused: it decided nothing, and nothing of it was kept. */
  unread(key: string, since: number): void {
    const readings = this.#readings.get(key) ?? [];
    const refused = readings.find(({ isRefused }, index) => index >= since && !isRefused);
    if (refused) refused.isRefused = true;
    const vain = readings.slice(readings.findLastIndex(({ isRefused }) => !isRefused) + 1);
    const before = vain.find(({ isUndone }) => !isUndone);
    if (!before) return;
    for (const reading of vain) reading.isUndone = true;
    if (before.coveredAt !== undefined) this.#coveredAt.set(key, before.coveredAt);
    if (before.readAt === undefined) this.#readAt.delete(key);
    else this.#readAt.set(key, before.readAt);
  }

  /** What is known of the order is taken for its newest state, whether or not a webhook is still on its way. */
  isMasked(key: string): boolean {
    return this.#coveredAt.has(key);
  }

  /** And no webhook is. */
  isCovered(key: string): boolean {
    const at = this.#coveredAt.get(key);
    return at !== undefined && at === this.#lostAt.get(key);
  }
}

const secondOf = (at: number): number => Math.floor(at / 1_000);
