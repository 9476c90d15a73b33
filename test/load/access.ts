/**
 * What letting a caller in costs: an API key and an access token on a warm cache, an unknown key with a wrong
 * checksum, and on PostgreSQL the time until a second node refuses a revoked key. Prints figures and
 * asserts nothing; the bars are 10 µs for a key and 100 ms for the second node.
 *
 *   node --test test/load/access.ts
 */
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { EndpointConfig } from '../../src/contract/endpoint.ts';
import { openPostgres } from '../../src/engines/metadata/postgres/open-postgres.ts';
import { createAuthenticate } from '../../src/guard/access/create-guard.ts';
import { createAccessToken } from '../../src/guard/access/credentials/access-tokens.ts';
import { createApiKey } from '../../src/guard/access/credentials/create-api-key.ts';
import { findCredential } from '../../src/guard/access/credentials/find-credential.ts';
import { revokeApiKey } from '../../src/guard/access/credentials/revoke-api-key.ts';
import { createUseNotes } from '../../src/guard/access/note-use.ts';
import type { Request } from '../../src/http/gate.ts';
import { accessOn, openAccess, PUBLIC_ORIGIN } from '../support/open-access.ts';
import { startPostgres } from '../support/metadata/start-postgres.ts';
import { inShort } from './bench-size.ts';

const SAMPLES = inShort(1_000, 10);
const ROUNDS = 100;
const KEYS = inShort(200, 3);
const config: EndpointConfig = { permission: 'logs:read', rate: 'none', body: 'none' };

test('the price of a caller who is known already', async (t) => {
  const access = await openAccess(t);
  const { owner } = await access.newOrganization();
  const { metadata, cache, needs } = access;
  const key = await createApiKey(needs, owner.actor, { name: 'k', scope: 'read-only' });
  const draft = { name: 't', scopes: ['search:read' as const] };
  const token = await createAccessToken(needs, owner.actor, draft);
  const authenticate = createAuthenticate({
    metadata,
    cache,
    clock: systemClock,
    publicOrigin: () => PUBLIC_ORIGIN,
    readSession: async () => undefined,
    emailOf: async () => owner.email,
    noteUse: createUseNotes({ metadata, clock: systemClock, log: silentLog }),
  });
  const broken = `${key.value.slice(0, -1)}${key.value.endsWith('0') ? '1' : '0'}`;

  for (const [name, value] of [
    ['API key', key.value],
    ['access token', token.value],
    ['wrong checksum', broken],
  ] as const) {
    const request = requestWith(value);
    await measure(t, name, async () => {
      try {
        const caller = authenticate(request, config);
        if (caller instanceof Promise) await caller;
      } catch {
        // Refused, as it should be.
      }
    });
  }
});

/** The median of many short runs: what else the machine does falls into few of them. */
async function measure(t: TestContext, name: string, run: () => Promise<void>): Promise<void> {
  const perRun: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    await turn();
    const started = performance.now();
    for (let round = 0; round < ROUNDS; round++) await run();
    perRun.push(((performance.now() - started) * 1_000) / ROUNDS);
  }
  perRun.sort((one, other) => one - other);
  const [best, median] = [perRun[0] ?? 0, perRun[SAMPLES / 2] ?? 0];
  t.diagnostic(`${name}: ${median.toFixed(2)} µs (median), ${best.toFixed(2)} µs (best)`);
}

function requestWith(value: string): Request {
  const headers = { authorization: `Bearer ${value}`, 'user-agent': 'vector/0.40' };
  return { headers, ip: '192.0.2.1', method: 'POST' } as unknown as Request;
}

test('the time until a second node refuses a revoked key', async (t) => {
  const database = await startPostgres(t);
  if (database === undefined) return;
  const open = async () => {
    const metadata = await openPostgres({ clock: systemClock, log: silentLog }, database.url);
    t.after(() => metadata[Symbol.asyncDispose]());
    return accessOn(t, metadata);
  };
  const [here, there] = [await open(), await open()];
  const { owner } = await here.newOrganization('enterprise');
  const delays: number[] = [];
  for (let round = 0; round < KEYS; round++) {
    const key = await createApiKey(here.needs, owner.actor, { name: 'k', scope: 'read-only' });
    await findCredential(there.needs, key.value);
    await revokeApiKey(here.needs, owner.actor, key.id);
    const started = performance.now();
    while (await isTaken(() => findCredential(there.needs, key.value))) await turn();
    delays.push(performance.now() - started);
  }
  delays.sort((a, b) => a - b);
  const at = (part: number): string => (delays[Math.floor(delays.length * part)] ?? 0).toFixed(2);
  t.diagnostic(
    `after the answer: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${delays.at(-1)?.toFixed(2)} ms`,
  );
});

async function isTaken(ask: () => unknown): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch {
    return false;
  }
}
