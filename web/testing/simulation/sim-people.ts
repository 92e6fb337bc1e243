import type { SendBody } from '#api-contract/order.ts';
import { cancelDelivery } from '#deliveries/actions/cancel.ts';
import type { SendOutcome } from '#deliveries/actions/send-action.ts';
import { sendOrder } from '#deliveries/actions/send-again.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { SimWorld } from './sim-world.ts';

/** A person's press of "send" and what it was answered; `none`: its process died, and nobody learnt it. */
export interface Pressed {
  key: string;
  answer: SendOutcome['kind'] | 'none';
}

/** Who presses buttons in the panel; a request dies with its process. */
export class SimPeople {
  readonly presses: Pressed[] = [];
  /** Shop and reference of the deliveries that a person wanted cancelled. */
  readonly cancelled = new Set<string>();
  readonly #world: SimWorld;

  constructor(world: SimWorld) {
    this.#world = world;
  }

  press(shop: ShopDomain, orderId: OrderId, body: SendBody): void {
    const world = this.#world;
    const process = world.anyProcess();
    if (!process) return;
    world.log(`${process.name} press ${orderId} ${body.mode}`);
    const pressed: Pressed = { key: `${shop}/${orderId}`, answer: 'none' };
    this.presses.push(pressed);
    sendOrder(world.portsOf(process), world.shops.record(shop), { orderId, actor: 'person', body }).then(
      ({ kind }) => {
        pressed.answer = kind;
        world.log(`${process.name} pressed ${kind}`);
      },
      () => world.log(`${process.name} press failed`),
    );
  }

  /** Calls off the first delivery that is booked. */
  cancel(shop: ShopDomain, orderId: OrderId): void {
    const world = this.#world;
    const process = world.anyProcess();
    const booked = [...world.orders.stored(shop, orderId).deliveries.values()].find(({ state }) => state === 'placed');
    if (!process || !booked) return;
    const { orderReference } = booked;
    this.cancelled.add(`${shop} ${orderReference}`);
    const press = { orderId, orderReference, actor: 'person' };
    cancelDelivery(world.portsOf(process), world.shops.record(shop), press).then(
      ({ kind }) => world.log(`${process.name} cancel ${orderReference} ${kind}`),
      () => world.log(`${process.name} cancel failed`),
    );
  }
}
