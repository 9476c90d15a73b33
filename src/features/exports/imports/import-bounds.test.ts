/** Both sides of the bounds of imports, and what a second try does. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ScheduledExport } from '../../../contract/exports.ts';
import type { ArchiveImport } from '../../../contract/imports.ts';
import { silentLog } from '../../../base/log.ts';
import { runDue } from '../../../engines/schedule/schedule.ts';
import { createRowIds } from '../../../engines/store/row-ids.ts';
import { rowsOf } from '../../../engines/store/store.ts';
import { sql, string } from '../../../engines/store/sql.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { openSimulatedStore } from '../../../../test/support/open-simulated-store.ts';
import { startExports } from '../../../../test/support/start-exports.ts';
import { readImport } from './manage-imports.ts';
import { runImports } from './run-imports.ts';

const limits = LIMITS.exports;
const storeClock = fakeClock(Date.UTC(2026, 2, 3, 12));
const store = await openSimulatedStore(storeClock);

async function start(t: TestContext) {
  const started = await startExports(t, { store, storeClock });
  const { access, call, write, advance } = started;
  const { id: organization, owner } = await access.newOrganization();
  const body = {
    name: 'All events',
    mode: 'archive',
    query: '*',
    schedule: { every: '1h' },
    format: 'jsonl',
    destination: { kind: 'keep' },
  };
  const created = await call('POST /api/v1/exports', { as: owner, body });
  const { id } = created.body.data as ScheduledExport;
  await write(organization, [{ body: 'one' }, { body: 'two', agoMs: 3 * DAY_MS }]);
  advance(HOUR_MS + 2 * MINUTE_MS);
  await started.runDue();
  const ask = (more: Readonly<Record<string, unknown>> = {}) =>
    call('POST /api/v1/imports', {
      as: owner,
      body: { source: { kind: 'export', export: id }, index: 're_x', days: 7, ...more },
    });
  return { ...started, organization, owner, id, ask };
}

test('days, index and number of waiting imports have bounds', async (t) => {
  const { ask, call, owner, access } = await start(t);
  const { importDaysMin, importDaysMax, importsWaitingMax } = limits;
  const other = await access.newOrganization();
  const member = await access.join(owner.actor.organization, 'member');

  assert.equal((await ask({ days: importDaysMin - 1 })).status, 400);
  assert.equal((await ask({ days: importDaysMax + 1 })).status, 400);
  assert.equal((await ask({ index: 'main' })).status, 400);
  assert.equal((await ask({ index: 're_' })).status, 400);
  assert.equal((await ask({ source: { kind: 'export', export: 'exp_none' } })).status, 404);
  assert.equal((await ask({ from: '2026-03-02', to: '2026-03-01' })).status, 400);
  assert.equal((await ask({ days: importDaysMin })).status, 202);
  assert.equal((await ask({ days: importDaysMax })).status, 202);
  for (let i = 2; i < importsWaitingMax; i++) assert.equal((await ask()).status, 202);
  assert.equal((await ask()).body.code, 'CONFLICT');
  const list = await call('GET /api/v1/imports', { as: owner });
  const [job] = list.body.data as ArchiveImport[];
  assert.equal((list.body.data as ArchiveImport[]).length, importsWaitingMax);
  assert.equal((await call('GET /api/v1/imports', { as: member })).status, 403);
  const path = `/api/v1/imports/${job?.id ?? ''}`;
  assert.equal((await call(`GET ${path}`, { as: other.owner })).status, 404);
  assert.equal((await call(`POST ${path}/cancel`, { as: owner })).status, 200);
  assert.equal((await call(`POST ${path}/cancel`, { as: owner })).status, 409);
  assert.equal((await ask()).status, 202);
});

test('a try that broke off is repeated, and every row is there once', async (t) => {
  const { ask, access, exportNeeds, organization, owner, advance } = await start(t);
  const asked = await ask();
  assert.equal(asked.status, 202, asked.text);
  const { id: job } = asked.body.data as ArchiveImport;
  const { metadata, clock } = access;
  const due = { metadata, clock, log: silentLog };
  let taken = 0;
  let isBroken = true;
  const needs = {
    ...exportNeeds,
    rowIds: async () => {
      taken += 1;
      return createRowIds(clock, taken);
    },
    store: {
      insert: async (batch: Parameters<typeof store.insert>[0]) => {
        await store.insert(batch);
        // It is stored, and the node does not live to hear of it.
        if (isBroken) throw new Error('the connection broke off');
      },
    },
  };
  const never = new AbortController().signal;

  await runDue(due, runImports(needs), never);
  const between = await readImport(exportNeeds, owner.actor, job);
  isBroken = false;
  advance(limits.importRetryMs);
  await runDue(due, runImports(needs), never);
  const done = await readImport(exportNeeds, owner.actor, job);

  assert.deepEqual([between.state, between.rows], ['running', 0]);
  assert.deepEqual([done.state, done.rows, done.error], ['done', 2, null]);
  assert.equal(taken, 1);
  const answer = await store.query(
    sql`SELECT count() AS n, min(retention_days) AS least, max(retention_days) AS most FROM logs WHERE organization = ${string(organization)} AND index_name = ${string('re_x')}`,
  );
  // An event of three days ago stays three days longer than its own time says.
  assert.deepEqual(rowsOf(answer), [{ n: 2, least: 8, most: 11 }]);
});

test('an import fails for good after its last try', async (t) => {
  const { ask, access, exportNeeds, owner, advance } = await start(t);
  const asked = await ask();
  const { id: job } = asked.body.data as ArchiveImport;
  const { metadata, clock } = access;
  const needs = {
    ...exportNeeds,
    rowIds: async () => createRowIds(clock, 7),
    store: { insert: () => Promise.reject(new Error('no')) },
  };
  for (let i = 0; i < limits.importAttemptsMax; i++) {
    const never = new AbortController().signal;
    await runDue({ metadata, clock, log: silentLog }, runImports(needs), never);
    advance(limits.importRetryMs);
  }

  const done = await readImport(exportNeeds, owner.actor, job);

  assert.deepEqual([done.state, done.error], ['failed', 'Something went wrong on our side.']);
  assert((done.error ?? '').length <= limits.errorCharactersMax);
});
