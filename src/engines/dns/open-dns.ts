import { Resolver } from 'node:dns/promises';
import type { Dns } from './dns.ts';

interface DnsOptions {
  readonly timeoutMs: number;
  /** Addresses with ports; those of the machine unless a test names its own. */
  readonly servers?: readonly string[];
}

const TRIES = 2;

export function openDns({ timeoutMs, servers }: DnsOptions): Dns {
  return {
    async readTxt(name) {
      // A new resolver per lookup, so that changed system servers apply immediately.
      const resolver = new Resolver({ timeout: timeoutMs / TRIES, tries: TRIES });
      if (servers !== undefined) resolver.setServers(servers);
      try {
        const records = await resolver.resolveTxt(name);
        return { kind: 'found', records: records.map((parts) => parts.join('')) };
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        return { kind: code === 'ENOTFOUND' || code === 'ENODATA' ? 'none' : 'failed' };
      }
    },
  };
}
