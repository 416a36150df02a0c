import { isIPv6 } from 'node:net';

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The first four groups of an IPv6 address, without leading zeros. */
function prefixOf(address: string): string {
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const [before, after] = [groups(head), groups(tail ?? '')];
  const width = (part: readonly string[]) =>
    part.reduce((sum, group) => sum + (group.includes('.') ? 2 : 1), 0);
  const zeros = tail === undefined ? 0 : 8 - width(before) - width(after);
  const all = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * The key of limits by address: an IPv4 address, or the /64 prefix of an IPv6 one, which belongs to one customer (RFC
 * 6177). IPv4-mapped IPv6 addresses are IPv4.
 */
export function networkOf(address: string): string {
  const four = mapped.exec(address)?.[1];
  if (four !== undefined) return four;
  return isIPv6(address) ? `${prefixOf(address)}::/64` : address;
}
