import { BlockList, isIP } from 'node:net';

/** Special-purpose ranges (IANA registries): nothing on the public internet. */
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
/** Lists of their own: in one list, `::/3` would take every IPv4 address for its mapped form. */
function blockList(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

const PRIVATE_V4 = blockList(V4, 'ipv4');
const PRIVATE_V6 = blockList(V6, 'ipv6');
/** How a network without IPv4 writes IPv4 addresses (RFC 6052): what the one inside is, such an address is. */
const NAT64 = blockList(['64:ff9b::/96'], 'ipv6');
const PRIVATE_IN_NAT64 = blockList(V4.map(translated), 'ipv6');

/** Whether an IP address is not one of the public internet; true for what is no address. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) {
    return true;
  }
  if (family === 4) {
    return PRIVATE_V4.check(address, 'ipv4');
  }
  return (NAT64.check(address, 'ipv6') ? PRIVATE_IN_NAT64 : PRIVATE_V6).check(address, 'ipv6');
}

function translated(range: string): string {
  const [address, prefix] = range.split('/');
  return `64:ff9b::${address}/${96 + Number(prefix)}`;
}
