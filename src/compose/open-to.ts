import { openOutbound } from '../engines/outbound/open-outbound.ts';
import type { Outbound, OutboundAllowance } from '../engines/outbound/outbound.ts';

/** Outbound access to an address set by the operator: any host it resolves to, also over plain http. */
export function openTo(
  endpoint: string,
  allowed: OutboundAllowance = { networks: [], hosts: [] },
): Outbound {
  return openOutbound({ ...allowed, hosts: [...allowed.hosts, hostOf(endpoint)] });
}

/** A name, or an address without brackets. */
export function hostOf(endpoint: string): string {
  return new URL(endpoint).hostname.replace(/^\[|\]$/g, '');
}
