import { parseArgs } from 'node:util';
import { ensureBuilt } from '#frontend/ensure-built.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { tellLife } from './demo-life.ts';
import { addAwkwardOrders, addDaysOrders, kettleShop } from './demo-shop.ts';
import { extensionBundles } from './extension-bundles.ts';
import { demoShop, type LocalWorld, startLocalWorld } from './local-world.ts';

/**
 * `npm run demo`: the whole local world, one paid order, and its story. `--once` stops after it; `--json` ends with one
 * JSON object on the last line.
 */
const { once, json } = readOptions();

const say = (line = ''): void => {
  process.stdout.write(`${line}\n`);
};

const [extensions] = once ? [[]] : await Promise.all([extensionBundles(), ensureBuilt()]);
const world = await startLocalWorld({ testTwin: true, store: { shops: [kettleShop], extensions } });
const told = await tell(world);
if (once) {
  await world.close();
  if (json) say(JSON.stringify(told));
  process.exit(0);
}
await stayUp(world);

function readOptions() {
  try {
    const flag = { type: 'boolean', default: false } as const;
    return parseArgs({ options: { once: flag, json: flag } }).values;
  } catch {
    process.stderr.write('usage: npm run demo [-- --once [--json]]\n');
    process.exit(2);
  }
}

async function tell(running: LocalWorld) {
  const { store, courier, app, api, orderUntil } = running;
  say('Same-day delivery: a paid order becomes a delivery');
  say();
  say(`  Shopify store      ${store.url}`);
  say(`  Delivery service   ${courier.url}`);
  say(`  The app            ${app.url}`);
  say();
  if (!once) await api('PUT', '/api/settings', { writeBack: { fulfil: 'pickedUp' } });
  const order = store.addOrder(demoShop, orderKinds.unpaid());
  step(
    'order',
    `${order.name} for ${order.shippingAddress?.firstName ?? 'a guest'} in ${order.shippingAddress?.city ?? '?'}`,
  );
  const paidAt = performance.now();
  store.payOrder(demoShop, order.number);
  step('paid', 'the checkout is paid; Shopify sends the webhook orders/paid');
  const placed = await orderUntil(order.id, (view) => view.deliveries[0]?.noteWritten === true, 30_000);
  const paidToNoteMs = Math.round(performance.now() - paidAt);
  const delivery = placed.deliveries[0];
  const { note } = store.order(demoShop, order.number);
  step('delivery', `${delivery?.deliveryId} placed under the reference ${delivery?.orderReference}`);
  step('slot', delivery?.slot?.text ?? 'not given');
  step('note', (note ?? '').split('\n').at(-1) ?? '');
  step('time', `${paidToNoteMs} ms from paid to the note`);
  if (!once) await tellLife(running, placed, step);
  say();
  return {
    order: order.number,
    orderReference: delivery?.orderReference,
    deliveryId: delivery?.deliveryId,
    slot: delivery?.slot ? { start: delivery.slot.start, end: delivery.slot.end } : null,
    note,
    paidToNoteMs,
  };
}

function step(name: string, text: string): void {
  const room = 80 - 14;
  const words = text.split(' ');
  let line = '';
  const lines: string[] = [];
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  for (const [index, part] of lines.entries()) say(`  ${(index === 0 ? name : '').padEnd(10)}  ${part}`);
}

async function stayUp({ store, courier, close }: LocalWorld): Promise<void> {
  for (const number of addDaysOrders(store, 8).slice(0, 5)) store.payOrder(demoShop, number);
  addAwkwardOrders(store);
  say('Open in a browser:');
  say(`  ${store.url}/admin/orders`);
  say('      the shop: mark orders as paid, watch their notes come, open the panel;');
  say('      what is awkward about an order stands beside it');
  say(`  ${courier.url}/`);
  say('      the delivery board: press "Play the day", and drivers collect and deliver;');
  say('      the store and the panel follow');
  say();
  say('Ctrl-C ends everything.');
  say(`ready ${store.url}`);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
  await close();
  process.exit(0);
}
