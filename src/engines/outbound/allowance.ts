import { BlockList, isIPv4 } from 'node:net';
import { isPublicAddress, readAddress } from '../../base/addresses.ts';
import { LIMITS } from '../../spec/limits.ts';
import { type OutboundAllowance, OutboundError } from './outbound.ts';

/** What may be called: public addresses over https, and what the operator has opened. */
export interface Allowance {
  readonly hasNetworks: boolean;
  hasHost(host: string): boolean;
  hasAddress(address: string): boolean;
  /** Throws unless every one of the addresses may be called this way. */
  checkAddresses(
    target: { readonly host: string; readonly isSecure: boolean; readonly port: number },
    addresses: readonly string[],
  ): void;
}

export function createAllowance({ networks, hosts }: OutboundAllowance): Allowance {
  const opened = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) opened.addAddress(address, family);
    else opened.addSubnet(address, Number(bits), family);
  }
  const names = new Set(hosts);

  function hasAddress(text: string): boolean {
    const address = readAddress(text);
    return address !== undefined && opened.check(address.text, address.family);
  }

  return {
    hasNetworks: networks.length > 0,
    hasHost: (host) => names.has(host),
    hasAddress,
    checkAddresses({ host, isSecure, port }, addresses) {
      if (names.has(host)) return;
      // One internal address is enough to refuse, since it is unknown which one would be dialled.
      for (const address of addresses) {
        if (hasAddress(address)) continue;
        if (!isPublicAddress(address)) throw new OutboundError('address_refused');
        if (!isSecure) throw new OutboundError('scheme_refused');
        if (port !== 443 && port < LIMITS.outbound.portMin) throw new OutboundError('port_refused');
      }
    },
  };
}
