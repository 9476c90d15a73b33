import { BlockList } from 'node:net';
import { readAddress } from '../../../base/addresses.ts';

/** One list per address family, which never match addresses of the other. */
export interface Networks {
  readonly ipv4: BlockList;
  readonly ipv6: BlockList;
}

/** Networks as `10.0.0.0/8`, `2001:db8::/32` or a single address; undefined for an empty list. */
export function readNetworks(networks: readonly string[]): Networks | undefined {
  if (networks.length === 0) return undefined;
  const lists: Networks = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const text of networks) {
    const network = readNetwork(text);
    if (network === undefined) continue;
    lists[network.family].addSubnet(network.address, network.bits, network.family);
  }
  return lists;
}

interface Network {
  readonly family: 'ipv4' | 'ipv6';
  readonly address: string;
  readonly bits: number;
}

const BITS = { ipv4: 32, ipv6: 128 } as const;

/** Undefined when the text is neither an address nor a network. */
export function readNetwork(text: string): Network | undefined {
  const [written = '', bitsText, ...rest] = text.split('/');
  const address = readAddress(written);
  if (address === undefined || rest.length > 0 || written.includes('%')) return undefined;
  // The bits of an IPv4 network that is written as IPv6 count from the front of the IPv6 address.
  const shift = address.family === 'ipv4' && written.includes(':') ? BITS.ipv6 - BITS.ipv4 : 0;
  if (bitsText !== undefined && !/^(0|[1-9]\d{0,2})$/.test(bitsText)) return undefined;
  const bits = bitsText === undefined ? BITS[address.family] : Number(bitsText) - shift;
  if (bits < 0 || bits > BITS[address.family]) return undefined;
  return { family: address.family, address: address.text, bits };
}

/** What cannot be read as an address is on no list. */
export function isAllowedAddress(networks: Networks | undefined, text: string): boolean {
  if (networks === undefined) return true;
  const address = readAddress(text);
  return address !== undefined && networks[address.family].check(address.text, address.family);
}
