/** Addresses of the network as callers come with them: IPv4, IPv6, and IPv4 inside of IPv6. */
export type NetworkAddress =
  | { readonly family: 'ipv4'; readonly text: string }
  | { readonly family: 'ipv6'; readonly text: string; readonly groups: readonly number[] };

/**
 * Parses an IP address; undefined if it is invalid. An IPv4 address received over an IPv6 socket is returned as IPv4,
 * and the zone after `%` is ignored.
 */
export function readAddress(text: string): NetworkAddress | undefined {
  const address = text.split('%', 1)[0] ?? '';
  if (isIPv4(address)) return { family: 'ipv4', text: address };
  const groups = groupsOf(address);
  if (groups === undefined) return undefined;
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return { family: 'ipv6', text: groups.map(hex).join(':'), groups };
  const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
  return { family: 'ipv4', text: bytes.join('.') };
}

/**
 * The network that counts as one caller: an IPv4 address, or an IPv6 /64, which providers assign to one customer, who
 * could otherwise use a new address for each request.
 */
export function callerNetwork(text: string): string {
  const address = readAddress(text);
  if (address === undefined) return text;
  if (address.family === 'ipv4') return address.text;
  return `${address.groups.slice(0, 4).map(hex).join(':')}::/64`;
}

/**
 * Whether an address is publicly reachable. Defined as an allowlist, so that a forgotten network is not public. IPv4
 * embedded in IPv6 in any form counts as not public, because nobody needs to write it that way.
 */
export function isPublicAddress(text: string): boolean {
  const address = text.includes('%') ? undefined : readAddress(text);
  if (address === undefined) return false;
  if (address.family === 'ipv4') return !text.includes(':') && isPublicIPv4(address.text);
  const [first = 0, second = 0] = address.groups;
  // Of all IPv6, 2000::/3 is given out; within it some networks are for other purposes.
  const isGivenOut = first >= 0x2000 && first <= 0x3fff;
  const isProtocol = first === 0x2001 && second < 0x0200;
  const isExample =
    (first === 0x2001 && second === 0x0db8) || (first === 0x3fff && second < 0x1000);
  const is6to4 = first === 0x2002;
  return isGivenOut && !isProtocol && !isExample && !is6to4;
}

/** First and last addresses of IPv4 without the special-purpose networks. */
const PUBLIC_IPV4 = [
  ['1.0.0.0', '9.255.255.255'],
  ['11.0.0.0', '100.63.255.255'],
  ['100.128.0.0', '126.255.255.255'],
  ['128.0.0.0', '169.253.255.255'],
  ['169.255.0.0', '172.15.255.255'],
  ['172.32.0.0', '191.255.255.255'],
  ['192.0.1.0', '192.0.1.255'],
  ['192.0.3.0', '192.31.195.255'],
  ['192.31.197.0', '192.52.192.255'],
  ['192.52.194.0', '192.88.98.255'],
  ['192.88.100.0', '192.167.255.255'],
  ['192.169.0.0', '192.175.47.255'],
  ['192.175.49.0', '198.17.255.255'],
  ['198.20.0.0', '198.51.99.255'],
  ['198.51.101.0', '203.0.112.255'],
  ['203.0.114.0', '223.255.255.255'],
].map(([first = '', last = '']) => [numberOf(first), numberOf(last)] as const);

function isPublicIPv4(text: string): boolean {
  const number = numberOf(text);
  return PUBLIC_IPV4.some(([first, last]) => number >= first && number <= last);
}

function numberOf(text: string): number {
  return text.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

function isIPv4(text: string): boolean {
  const parts = text.split('.');
  return (
    parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && +part < 256)
  );
}

/** The eight groups of an IPv6 address. Validation and normalization are left to the runtime's parser. */
function groupsOf(text: string): readonly number[] | undefined {
  if (!/^[0-9a-f:.]{2,45}$/i.test(text)) return undefined;
  const host = URL.parse(`http://[${text}]`)?.hostname.slice(1, -1);
  if (host === undefined) return undefined;
  const [front = [], back = []] = host.split('::').map((half) => half.split(':').filter(Boolean));
  const missing = Array.from({ length: 8 - front.length - back.length }, () => '0');
  return [...front, ...missing, ...back].map((group) => Number.parseInt(group, 16));
}

function hex(group: number): string {
  return group.toString(16);
}
