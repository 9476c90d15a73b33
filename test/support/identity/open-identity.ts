/** What the identity room works with, on a metadata store, with a name server on this machine. */
import type { TestContext } from 'node:test';
import { silentLog } from '../../../src/base/log.ts';
import { openDns } from '../../../src/engines/dns/open-dns.ts';
import type { DomainNeeds } from '../../../src/guard/identity/identity-needs.ts';
import type { AccessUnderTest } from '../open-access.ts';
import { startDns } from './start-dns.ts';

export async function openIdentity(t: TestContext, access: AccessUnderTest) {
  const { metadata, clock, needs: room } = access;
  const dns = await startDns(t);
  const needs: DomainNeeds = {
    metadata,
    clock,
    log: silentLog,
    dns: openDns({ timeoutMs: 2_000, servers: [dns.server] }),
    access: room,
  };
  return { dns, needs };
}
