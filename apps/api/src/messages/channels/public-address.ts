import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/** The name of a mail server has no address. */
export class UnknownHost extends Error {
  override readonly name = 'UnknownHost';
}

/** The address of a mail server is inside the network of this server. */
export class PrivateHost extends Error {
  override readonly name = 'PrivateHost';
}

/** Address ranges that are not of the internet. Source: IANA special-purpose address registries. */
const special4 = new BlockList();
// A separate list: `BlockList` compares IPv4 addresses with IPv6 ranges as mapped ones.
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
// Of IPv6 only 2000::/3 is of the internet; Teredo, documentation and 6to4 are parts of it that carry other addresses.
for (const [network, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  special6.addSubnet(network, bits, 'ipv6');

/** Whether an IP address can be of another machine on the internet. */
export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special4.check(address, 'ipv4');
  return family === 6 && !special6.check(address, 'ipv6');
}

/**
 * Address to connect to. It is resolved once and connected to as it is: a second resolution could give another address.
 *
 * @throws UnknownHost, PrivateHost
 */
export async function addressToConnect(host: string, isPrivateAllowed: boolean): Promise<string> {
  const name = isIP(host) === 0 ? domainToASCII(host) : host;
  const found = await lookup(name, { all: true }).catch((cause: unknown) => {
    throw new UnknownHost(`no address of ${host}`, { cause });
  });
  const [first] = found;
  if (first === undefined) throw new UnknownHost(`no address of ${host}`);
  if (!isPrivateAllowed && !found.every(({ address }) => isPublic(address)))
    throw new PrivateHost(`${host} is not on the internet`);
  return first.address;
}
