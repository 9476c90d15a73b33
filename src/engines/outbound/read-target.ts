import { readAddress } from '../../base/addresses.ts';
import { LIMITS } from '../../spec/limits.ts';
import type { Allowance } from './allowance.ts';
import { OutboundError } from './outbound.ts';

/** An address that may be called, if its name leads where it may. */
export interface Target {
  readonly isSecure: boolean;
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly isLiteral: boolean;
  readonly port: number;
  /** Path and query. */
  readonly path: string;
  /** As in the header of the request. */
  readonly authority: string;
}

const PORTS = { 'https:': 443, 'http:': 80 } as const;

/** Parses an address the way browsers do, so that the check applies to the actual target: 0x7f.1 is 127.0.0.1. */
export function readTarget(text: string, allowance: Allowance): Target {
  const { urlCharactersMax } = LIMITS.outbound;
  const url = text.length <= urlCharactersMax && !/[\s\\]/.test(text) ? URL.parse(text) : null;
  if (url === null) throw new OutboundError('address_invalid');
  const { protocol } = url;
  if (protocol !== 'https:' && protocol !== 'http:') throw new OutboundError('scheme_refused');
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/\/[^/?#]*@/i.test(text)) {
    throw new OutboundError('credentials_refused');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === '') throw new OutboundError('address_invalid');
  const target: Target = {
    isSecure: protocol === 'https:',
    host,
    isLiteral: readAddress(host) !== undefined,
    port: url.port === '' ? PORTS[protocol] : Number(url.port),
    path: `${url.pathname}${url.search}`,
    authority: url.host,
  };
  checkWithoutResolving(target, allowance);
  return target;
}

function checkWithoutResolving(target: Target, allowance: Allowance): void {
  const { host, port, isLiteral, isSecure } = target;
  if (allowance.hasHost(host)) return;
  if (isLiteral) {
    allowance.checkAddresses(target, [host]);
    if (allowance.hasAddress(host)) return;
  } else if (!isSecure && !allowance.hasNetworks) {
    throw new OutboundError('scheme_refused');
  }
  const isUsual = port === PORTS['https:'] || port >= LIMITS.outbound.portMin;
  // Whether a name in an allowed network may use this port is known only after it is resolved.
  if (!isUsual && (isLiteral || !allowance.hasNetworks)) throw new OutboundError('port_refused');
}
