import { openOutbound } from '../engines/outbound/open-outbound.ts';
import type { Outbound, OutboundAllowance } from '../engines/outbound/outbound.ts';

/** The way out to an address that the operator names: wherever its host leads, over plain http as well. */
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
