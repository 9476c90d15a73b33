import { BlockList, isIP, isIPv6 } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { callerNetwork } from '../../../base/addresses.ts';

/** Returns the client address: that of the socket, or the one forwarded by trusted proxies. */
export function createClientAddress(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  const trusted = new BlockList();
  for (const network of trustedProxies) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string): boolean =>
    isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

  return (request) => {
    let address = plain(request.socket.remoteAddress ?? '');
    const header = request.headers['x-forwarded-for'];
    const forwarded = (typeof header === 'string' ? header : '')
      .split(',')
      .map((part) => part.trim());
    while (isTrusted(address)) {
      const before = forwarded.pop();
      if (before === undefined || isIP(before) === 0) break;
      address = before;
    }
    return callerNetwork(address);
  };
}

function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
