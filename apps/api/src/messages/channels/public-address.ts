import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';

/** Error: the host name of a mail server cannot be resolved. */
export class UnknownHost extends Error {
  override readonly name = 'UnknownHost';
}

/** Error: the IP address of a mail server is not public. */
export class PrivateHost extends Error {
  override readonly name = 'PrivateHost';
}

/** The only range of IPv6 with public addresses. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Returns whether an IP address is public. IPv6 addresses that contain an IPv4 address are not. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6));
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
