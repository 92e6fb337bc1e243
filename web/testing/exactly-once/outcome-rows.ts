import type { DeliveryState } from '#api-contract/order.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { PlaceFault } from '#testing/simulation/service-faults.ts';
import { orderIdOf } from '#testing/simulation/sim-shopify.ts';
import type { SimWorld } from '#testing/simulation/sim-world.ts';

export const shop = 'matrix.myshopify.com' as ShopDomain;
export const orderId = orderIdOf(1001);

/** How a cell of the table must end: state, reasons that may stand, deliveries of ours at the service. */
interface Ending {
  state: DeliveryState;
  reasons?: readonly (string | null)[];
  booked: 0 | 1;
  drifted?: boolean;
}

/** A row of the table of outcomes, and how it ends wherever a worker dies on the way. */
export interface OutcomeRow {
  row: string;
  what: string;
  /** What the service does with the placing calls, the first one first; the last holds for all that follow. */
  faults: readonly PlaceFault[];
  arrange?: (world: SimWorld) => void;
  rowdy?: boolean;
  endings: readonly Ending[];
}

const booked: Ending = { state: 'placed', reasons: [null, 'slot_not_recognised'], booked: 1 };
const minute = 60_000;

const onFirstCall = (world: SimWorld, run: () => void): void => {
  const before = world.service.onArrived;
  let met = false;
  world.service.onArrived = (call) => {
    before(call);
    if (!met) run();
    met = true;
  };
};

/** The sixteen rows of `outcomes.md`. */
export const outcomeRows: readonly OutcomeRow[] = [
  { row: '1', what: 'an answer with an id books one delivery', faults: ['none'], endings: [booked] },
  {
    row: '2',
    what: 'an answer without a readable slot is booked, and the slot is looked up by id',
    faults: ['no_slot'],
    endings: [{ ...booked, reasons: [null] }],
  },
  { row: '2b', what: 'an unreadable answer is looked up', faults: ['unreadable_after', 'none'], endings: [booked] },
  { row: '3', what: 'a refused connection is tried again', faults: ['unsent', 'unsent', 'none'], endings: [booked] },
  {
    row: '4',
    what: 'a reset is looked up and sent again under the same reference',
    faults: ['reset_before', 'reset_after', 'none'],
    endings: [booked],
  },
  { row: '5', what: 'a server error is looked up', faults: ['server_error_after', 'none'], endings: [booked] },
  {
    row: '6',
    what: 'a busy service is given the time it asks for',
    faults: ['rate_limited', 'unavailable_after', 'none'],
    endings: [booked],
  },
  {
    row: '7',
    what: 'a refused key holds the shop until it works',
    faults: ['none'],
    arrange: (world) => {
      world.service.takesKey = () => world.scheduler.now() > Date.UTC(2026, 10, 21, 7, 1);
    },
    endings: [booked],
  },
  {
    row: '8',
    what: 'a refusal is shown and never sent again unchanged',
    faults: ['refused'],
    endings: [{ state: 'needs_attention', reasons: ['refused_by_service', 'refused_after_unknown'], booked: 0 }],
  },
  {
    row: '9',
    what: 'a duplicate after a lost answer is ours when the look-up says so',
    faults: ['time_out_landing_late', 'none'],
    endings: [booked],
  },
  {
    row: '10',
    what: "a duplicate on the first attempt is somebody else's until proven",
    faults: ['none'],
    arrange: ({ service }) => service.addForeign('1001'),
    endings: [{ state: 'needs_attention', reasons: ['reference_taken'], booked: 0 }],
  },
  {
    row: '11',
    what: 'an answer after the lease changes nothing',
    faults: ['none'],
    arrange: (world) =>
      onFirstCall(world, () => {
        const running = world.runs.processes.find(({ alive }) => alive);
        if (running) world.runs.stop(running, 20_000);
      }),
    endings: [booked],
  },
  {
    row: '12',
    what: 'two workers at once send one request',
    faults: ['none'],
    rowdy: true,
    arrange: (world) => {
      for (let times = 0; times < 4; times += 1) world.notify(shop, orderId, 'orders/paid');
    },
    endings: [booked],
  },
  {
    row: '13',
    what: 'a redirect is not followed and a person is asked',
    faults: ['redirected'],
    endings: [{ state: 'needs_attention', reasons: ['redirected'], booked: 0 }],
  },
  {
    row: '14',
    what: 'an order cancelled in flight is finished, and then cancelled at the service',
    faults: ['none'],
    arrange: (world) =>
      onFirstCall(world, () =>
        world.shopify.edit(shop, orderId, { cancelledAt: new Date(world.scheduler.now()).toISOString() }),
      ),
    endings: [
      { state: 'cancelled', reasons: ['cancelled_with_order'], booked: 0, drifted: false },
      { state: 'cancelled', reasons: ['order_cancelled', 'order_cancelled_in_doubt'], booked: 0 },
    ],
  },
  {
    row: '14',
    what: "an order cancelled in flight and then refused is nobody's task",
    faults: ['refused'],
    rowdy: true,
    arrange: (world) =>
      onFirstCall(world, () =>
        world.shopify.edit(shop, orderId, { cancelledAt: new Date(world.scheduler.now()).toISOString() }),
      ),
    endings: [
      // The claim of a killed worker stays in doubt, whatever the next call says.
      {
        ...{ state: 'cancelled', booked: 0, drifted: false },
        reasons: ['order_cancelled', 'order_cancelled_in_doubt'],
      },
      { state: 'needs_attention', reasons: ['refused_after_unknown'], booked: 0 },
    ],
  },
  {
    row: '15',
    what: 'a database lost between answer and commit loses and doubles nothing',
    faults: ['none'],
    arrange: (world) => {
      const { change } = world.orders;
      let calls = 0;
      world.orders.change = (...args) => {
        calls += 1;
        if (calls === 3) throw new Error('the database is gone');
        return change.apply(world.orders, args) as never;
      };
    },
    endings: [booked],
  },
];

export const restMs = 60 * minute;
