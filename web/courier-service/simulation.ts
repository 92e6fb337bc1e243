import type { ControlledClock } from './control/clock.ts';
import type { Driving, ServiceContext } from './service-context.ts';
import { moveDrivers } from './store/change-state.ts';
import { readWork } from './store/inspect.ts';

const TICK_MS = 250;
const MINUTE_MS = 60_000;
/** What is shorter than this is waited for. */
const LONG_IDLE_MS = 15 * MINUTE_MS;
/** How long before the next pickup a skipped time ends. */
const LEAD_MS = 5 * MINUTE_MS;

/** Drivers that collect and deliver along the service's clock, when asked. */
export interface DriverSimulation {
  run(driving: Driving): void;
  /** As it was asked for. */
  state: ServiceContext['driving'];
  /** Does what is due now; nothing while it does not run. */
  tick(): Promise<void>;
  stop(): Promise<void>;
}

export function driverSimulation(context: Omit<ServiceContext, 'driving'>, clock: ControlledClock): DriverSimulation {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  let asked: Driving = { running: false, speed: 1, skipIdle: false };
  let isIdle = false;

  async function skipIdleTime(): Promise<void> {
    const { nextPickupMs, onTheRoad } = await readWork(context.database);
    if (!asked.running || !asked.skipIdle) {
      return;
    }
    isIdle = nextPickupMs === null && onTheRoad === 0;
    const speed = isIdle ? 1 : asked.speed;
    if (clock.speed() !== speed) {
      clock.speedUp(speed);
    }
    if (onTheRoad === 0 && nextPickupMs !== null && nextPickupMs - clock.now() > LONG_IDLE_MS) {
      clock.set(nextPickupMs - LEAD_MS);
    }
  }
  async function moveAll(): Promise<void> {
    if (!timer) {
      return;
    }
    try {
      if (asked.skipIdle) {
        await skipIdleTime();
      }
      if ((await moveDrivers(context.database, context.now(), context.settings.simulation.failEvery)) > 0) {
        context.wakeDispatcher();
      }
    } catch {
      context.log('The driver simulation could not reach the database; it goes on.');
    }
  }
  function tick(): Promise<void> {
    working = working.then(moveAll);
    return working;
  }
  return {
    run(driving) {
      asked = driving;
      isIdle = false;
      clock.speedUp(driving.speed);
      clearInterval(timer);
      timer = driving.running ? setInterval(() => void tick(), TICK_MS) : undefined;
      timer?.unref();
    },
    state: () => ({ ...asked, isIdle }),
    tick,
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await working;
    },
  };
}
