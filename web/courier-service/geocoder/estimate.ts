import type { CourierSettings } from '../config.ts';
import { type Point, straightLineM } from './coordinates.ts';

export interface Estimate {
  distanceM: number;
  timeS: number;
}

/** The stated model of `travel`: straight line × road factor, at an average speed, plus handling. Whole metres and seconds. */
export function estimateTravel(from: Point, to: Point, travel: CourierSettings['travel']): Estimate {
  const distanceM = Math.round(straightLineM(from, to) * travel.roadFactor);
  const speedMetresPerSecond = travel.averageSpeedKmh / 3.6;
  return { distanceM, timeS: Math.round(distanceM / speedMetresPerSecond) + travel.handlingSeconds };
}
