import { lookup } from 'node:dns/promises';
import { createAllowance } from './allowance.ts';
import type { Outbound, OutboundAllowance } from './outbound.ts';
import { readTarget } from './read-target.ts';
import { sendRequest, type Resolve } from './send-request.ts';

export interface OutboundOptions {
  /** Resolves a name to its addresses. Provided only by tests. */
  readonly resolve?: Resolve;
  /** Additional trusted certificates. Provided only by tests. */
  readonly ca?: string;
}

export function openOutbound(allowed: OutboundAllowance, options: OutboundOptions = {}): Outbound {
  const allowance = createAllowance(allowed);
  const line = { allowance, resolve: options.resolve ?? resolveByMachine, ca: options.ca };
  return {
    check: (url) => void readTarget(url, allowance),
    send: (request) => sendRequest(line, request),
  };
}

async function resolveByMachine(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
