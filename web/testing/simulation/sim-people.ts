import type { SendBody } from '#api-contract/order.ts';
import { acknowledge } from '#deliveries/actions/acknowledge.ts';
import { cancelDelivery } from '#deliveries/actions/cancel.ts';
import { previewOrder } from '#deliveries/actions/preview.ts';
import { refreshOrder } from '#deliveries/actions/refresh.ts';
import { sendOrder } from '#deliveries/actions/send-again.ts';
import { alarmOf } from '#deliveries/alarm.ts';
import type { Ports } from '#deliveries/ports/ports.ts';
import type { ShopRecord } from '#deliveries/ports/stores.ts';
import { shownOf } from '#deliveries/transitions.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { SimWorld } from './sim-world.ts';

type Named = { shop: ShopDomain; orderReference: string };
type Ask = (ports: Ports, shop: ShopRecord) => Promise<{ kind: string }>;

/** Who presses buttons in the panel; a request dies with its process. */
export class SimPeople {
  /** Shop and reference of the deliveries that a person wanted cancelled. */
  readonly #calledOff = new Set<string>();
  /** How often a process is killed in the middle of a press. */
  deadly = 0;
  readonly #world: SimWorld;

  constructor(world: SimWorld) {
    this.#world = world;
  }

  press(shop: ShopDomain, orderId: OrderId, body: SendBody): void {
    this.#press(shop, orderId, body.mode, (ports, record) =>
      sendOrder(ports, record, { orderId, actor: 'person', body }),
    );
  }

  /** "Send these goods", under the reference that the preview shows for them. */
  sendGoods(shop: ShopDomain, orderId: OrderId): void {
    this.#press(shop, orderId, 'goods', async (ports, record) => {
      const preview = await previewOrder(ports, record, orderId);
      const fresh = preview?.deliveries.find(({ state }) => state === null || state === 'held');
      if (!fresh) return { kind: 'none' };
      const body = { mode: 'goods' as const, newReference: fresh.newReference };
      return sendOrder(ports, record, { orderId, actor: 'person', body });
    });
  }

  /** Calls off a delivery that is booked. */
  cancel(shop: ShopDomain, orderId: OrderId, which: 'first' | 'last' = 'first'): void {
    const booked = this.#deliveries(shop, orderId).filter(({ state }) => state === 'placed');
    const [chosen] = which === 'first' ? booked : booked.toReversed();
    if (!chosen) return;
    const { orderReference } = chosen;
    const press = { orderId, orderReference, actor: 'person' };
    this.#press(shop, orderId, `cancel ${orderReference}`, (ports, record) => {
      this.callOff(chosen);
      return cancelDelivery(ports, record, press);
    });
  }

  /** "Done" on the first alarm, as it stands. */
  acknowledge(shop: ShopDomain, orderId: OrderId): void {
    const alarmed = this.#deliveries(shop, orderId).find((one) => shownOf(one).drift.length > 0);
    const alarm = alarmed && alarmOf(shownOf(alarmed).drift);
    if (!alarm) return;
    const press = { orderId, orderReference: alarmed.orderReference, alarm, actor: 'person' };
    this.#press(shop, orderId, 'done', (ports, record) => acknowledge(ports, record, press));
  }

  refresh(shop: ShopDomain, orderId: OrderId): void {
    this.#press(shop, orderId, 'refresh', (ports, record) => refreshOrder(ports, record, { orderId, actor: 'person' }));
  }

  /** Somebody wants it cancelled. */
  callOff({ shop, orderReference }: Named): void {
    this.#calledOff.add(`${shop} ${orderReference}`);
  }

  calledOff({ shop, orderReference }: Named): boolean {
    return this.#calledOff.has(`${shop} ${orderReference}`);
  }

  #deliveries(shop: ShopDomain, orderId: OrderId) {
    return [...this.#world.orders.stored(shop, orderId).deliveries.values()];
  }

  #press(shop: ShopDomain, orderId: OrderId, what: string, ask: Ask): void {
    const world = this.#world;
    const process = world.runs.anyProcess();
    if (!process) return;
    world.log(`${process.name} press ${orderId} ${what}`);
    if (this.deadly > 0 && world.random.chance(this.deadly)) {
      const diesAt = world.scheduler.now() + world.random.below(1_000);
      world.scheduler.at(diesAt, () => world.runs.kill(process), process);
    }
    const { hidden } = world.shopify;
    const [key, readings] = [`${shop}/${orderId}`, hidden.readings(`${shop}/${orderId}`)];
    const isVain = () => hidden.unread(key, readings);
    process.atDeath.add(isVain);
    const over = (how: string) => {
      process.atDeath.delete(isVain);
      world.log(`${process.name} ${how}`);
    };
    ask(world.portsOf(process), world.shops.record(shop)).then(
      ({ kind }) => {
        over(`pressed ${what} ${kind}`);
        if (kind === 'conflict' || kind === 'problem' || kind === 'none') isVain();
      },
      () => {
        over('press failed');
        isVain();
      },
    );
  }
}
