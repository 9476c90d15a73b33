/** What leaves for the index `_audit`, how much at once, and when shipping gives up for now. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { fakeClock } from '../../../test/support/fake-clock.ts';
import { openAccess } from '../../../test/support/open-access.ts';
import { openTestMetadata } from '../../../test/support/open-test-metadata.ts';
import { silentLog } from '../../base/log.ts';
import type { LogRecord } from '../../base/record.ts';
import { CHAIN_START, chainedText } from '../../contract/audit-chain.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { AuditRow } from '../../engines/metadata/tables/audit.ts';
import { sha256 } from './number-entries.ts';
import { forgetShippedAudit, hasAuditToShip, shipAudit, type ShipNeeds } from './ship-audit.ts';

async function open(
  t: TestContext,
  refuses: (organization: string) => boolean = () => false,
  given?: Metadata,
) {
  const metadata = given ?? (await openTestMetadata(t));
  const clock = fakeClock(5_000);
  const goes: [organization: string, entries: number][] = [];
  const taken: LogRecord[] = [];
  const needs: ShipNeeds = {
    metadata,
    clock,
    log: silentLog,
    append: async (organization, records) => {
      goes.push([organization, records.length]);
      if (refuses(organization)) throw new Error('the queue is full');
      taken.push(...records);
    },
  };
  let count = 0;
  const add = async (rows: readonly Partial<AuditRow>[]): Promise<void> => {
    const values = rows.map((row) => ({
      id: `aud_${String((count += 1)).padStart(5, '0')}`,
      organization_id: 'org_1',
      recorded_at: 1_000,
      actor: 'ada@example.com',
      action: 'log.exported' as const,
      resource: '_audit',
      resource_type: 'log',
      ip_address: '192.0.2.1',
      user_agent: 'test/1',
      details: '{}',
      delivered_at: null,
      seq: null,
      hash: null,
      previous_hash: null,
      ...row,
    }));
    await metadata.db.insertInto('audit_entries').values(values).execute();
  };
  const left = async (): Promise<(number | null)[]> => {
    const rows = await metadata.db.selectFrom('audit_entries').select('delivered_at').execute();
    return rows.map((row) => row.delivered_at);
  };
  return { needs, clock, goes, taken, add, left };
}

test('an entry becomes an event with its eight fields, its place, and each detail beside', async (t) => {
  const { needs, taken, add, left } = await open(t);
  const details = '{"name":"k","scopes":["a"],"count":2}';
  await add([
    { details },
    { action: 'user.login_failed', resource: 'usr_1', resource_type: 'user', recorded_at: 1_001 },
  ]);

  assert.equal(await shipAudit(needs), 2);

  const first = {
    seq: 1,
    timestamp: '1970-01-01T00:00:01.000Z',
    actor: 'ada@example.com',
    action: 'log.exported',
    resource: '_audit',
    resource_type: 'log',
    ip_address: '192.0.2.1',
    user_agent: 'test/1',
    details: { name: 'k', scopes: ['a'], count: 2 },
  };
  assert.deepEqual(taken[0], {
    organization: 'org_1',
    index: '_audit',
    timestamp: 1_000,
    receivedAt: 5_000,
    retentionDays: 365,
    level: 'info',
    source: 'xplain',
    id: 'aud_00001',
    body: 'log.exported _audit by ada@example.com',
    attributes: [
      ['timestamp', '1970-01-01T00:00:01.000Z'],
      ['actor', 'ada@example.com'],
      ['action', 'log.exported'],
      ['resource', '_audit'],
      ['resource_type', 'log'],
      ['ip_address', '192.0.2.1'],
      ['user_agent', 'test/1'],
      ['details', details],
      ['seq', '1'],
      ['hash', sha256(chainedText(CHAIN_START, first))],
      ['previous_hash', CHAIN_START],
      ['details.name', 'k'],
      ['details.scopes', '["a"]'],
      ['details.count', '2'],
    ],
  });
  assert.deepEqual([taken[1]?.level, taken[1]?.attributes.length], ['warn', 11]);
  assert.deepEqual(await left(), [5_000, 5_000]);
});

test('a thousand entries leave in one go, what is more in the next, and a stop ends it', async (t) => {
  const { needs, goes, add } = await open(t);
  await add(Array.from({ length: 1_001 }, () => ({})));

  assert.equal(await shipAudit(needs, AbortSignal.abort()), 0);
  assert.deepEqual([goes, await hasAuditToShip(needs)], [[], true]);
  assert.equal(await shipAudit(needs, new AbortController().signal), 1_001);

  assert.deepEqual(goes, [
    ['org_1', 1_000],
    ['org_1', 1],
  ]);
  assert.equal(await hasAuditToShip(needs), false);
});

test('who is held up is asked once, and with a hundred of them the rest waits, too', async (t) => {
  const { needs, goes, add } = await open(t, (organization) => organization.startsWith('full_'));
  const full = (count: number) =>
    Array.from({ length: 1_000 }, (_, index) => ({ organization_id: `full_${index % count}` }));
  await add(full(99));
  await add([{ organization_id: 'org_late', recorded_at: 2_000 }]);

  assert.equal(await shipAudit(needs), 1);
  assert.deepEqual([goes.length, goes.at(-1)], [100, ['org_late', 1]]);
  await needs.metadata.db.deleteFrom('audit_entries').execute();
  goes.length = 0;
  await add(full(100));
  await add([{ organization_id: 'org_late', recorded_at: 2_000 }]);
  assert.equal(await shipAudit(needs), 0);
  assert.equal(goes.length, 100);
});

test('what was delivered stays a day', async (t) => {
  const access = await openAccess(t);
  const { id: organization_id } = await access.newOrganization();
  const { needs, clock, add, left } = await open(t, () => false, access.metadata);
  const day = 86_400_000;
  await add(
    [{ delivered_at: 5_000 }, { delivered_at: 5_001 }, {}].map((row) => ({
      ...row,
      organization_id,
    })),
  );

  clock.advance(day);
  await forgetShippedAudit(needs);
  assert.deepEqual(await left(), [5_000, 5_001, null]);
  clock.advance(1);
  await forgetShippedAudit(needs);
  assert.deepEqual(await left(), [5_001, null]);
});

test('what was delivered of a deleted organization stays a year', async (t) => {
  const { needs, clock, add, left } = await open(t);
  const year = 365 * 86_400_000;
  await add([{ recorded_at: 5_000, delivered_at: 5_000 }]);

  clock.advance(year);
  await forgetShippedAudit(needs);
  assert.deepEqual(await left(), [5_000]);
  clock.advance(1);
  await forgetShippedAudit(needs);
  assert.deepEqual(await left(), []);
});
