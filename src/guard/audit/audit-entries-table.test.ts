import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothStores, openAccess } from '../../../test/support/open-access.ts';
import { planOf } from '../../../test/support/metadata/plan-of.ts';
import { openTestMetadata } from '../../../test/support/open-test-metadata.ts';
import { organizationId } from '../../base/ids.ts';
import type { AuditRow } from '../../engines/metadata/tables/audit.ts';
import {
  forgetDelivered,
  forgetOld,
  hasWaitingEntries,
  insertAuditEntry,
  noteDelivered,
  placeEntries,
  readEntriesAfter,
  readEntryIds,
  readUndelivered,
  readWaitingOwners,
} from './audit-entries-table.ts';

function entryOf(id: string, organization: string, recordedAt: number): AuditRow {
  return {
    id,
    organization_id: organization,
    recorded_at: recordedAt,
    actor: 'ada@example.com',
    action: 'log.exported',
    resource: '_audit',
    resource_type: 'log',
    ip_address: '192.0.2.1',
    user_agent: 'test/1',
    details: '{}',
    delivered_at: null,
    seq: null,
    hash: null,
    previous_hash: null,
  };
}

test('entries wait in order until they are delivered, but not behind who is held up', async (t) => {
  const metadata = await openTestMetadata(t);
  const rows = [entryOf('c', 'org_1', 2), entryOf('b', 'org_2', 1), entryOf('a', 'org_1', 2)];
  const waiting = (heldUp: readonly string[] = [], max = 10): Promise<string[]> =>
    readWaitingOwners(metadata, new Set(heldUp), max);

  assert.equal(await hasWaitingEntries(metadata), false);
  await metadata.transaction(async (unit) => {
    for (const row of rows) await insertAuditEntry(unit, row);
  });

  assert.equal(await hasWaitingEntries(metadata), true);
  assert.deepEqual(await waiting(), ['org_2', 'org_1', 'org_1']);
  assert.deepEqual(await waiting([], 2), ['org_2', 'org_1']);
  assert.deepEqual(await waiting(['org_1']), ['org_2']);
  assert.deepEqual(await waiting(['org_1', 'org_2']), []);
  await noteDelivered(metadata, organizationId('org_1'), ['a', 'b'], 7);
  assert.deepEqual(
    await waiting(),
    ['org_2', 'org_1'],
    'nobody marks entries of another organization',
  );
  await noteDelivered(metadata, organizationId('org_1'), ['c'], 8);
  await noteDelivered(metadata, organizationId('org_2'), ['b'], 9);
  assert.equal(await hasWaitingEntries(metadata), false);
});

onBothStores('a full batch gets its places, entries of others do not', async (_, { metadata }) => {
  const [id, other] = [organizationId('org_1'), organizationId('org_2')];
  const names = Array.from({ length: 1_000 }, (_name, i) => `a${String(i).padStart(4, '0')}`);
  const rows = [...names.map((name) => entryOf(name, id, 1)), entryOf('b', other, 1)];
  await metadata.transaction(async (unit) => {
    for (const row of rows) await insertAuditEntry(unit, row);
    const placed = [...names, 'b', 'unknown'].map((name, i) => ({
      id: name,
      // Beyond 32 bits.
      seq: 3_000_000_000 + i,
      hash: `hash of ${name}`,
      previous_hash: `hash before ${name}`,
    }));
    await placeEntries(unit, id, placed);
  });

  const stored = await metadata.db.selectFrom('audit_entries').selectAll().orderBy('id').execute();
  const places = rows.map(({ id: name, organization_id }, i) =>
    organization_id === other
      ? [name, null, null, null]
      : [name, 3_000_000_000 + i, `hash of ${name}`, `hash before ${name}`],
  );
  assert.deepEqual(
    stored.map((row) => [row.id, row.seq, row.hash, row.previous_hash]),
    places,
  );
});

test('what is numbered leaves in the order of its numbers, and costs no look at what has left', async (t) => {
  const metadata = await openTestMetadata(t);
  const organization = organizationId('org_1');
  const rows = [
    { ...entryOf('late', 'org_1', 9), seq: 2 },
    { ...entryOf('early', 'org_1', 1), seq: 3 },
    { ...entryOf('waits', 'org_1', 2), seq: null },
    { ...entryOf('left', 'org_1', 3), seq: 1, delivered_at: 4 },
    { ...entryOf('other', 'org_2', 3), seq: 1 },
  ];
  await metadata.db.insertInto('audit_entries').values(rows).execute();

  const undelivered = await readUndelivered(metadata, organization, 10);
  assert.deepEqual(
    undelivered.map(({ id }) => id),
    ['late', 'early'],
  );

  const plan = await planOf(metadata, (reader) => readUndelivered(reader, organization, 10));
  assert.match(plan, /^SCAN audit_entries USING INDEX audit_entries_waiting/);
});

test('delivered entries are forgotten by their time, waiting ones and those of deleted organizations stay', async (t) => {
  const access = await openAccess(t);
  const { metadata } = access;
  const { id } = await access.newOrganization();
  const entry = (name: string, organization: string = id) => entryOf(name, organization, 1);
  await metadata.transaction(async (unit) => {
    await insertAuditEntry(unit, { ...entry('deleted', 'org_gone'), delivered_at: 4 });
    await insertAuditEntry(unit, { ...entry('old'), delivered_at: 4 });
    await insertAuditEntry(unit, { ...entry('young'), delivered_at: 5 });
    await insertAuditEntry(unit, entry('waiting'));
  });

  await forgetDelivered(metadata, 5, 4);

  const rows = await metadata.db.selectFrom('audit_entries').selectAll().orderBy('id').execute();
  assert.deepEqual(rows, [
    { ...entry('deleted', 'org_gone'), delivered_at: 4 },
    entry('waiting'),
    { ...entry('young'), delivered_at: 5 },
  ]);
  await forgetOld(metadata, 1);
  assert.equal((await readEntryIds(metadata, organizationId('org_gone'))).size, 1);
  await forgetOld(metadata, 2);
  assert.equal((await readEntryIds(metadata, organizationId('org_gone'))).size, 0);
  assert.deepEqual(await readEntryIds(metadata, id), new Set(['waiting']));
});

test('entries of one organization are read in pages, oldest first', async (t) => {
  const metadata = await openTestMetadata(t);
  const organization = organizationId('org_1');
  await metadata.transaction(async (unit) => {
    for (const [id, at] of [
      ['c', 2],
      ['a', 2],
      ['d', 3],
      ['b', 1],
    ] as const) {
      await insertAuditEntry(unit, entryOf(id, organization, at));
    }
    await insertAuditEntry(unit, entryOf('x', 'org_2', 2));
  });
  const read = async (recorded_at: number, id: string, max = 10) =>
    (await readEntriesAfter(metadata, organization, { recorded_at, id }, max)).map((row) => row.id);

  assert.deepEqual(await read(0, ''), ['b', 'a', 'c', 'd']);
  assert.deepEqual(await read(0, '', 2), ['b', 'a']);
  assert.deepEqual(await read(2, 'a'), ['c', 'd']);
  assert.deepEqual(await read(3, 'd'), []);
  assert.deepEqual(await readEntryIds(metadata, organization), new Set(['a', 'b', 'c', 'd']));
});
