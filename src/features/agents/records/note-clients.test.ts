/** What a caller that invents names leaves behind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { actorOf, openAccess } from '../../../../test/support/open-access.ts';
import { silentLog } from '../../../base/log.ts';
import { openMemoryCounters } from '../../../engines/counters/memory/open-memory-counters.ts';
import { DAY_MS } from '../../../spec/units.ts';
import type { AgentNeeds } from '../agent-needs.ts';
import { readClients } from './agent-clients-table.ts';
import { createClientNotes } from './note-clients.ts';

const { clientsPerDayMax, clientNotedEveryMs, clientsMax } = LIMITS.agents;

test('a token that invents names has so many entries a day, then a few that count them', async (t) => {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization('business');
  const clock = fakeClock(Date.UTC(2026, 10, 18));
  const writing: Promise<unknown>[] = [];
  const metadata = {
    ...access.metadata,
    transaction: <T>(work: Parameters<typeof access.metadata.transaction<T>>[0]): Promise<T> => {
      const done = access.metadata.transaction(work);
      writing.push(done);
      return done;
    },
  };
  const counters = openMemoryCounters({ clock, limits: LIMITS.counters });
  const needs = { metadata, counters, clock, log: silentLog } as unknown as AgentNeeds;
  const note = createClientNotes(needs);
  const actor = actorOf(id, 'owner', owner);
  /** Details of the entries that these clients leave. */
  const connect = async (credential: string, clients: readonly string[]) => {
    const before = (await access.auditOf(id)).length;
    for (const client of clients) {
      clock.advance(1);
      note(actor, credential, client);
      await new Promise(setImmediate);
      await Promise.all(writing.splice(0));
    }
    const entries = (await access.auditOf(id)).slice(before);
    assert.ok(entries.every(({ resource }) => resource === credential));
    return entries.map(({ details }) => JSON.parse(details) as unknown);
  };
  const names = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `invented ${from + at}`);
  const first = names(0, clientsPerDayMax);

  assert.deepEqual(
    await connect('pat_1', first),
    first.map((client) => ({ client })),
  );
  assert.deepEqual(await connect('pat_1', names(100, 120)), [
    { furtherClients: 1 },
    { furtherClients: 10 },
    { furtherClients: 100 },
  ]);
  assert.deepEqual(await connect('pat_2', ['cursor 1']), [{ client: 'cursor 1' }]);

  // What was recorded today is neither recorded nor counted again, but its last use is kept.
  clock.advance(clientNotedEveryMs);
  const since = clock.now();
  assert.deepEqual(await connect('pat_1', first), []);
  const remembered = await readClients(access.metadata, id, clientsMax);
  assert.equal(remembered.length, clientsPerDayMax + 1);
  const used = remembered.filter(({ last_used_at }) => Number(last_used_at) > since);
  assert.equal(used.length, clientsPerDayMax);

  clock.advance(DAY_MS);
  assert.deepEqual(await connect('pat_1', ['invented 0', 'new']), [
    { client: 'invented 0' },
    { client: 'new' },
  ]);
});
