import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startCannedShopify } from './canned-shopify.ts';

const head = 'POST /admin/api/graphql.json HTTP/1.1\r\nHost: store\r\nX-Shopify-Shop-Domain: a.myshopify.com\r\n';

test.each([
  ['with a length', `${head}Content-Length: 400\r\n\r\n{"query":`],
  ['with a length, before its body', `${head}Content-Length: 400\r\n\r\n`],
  ['in chunks', `${head}Transfer-Encoding: chunked\r\n\r\n9\r\n{"query":\r\n`],
  ['without a body', `${head}Content-Length: 0\r\n\r\n`],
])('answers whoever asks next where a request %s is cut short', async (_name, sent) => {
  const shopify = await startCannedShopify();
  onTestFinished(() => shopify.close());
  const { port } = new URL(shopify.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(sent, () => socket.destroy());
  await once(socket, 'close');
  const answer = await fetch(`${shopify.url}/admin/api/graphql.json`, {
    method: 'POST',
    headers: { 'x-shopify-shop-domain': 'a.myshopify.com' },
    body: JSON.stringify({ query: 'query ReadShop { shop { id } }', variables: {} }),
  });
  expect(await answer.json()).toMatchObject({ data: { shop: { name: 'a.myshopify.com' } } });
});
