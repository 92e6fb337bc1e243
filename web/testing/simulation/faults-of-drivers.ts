import { forgetsDrift, type Plant, writesRows } from './port-fault.ts';

/** Faults of what is kept of drivers who say nothing more, or go out again. */
export const faultsOfDrivers = {
  'what was never heard of again forgotten': forgetsDrift(
    ({ about }, { progress }) => about === 'not_delivered' && progress === 'on_its_way',
  ),
  'what came back asked after no more': writesRows((delivery) =>
    delivery.progress === 'returned' ? { ...delivery, lookAt: null } : delivery,
  ),
} satisfies Record<string, Plant>;
