import { isIPv4, isIPv6 } from 'node:net';

/**
 * Returns the network that limits count by: an IPv4 address, or the /64 of an IPv6 address, because a subscriber usually gets a /64.
 * IPv4-mapped IPv6 counts as IPv4. Returns `unknown` for other text.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return 'unknown';
  const [head = '', tail] = bare.split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

const groupsOf = (part: string) =>
  part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [normal(group)]));

const normal = (group: string) => Number.parseInt(group, 16).toString(16);
