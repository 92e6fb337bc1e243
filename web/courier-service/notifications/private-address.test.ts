import { expect, test } from 'vitest';
import { isPrivateAddress } from './private-address.ts';

test.each([
  '127.0.0.1',
  '10.0.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:8.8.8.8',
  'fe80::1',
  'fc00::1',
  'ff02::1',
  '2001:db8::1',
  '2002:a00:1::',
  '64:ff9b::a00:1',
  '64:ff9b::169.254.169.254',
  '64:ff9b::1',
  '64:ff9b:1::808:808',
  'not an address',
  '',
])('%j is not public', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  '8.8.8.8',
  '196.25.1.1',
  '172.32.0.1',
  '2606:4700::1111',
  '2c0f:f248::1',
  '64:ff9b::808:808',
  '64:ff9b::1.1.1.1',
  '64:ff9b:0:0:0:0:101:0',
])('%s is public', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});
