/** Shopify's leaky bucket for one app in one shop; `null` limits nothing but reports a standard plan's bucket. */
export interface ThrottleOptions {
  bucket: number;
  restorePerSecond: number;
}

export const standardThrottle: ThrottleOptions = { bucket: 2000, restorePerSecond: 100 };

export interface Throttle {
  /** False where the bucket does not hold the points; else they are taken. */
  take(points: number): boolean;
  /** Gives back what the query did not use. */
  refund(points: number): void;
  status(): { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };
}

export function createThrottle(options: ThrottleOptions | null, now: () => number): Throttle {
  const { bucket, restorePerSecond } = options ?? standardThrottle;
  let available = bucket;
  let at = now();
  const restore = () => {
    available = Math.min(bucket, available + (Math.max(0, now() - at) / 1000) * restorePerSecond);
    at = now();
  };
  return {
    take(points) {
      restore();
      if (options !== null && available < points) {
        return false;
      }
      available = Math.max(0, available - points);
      return true;
    },
    refund(points) {
      available = Math.min(bucket, available + points);
    },
    status() {
      restore();
      return { maximumAvailable: bucket, currentlyAvailable: Math.floor(available), restoreRate: restorePerSecond };
    },
  };
}
