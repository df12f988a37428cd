import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/** Error: the host name of a mail server cannot be resolved. */
export class UnknownHost extends Error {
  override readonly name = 'UnknownHost';
}

/** Error: the IP address of a mail server is not public. */
export class PrivateHost extends Error {
  override readonly name = 'PrivateHost';
}

/** Special-purpose IPv4 ranges. Source: IANA special-purpose address registries. */
const special4 = new BlockList();
// A separate list, because `BlockList` compares IPv4 addresses with IPv6 ranges as IPv4-mapped addresses.
const special6 = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special4.addSubnet(network, bits, 'ipv4');
// Only 2000::/3 is public, without its ranges for Teredo, documentation and 6to4. Teredo and 6to4 addresses contain IPv4 addresses.
for (const [network, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  special6.addSubnet(network, bits, 'ipv6');

/** Returns whether an IP address is public. */
export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special4.check(address, 'ipv4');
  return family === 6 && !special6.check(address, 'ipv6');
}

/**
 * Resolves a host to the address of the connection. The caller must connect to this address, because a second resolution could return a
 * private one (DNS rebinding).
 *
 * @throws UnknownHost, PrivateHost
 */
export async function addressToConnect(host: string, isPrivateAllowed: boolean): Promise<string> {
  const name = isIP(host) === 0 ? domainToASCII(host) : host;
  const addresses = await lookup(name, { all: true }).catch((cause: unknown) => {
    throw new UnknownHost(`The host ${host} has no address.`, { cause });
  });
  const [first] = addresses;
  if (first === undefined) throw new UnknownHost(`The host ${host} has no address.`);
  if (!isPrivateAllowed && !addresses.every(({ address }) => isPublic(address)))
    throw new PrivateHost(`The host ${host} is in a private network.`);
  return first.address;
}
