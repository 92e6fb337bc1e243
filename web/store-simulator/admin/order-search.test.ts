import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderKinds } from '../catalogue/order-kinds.ts';
import { type RunningStore, runStore, shop } from '../testing/running-store.ts';

let running: RunningStore;
beforeAll(async () => {
  running = await runStore();
  running.store.addOrder(shop, orderKinds.unpaid({ note: 'Booked (D-7), <b>soon</b>' }));
  running.store.addOrder(shop, orderKinds.noPhone({ tags: ['vip'] }));
  running.store.setOutsideLink({ label: 'The board', url: '/b', oneUrl: '/b?one={id}', id: 'D-\\d+' });
});
afterAll(() => running.close());

const page = async (path: string) => {
  const answer = await fetch(running.store.url + path);
  return { where: new URL(answer.url).pathname, text: await answer.text() };
};
const list = '/store/demo-shop/orders';

test.each([
  ['d-7', 1001],
  ['van der merwe', 1002],
  ['VIP', 1002],
  ['#1002', 1002],
])('a search for %s that finds one order leads to it', async (search, number) => {
  const { id } = running.store.order(shop, number);
  expect((await page(`/admin/orders?query=${encodeURIComponent(search)}`)).where).toBe(`${list}/${id}`);
});

test('a search that finds several lists them, and one that finds none says so', async () => {
  const several = await page(`${list}?query=%23100`);
  expect([several.where, several.text.match(/data-row=/g)?.length]).toEqual([list, 2]);
  const none = await page(`${list}?query=%3Ci%3E`);
  expect(none.text).toContain('No order mentions “&lt;i&gt;”');
});

test('an id in a note leads outside, what else stands there is text', async () => {
  const { text } = await page(`${list}/${running.store.order(shop, 1001).id}`);
  expect(text).toContain('Booked (<a href="/b?one=D-7">D-7</a>), &lt;b&gt;soon&lt;/b&gt;');
  expect(text).toContain('<a href="/b">The board</a>');
});
