import { BlockList, isIP } from 'node:net';

/** Special-purpose ranges (IANA registries): nothing on the public internet. */
const PRIVATE = new BlockList();
const V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Everything but 2000::/3 is not global unicast; of that, tunnels and documentation are not either. */
const V6 = ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
for (const [ranges, family] of [[V4, 'ipv4'] as const, [V6, 'ipv6'] as const]) {
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    PRIVATE.addSubnet(address, Number(prefix), family);
  }
}

/** Whether an IP address is not one of the public internet; true for what is no address. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family === 0 || PRIVATE.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
