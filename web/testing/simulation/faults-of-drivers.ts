import { forgetsDrift, type Plant, writesRows } from './port-fault.ts';

/** Faults of what is kept of drivers once they are booked: what they say, and who is to be sent home. */
export const faultsOfDrivers = {
  'what was never heard of again forgotten': forgetsDrift(
    ({ about }, { progress }) => about === 'not_delivered' && progress === 'on_its_way',
  ),
  'what came back asked after no more': writesRows((delivery) =>
    delivery.progress === 'returned' ? { ...delivery, lookAt: null } : delivery,
  ),
  'what came back forgotten': forgetsDrift(({ about }) => about === 'not_delivered'),
  'a driver whom the service called off forgotten': writesRows((delivery) =>
    delivery.state === 'cancelled' ? { ...delivery, drift: [] } : delivery,
  ),
  'a delivery that the service knows no more forgotten': forgetsDrift(
    ({ about }, { state, cancellation }) => about === 'not_cancelled' && state === 'placed' && cancellation === null,
  ),
  'a driver who goes on though cancelled forgotten': forgetsDrift(
    ({ about }, { state }) => about === 'not_cancelled' && state === 'cancelled',
  ),
  'a driver who stays home after all still said to come': writesRows((delivery, before) => {
    const said = before?.drift.filter(({ about }) => about === 'not_cancelled') ?? [];
    const all = [...new Set([...said, ...delivery.drift])];
    return delivery.state === 'cancelled' ? { ...delivery, drift: all } : delivery;
  }),
  'what failed not taken for delivered any more': writesRows((delivery, before) =>
    before?.progress === 'failed' && delivery.progress === 'delivered' ? { ...delivery, progress: 'failed' } : delivery,
  ),
  'no wish to cancel at the service kept': writesRows((delivery) =>
    delivery.cancellation?.because === 'order_ended' ? { ...delivery, cancellation: null } : delivery,
  ),
  "a person's wish to cancel forgotten with the first answer that is lost": writesRows((delivery) =>
    delivery.cancellation?.because === 'person' && delivery.cancellation.tries > 0
      ? { ...delivery, cancellation: null }
      : delivery,
  ),
  'a call to cancel forgotten': writesRows((delivery) => ({
    ...delivery,
    cancellation: delivery.cancellation && { ...delivery.cancellation, asked: false },
  })),
  'nothing asked of a driver who has the goods': writesRows((delivery) =>
    delivery.progress === 'on_its_way' ? { ...delivery, lookAt: null } : delivery,
  ),
} satisfies Record<string, Plant>;
