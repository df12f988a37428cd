import ipaddr from 'ipaddr.js';

/**
 * Returns the network that limits count by: an IPv4 address, or the /64 of an IPv6 address, because a subscriber usually gets a /64.
 * IPv4-mapped IPv6 counts as IPv4. Returns `unknown` for other text.
 */
export function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
}
