import { BlockList, isIP } from 'node:net';

const forbidden = new BlockList();
/** How a network without IPv4 writes IPv4 addresses (RFC 6052): what the one inside is, such an address is. */
const nat64 = new BlockList();
nat64.addSubnet('64:ff9b::', 96, 'ipv6');
const forbiddenNat64 = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  forbidden.addSubnet(net, prefix, 'ipv4');
  forbiddenNat64.addSubnet(`64:ff9b::${net}`, 96 + prefix, 'ipv6');
}
/** Only 2000::/3 is public; of it, Teredo, documentation and 6to4 (which hides an IPv4 address) are not. */
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');
const forbiddenV6 = new BlockList();
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  forbiddenV6.addSubnet(net, prefix, 'ipv6');
}
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an IP address may be dialled for a service on loopback, or for one on the internet. */
export function mayDial(address: string, onLoopback: boolean): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (onLoopback) return loopback.check(address, family);
  if (version === 4) return !forbidden.check(address, family);
  if (nat64.check(address, family)) return !forbiddenNat64.check(address, family);
  return publicV6.check(address, family) && !forbiddenV6.check(address, family);
}

/** Whether a URL names this machine: `localhost`, 127.0.0.0/8 or [::1]. */
export function isLoopbackUrl(url: URL): boolean {
  const host = hostOf(url);
  return host.endsWith('.localhost') || isLoopback(host);
}

/** Whether a host, as an address writes it, is this machine under a name that no resolver is asked for. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || mayDial(bare, true);
}

/**
 * What is wrong with a service address, in words that follow the variable's name; null where nothing is. https is
 * required outside loopback, and an address literal must be public (names are checked when dialling).
 */
export function baseUrlProblem(text: string): string | null {
  const url = URL.parse(text);
  if (!url) return 'is not a URL';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an https URL';
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or password';
  if (url.search !== '' || url.hash !== '') return 'must have neither query nor fragment';
  if (isLoopbackUrl(url)) return null;
  if (url.protocol !== 'https:') return 'must be an https URL outside loopback';
  const host = hostOf(url);
  return isIP(host) !== 0 && !mayDial(host, false) ? 'is a private address' : null;
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
