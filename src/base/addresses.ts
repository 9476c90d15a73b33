/** Addresses of the network as callers come with them: IPv4, IPv6, and IPv4 inside of IPv6. */
export type NetworkAddress =
  | { readonly family: 'ipv4'; readonly text: string }
  | { readonly family: 'ipv6'; readonly text: string; readonly groups: readonly number[] };

/**
 * Reads an address; undefined when it is none. An IPv4 address that came in over an IPv6 socket is still
 * the IPv4 address, and the interface behind a `%` is no part of it.
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
 * What counts as one caller: an IPv4 address, or the 64 bits of IPv6 that a provider hands to one
 * customer, who could otherwise come with a new address every time.
 */
export function callerNetwork(text: string): string {
  const address = readAddress(text);
  if (address === undefined) return text;
  if (address.family === 'ipv4') return address.text;
  return `${address.groups.slice(0, 4).map(hex).join(':')}::/64`;
}

function isIPv4(text: string): boolean {
  const parts = text.split('.');
  return (
    parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && +part < 256)
  );
}

/** The eight groups of an IPv6 address. The platform's own reader decides what is one, and shortens it. */
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
