import type { ServiceContext } from './service-context.ts';
import { moveDrivers } from './store/change-state.ts';

const TICK_MS = 250;

/** Drivers that collect and deliver along the service's clock, when asked. */
export interface DriverSimulation {
  run(running: boolean): void;
  /** Does what is due now; nothing while it does not run. */
  tick(): Promise<void>;
  stop(): Promise<void>;
}

export function driverSimulation(context: ServiceContext): DriverSimulation {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();

  async function moveAll(): Promise<void> {
    if (!timer) {
      return;
    }
    try {
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
    run(running) {
      clearInterval(timer);
      timer = running ? setInterval(() => void tick(), TICK_MS) : undefined;
      timer?.unref();
    },
    tick,
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await working;
    },
  };
}
