import { expect, test } from 'vitest';
import { baseUrlProblem, mayDial } from './base-url.ts';
import { createConnector } from './connector.ts';

test.each([
  'https://api.example.com',
  'https://api.example.com:8443/prefix/',
  'http://127.0.0.1:3000',
  'http://localhost:3000',
  'http://[::1]:3000',
  'https://1.1.1.1',
])('accepts %s', (url) => {
  expect(baseUrlProblem(url)).toBeNull();
});

test.each([
  'api.example.com',
  'http://api.example.com',
  'ftp://127.0.0.1',
  'file:///etc/passwd',
  'https://user:pass@api.example.com',
  'https://api.example.com/?a=1',
  'https://api.example.com/#a',
  'https://10.0.0.1',
  'https://169.254.169.254',
  'https://[fd00::1]',
  'https://[::ffff:10.0.0.1]',
  'http://127.0.0.1.example.com',
  'http://0.0.0.0',
])('refuses %s', (url) => {
  expect(baseUrlProblem(url)).toEqual(expect.any(String));
});

test.each<[string, boolean, boolean]>([
  ['1.1.1.1', true, false],
  ['2606:4700::1111', true, false],
  ['127.0.0.1', false, true],
  ['127.9.9.9', false, true],
  ['::1', false, true],
  ['::ffff:127.0.0.1', false, true],
  ['0.0.0.0', false, false],
  ['10.1.2.3', false, false],
  ['172.16.0.1', false, false],
  ['172.32.0.1', true, false],
  ['192.168.1.1', false, false],
  ['169.254.169.254', false, false],
  ['100.64.0.1', false, false],
  ['224.0.0.1', false, false],
  ['255.255.255.255', false, false],
  ['::', false, false],
  ['::ffff:8.8.8.8', false, false],
  ['fe80::1', false, false],
  ['fc00::1', false, false],
  ['2002:7f00:1::', false, false],
  ['64:ff9b::7f00:1', false, false],
  ['64:ff9b::a01:203', false, false],
  ['64:ff9b::1', false, false],
  ['64:ff9b::808:808', true, false],
  ['64:ff9b::1.1.1.1', true, false],
  ['64:ff9b:0:0:0:0:101:0', true, false],
  ['64:ff9b:1::808:808', false, false],
  ['nonsense', false, false],
])('%s may be dialled: internet %s, loopback %s', (address, fromInternet, fromLoopback) => {
  expect(mayDial(address, false)).toBe(fromInternet);
  expect(mayDial(address, true)).toBe(fromLoopback);
});

test('a public service whose name leads to this machine is not dialled', async () => {
  const connect = createConnector(new URL('https://api.example.com'), 1000);
  const options = { hostname: 'localhost', host: 'localhost', protocol: 'http:', port: '9' };
  const error = await new Promise((resolve) => connect(options, (...[failure]) => resolve(failure)));
  expect(error).toMatchObject({ code: 'FORBIDDEN_ADDRESS' });
});
