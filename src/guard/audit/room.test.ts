import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { collectRoutes } from '../../../test/support/guard/collect-routes.ts';
import { openAccess } from '../../../test/support/open-access.ts';
import { silentLog } from '../../base/log.ts';
import { recordAudit } from './record-audit.ts';
import { auditRoom } from './room.ts';

test('entries are shipped each second, as the room that may write them, and tidied each minute', async (t) => {
  const access = await openAccess(t);
  const { clock, metadata } = access;
  const { id, owner } = await access.newOrganization();
  const appended: unknown[] = [];
  const { jobs, routes } = auditRoom.open({
    metadata,
    clock,
    log: silentLog,
    store: { export: async () => ({ content: Readable.from([]) }) },
    appendReserved: async (writer, organization, records) =>
      void appended.push([writer, organization, records.length]),
  });
  const [shipping, tidying] = jobs ?? [];
  const { signal } = new AbortController();

  assert.deepEqual(
    jobs?.map(({ name, everyMs }) => [name, everyMs]),
    [
      ['audit-shipping', 1_000],
      ['audit-tidying', 60_000],
      ['audit-verifying', 3_600_000],
    ],
  );
  assert.equal(await shipping?.hasWork?.(), false);
  await metadata.transaction((unit) =>
    recordAudit(unit, owner.actor, { action: 'log.exported', resource: 'x' }, clock.now()),
  );
  assert.equal(await shipping?.hasWork?.(), true);
  await shipping?.run(AbortSignal.abort());
  assert.deepEqual(appended, []);
  await shipping?.run(signal);
  assert.deepEqual(appended, [['guard/audit', id, 1]]);
  clock.advance(86_400_001);
  await tidying?.run(signal);
  assert.deepEqual(await access.auditOf(id), []);
  assert.deepEqual(collectRoutes((app) => routes?.(app)).names, [
    'GET /api/v1/audit/export',
    'GET /api/v1/audit/chain',
    'POST /api/v1/audit/verify',
  ]);
});
