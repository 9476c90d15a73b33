import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestMetadata } from '../../../test/support/open-test-metadata.ts';
import { organizationId } from '../../base/ids.ts';
import type { AuditRow } from '../../engines/metadata/tables/audit.ts';
import {
  forgetDelivered,
  hasWaitingEntries,
  insertAuditEntry,
  noteDelivered,
  readWaitingEntries,
} from './audit-entries-table.ts';

function entry(id: string, organization: string, recordedAt: number): AuditRow {
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
  };
}

test('entries wait in order until they are delivered, but not behind who is held up', async (t) => {
  const metadata = await openTestMetadata(t);
  const rows = [entry('c', 'org_1', 2), entry('b', 'org_2', 1), entry('a', 'org_1', 2)];
  const waiting = async (heldUp: readonly string[] = [], max = 10): Promise<string[]> =>
    (await readWaitingEntries(metadata, new Set(heldUp), max)).map(({ id }) => id);

  assert.equal(await hasWaitingEntries(metadata), false);
  await metadata.transaction(async (unit) => {
    for (const row of rows) await insertAuditEntry(unit, row);
  });

  assert.equal(await hasWaitingEntries(metadata), true);
  assert.deepEqual(await waiting(), ['b', 'a', 'c']);
  assert.deepEqual(await waiting([], 2), ['b', 'a']);
  assert.deepEqual(await waiting(['org_1']), ['b']);
  assert.deepEqual(await waiting(['org_1', 'org_2']), []);
  await noteDelivered(metadata, organizationId('org_1'), ['a', 'b'], 7);
  assert.deepEqual(await waiting(), ['b', 'c'], 'nobody marks entries of another organization');
  await noteDelivered(metadata, organizationId('org_1'), ['c'], 8);
  await noteDelivered(metadata, organizationId('org_2'), ['b'], 9);
  assert.equal(await hasWaitingEntries(metadata), false);
});

test('delivered entries are forgotten by their time, waiting ones stay', async (t) => {
  const metadata = await openTestMetadata(t);
  await metadata.transaction(async (unit) => {
    await insertAuditEntry(unit, { ...entry('old', 'org_1', 1), delivered_at: 4 });
    await insertAuditEntry(unit, { ...entry('young', 'org_1', 1), delivered_at: 5 });
    await insertAuditEntry(unit, entry('waiting', 'org_1', 1));
  });

  await forgetDelivered(metadata, 5);

  const rows = await metadata.db.selectFrom('audit_entries').selectAll().orderBy('id').execute();
  assert.deepEqual(rows, [
    entry('waiting', 'org_1', 1),
    { ...entry('young', 'org_1', 1), delivered_at: 5 },
  ]);
});
