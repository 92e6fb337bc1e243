import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import type { Clock } from '#deliveries/ports/ports.ts';
import type { ShopifyPoints } from '#deliveries/ports/shopify.ts';
import type { ShopDomain } from '#placement/ids.ts';

/** Shopify's leaky bucket of one shop, as small as the simulated shops are. */
export class ThrottleBucket {
  readonly #clock: Clock;
  readonly #maximum: number;
  readonly #restoredPerSecond: number;
  #available: number;
  #at: number;

  constructor(clock: Clock, { maximum, restoredPerSecond }: Pick<ShopifyPoints, 'maximum' | 'restoredPerSecond'>) {
    this.#clock = clock;
    this.#maximum = maximum;
    this.#restoredPerSecond = restoredPerSecond;
    this.#available = maximum;
    this.#at = clock.now();
  }

  /** Takes what a call costs. @throws AppError throttled where the bucket does not hold it. */
  take(cost: number): ShopifyPoints {
    const now = this.#clock.now();
    const restored = ((now - this.#at) / 1000) * this.#restoredPerSecond;
    this.#available = Math.min(this.#maximum, this.#available + restored);
    this.#at = now;
    if (this.#available < cost) {
      const retryAfterMs = Math.ceil(((cost - this.#available) / this.#restoredPerSecond) * 1000);
      const code = shopifyErrorCodes.throttled;
      throw new AppError({ code, retryable: true, retryAfterMs, merchantMessage: 'slow down' });
    }
    this.#available -= cost;
    const [maximum, restoredPerSecond] = [this.#maximum, this.#restoredPerSecond];
    return { cost, available: this.#available, maximum, restoredPerSecond };
  }
}

/** Each shop has a bucket of its own. */
export class ShopBuckets {
  readonly #byShop = new Map<ShopDomain, ThrottleBucket>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  of(shop: ShopDomain): ThrottleBucket {
    const bucket = this.#byShop.get(shop) ?? new ThrottleBucket(this.#clock, { maximum: 40, restoredPerSecond: 2 });
    this.#byShop.set(shop, bucket);
    return bucket;
  }
}
