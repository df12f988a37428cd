import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';

/** Error: the host name cannot be resolved. */
export class UnknownHost extends Error {
  override readonly name = 'UnknownHost';
}

/** Error: an IP address of the host is not public. */
export class PrivateHost extends Error {
  override readonly name = 'PrivateHost';
}

/** Returns all addresses of a host. */
export type ResolveHost = (host: string) => Promise<LookupAddress[]>;

const resolveBySystem: ResolveHost = (host) => lookup(host, { all: true });

/** The only range of IPv6 with public addresses. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Returns whether an IP address is public. IPv6 addresses that contain an IPv4 address are not. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6));
}

/**
 * Resolves a host to all its addresses. The caller must connect to one of them, because a second resolution could return a private one (DNS
 * rebinding).
 *
 * @throws UnknownHost, PrivateHost when one of the addresses is private.
 */
export async function addressesToConnect(
  host: string,
  isPrivateAllowed: boolean,
  resolve: ResolveHost = resolveBySystem,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const family = isIP(host);
  const addresses =
    family === 0
      ? await resolve(domainToASCII(host)).catch((cause: unknown) => {
          throw new UnknownHost(`The host ${host} has no address.`, { cause });
        })
      : [{ address: host, family }];
  const [first, ...others] = addresses;
  if (first === undefined) throw new UnknownHost(`The host ${host} has no address.`);
  if (!isPrivateAllowed && !addresses.every(({ address }) => isPublic(address)))
    throw new PrivateHost(`The host ${host} is in a private network.`);
  return [first, ...others];
}

/** Resolves a host to the address of the connection, see `addressesToConnect`. */
export async function addressToConnect(host: string, isPrivateAllowed: boolean): Promise<string> {
  const [{ address }] = await addressesToConnect(host, isPrivateAllowed);
  return address;
}
