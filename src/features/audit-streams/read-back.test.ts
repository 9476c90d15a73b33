/** Entries that have left the metadata store are read back from the engine that has them, byte for byte. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccess } from '../../../test/support/open-access.ts';
import { onBothEngines } from '../../../test/support/search/on-both-engines.ts';
import { openSearch } from '../../../test/support/search-under-test.ts';
import { startStreams } from '../../../test/support/start-streams.ts';
import { DAY_MS, HOUR_MS } from '../../spec/units.ts';
import { replayStream } from './manage-streams.ts';

onBothEngines((engine) => {
  test('a stream repeats what only the store has', async (t) => {
    const access = await openAccess(t);
    await using search = await openSearch({ engine, now: access.clock.now() });
    const streams = await startStreams(t, access, search.store);
    const { needs, receiver, record, ship, send, verify, shipped, bodies } = streams;
    const { id: organization, owner } = await access.newOrganization();
    const stranger = await access.newOrganization();
    await record(stranger.owner.actor, 3);
    await record(owner.actor, 230);
    await ship();
    const { id } = await streams.create(owner.actor, { name: 'SIEM', url: receiver.url, from: 1 });
    await ship();
    await send();
    const before = receiver.calls.map(({ headers, body }) => [headers['webhook-id'], body]);
    const last = bodies().at(-1)?.to ?? 0;
    receiver.calls.length = 0;
    // Twice, as a node leaves them that dies after the queue has them.
    await search.insert(shipped);
    await search.insert(shipped.slice(0, 40));
    await access.metadata.db.deleteFrom('audit_entries').execute();
    access.clock.advance(60_000);

    await replayStream(needs, owner.actor, id, { from: 1, to: last });
    await ship();
    await send();
    const repeated = receiver.calls.slice(0, before.length);
    await search.insert(shipped.slice(-1));
    const chain = await verify(organization);

    assert.ok(last > 200, `${last} entries`);
    assert.deepEqual(
      repeated.map(({ headers, body }) => [headers['webhook-id'], body]).slice(0, 2),
      before.slice(0, 2),
    );
    const numbers = repeated.flatMap(({ body }) =>
      (JSON.parse(body) as { entries: { seq: number }[] }).entries.map(({ seq }) => seq),
    );
    assert.deepEqual(
      numbers.slice(0, last),
      Array.from({ length: last }, (_, i) => i + 1),
    );
    assert.deepEqual([chain.verified?.from, chain.verified?.problem], [1, null]);
  });

  test('entries older than a week are sent from the store, once the metadata has dropped them', async (t) => {
    const access = await openAccess(t);
    const now = access.clock.now();
    await using search = await openSearch({ engine, now });
    const streams = await startStreams(t, access, search.store);
    const { receiver, record, ship, send, tidy, shipped, bodies } = streams;
    const { owner } = await access.newOrganization();
    await record(owner.actor, 120);
    await ship();
    await search.insert(shipped);
    access.clock.advance(8 * DAY_MS);
    await tidy();
    const kept = await access.metadata.db.selectFrom('audit_entries').select('seq').execute();

    await streams.create(owner.actor, { name: 'SIEM', url: receiver.url, from: 1 });
    await ship();
    await send();

    assert.deepEqual(kept, []);
    const entries = bodies().flatMap((body) => body.entries);
    assert.deepEqual(
      entries.map(({ seq }) => seq),
      Array.from({ length: 121 }, (_, i) => i + 1),
    );
    assert.equal(entries[0]?.['timestamp'], new Date(now).toISOString());
    // Entries of one moment have no order among themselves but their numbers.
    assert.deepEqual(
      new Set(entries.slice(0, 120).map((entry) => entry['resource'])),
      new Set(Array.from({ length: 120 }, (_, i) => `run-${i}`)),
    );
  });

  test('a clock that was set back takes nothing from the chain', async (t) => {
    const access = await openAccess(t);
    await using search = await openSearch({ engine, now: access.clock.now() });
    const streams = await startStreams(t, access, search.store);
    const { needs, receiver, record, ship, send, verify, shipped, bodies } = streams;
    const { id: organization, owner } = await access.newOrganization();
    for (const step of [-2 * HOUR_MS, 2 * HOUR_MS, -HOUR_MS]) {
      access.clock.advance(step);
      await record(owner.actor, 5);
      await ship();
    }
    await search.insert(shipped);
    await access.metadata.db.deleteFrom('audit_entries').execute();

    const { verified } = await verify(organization);
    await streams.create(owner.actor, { name: 'SIEM', url: receiver.url, from: 1 });
    await ship();
    await send();

    assert.deepEqual([verified?.from, verified?.to, verified?.problem], [1, 15, null]);
    const numbers = bodies().flatMap(({ entries }) => entries.map(({ seq }) => seq));
    assert.deepEqual(
      numbers,
      Array.from({ length: 16 }, (_, i) => i + 1),
    );
    assert.equal(needs.clock, access.clock);
  });
});
