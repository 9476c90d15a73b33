/** Both sides of the bounds of imports, and what a second try does. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScheduledExport } from '../../../contract/exports.ts';
import type { ArchiveImport } from '../../../contract/imports.ts';
import { silentLog } from '../../../base/log.ts';
import type { ImportRow } from '../../../engines/metadata/tables/exports.ts';
import { runDue } from '../../../engines/schedule/schedule.ts';
import { openSecrets } from '../../../engines/secrets/open-secrets.ts';
import { createRowIds } from '../../../engines/store/row-ids.ts';
import { type InsertBatch, rowsOf } from '../../../engines/store/store.ts';
import { sql, string } from '../../../engines/store/sql.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { importParts } from '../../../../test/support/exports/import-parts.ts';
import { openSimulatedStore } from '../../../../test/support/store/open-simulated-store.ts';
import { startExports } from '../../../../test/support/exports/start-exports.ts';
import { renewExportSecrets } from '../managing/renew-export-secrets.ts';
import { readImport, sourceOfImport } from './manage-imports.ts';
import { createExpansion } from './reading/create-expansion.ts';
import { readRows } from './reading/read-rows.ts';
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

/** Imports with this store; answers with what became of it. */
async function importWith(
  { ask, access, exportNeeds, owner }: Awaited<ReturnType<typeof start>>,
  insert: (batch: InsertBatch) => Promise<void>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<ArchiveImport> {
  const asked = await ask(more);
  assert.equal(asked.status, 202, asked.text);
  const { id: job } = asked.body.data as ArchiveImport;
  const { metadata, clock } = access;
  const rowIds = createRowIds(clock, 11);
  const needs = { ...exportNeeds, ...importParts, rowIds: async () => rowIds, store: { insert } };
  const never = new AbortController().signal;
  await runDue({ metadata, clock, log: silentLog }, runImports(needs), never);
  return readImport(exportNeeds, owner.actor, job);
}

test('rows are stored in batches of bounded number and size', async (t) => {
  const { importBatchRowsMax, importBatchBytesMax } = limits;
  const started = await start(t);
  const { write, organization, advance, runDue: exportDue } = started;
  const written = async (events: readonly { body: string }[]): Promise<void> => {
    advance(2 * MINUTE_MS);
    await write(organization, events);
    advance(HOUR_MS + 2 * MINUTE_MS);
    await exportDue();
  };
  const from = { from: new Date(storeClock.now()).toISOString() };
  await written(Array.from({ length: importBatchRowsMax + 1 }, (_, i) => ({ body: `${i}` })));
  const batches: number[] = [];
  const done = await importWith(started, async ({ events }) => void batches.push(events), from);
  assert.deepEqual([done.state, batches], ['done', [importBatchRowsMax, 1]]);

  const later = { from: new Date(storeClock.now()).toISOString() };
  const large = 'x'.repeat(importBatchBytesMax / 16);
  await written(Array.from({ length: 17 }, () => ({ body: large })));
  const larger: number[] = [];
  const also = await importWith(started, async ({ events }) => void larger.push(events), later);

  assert.deepEqual([also.state, larger], ['done', [16, 1]]);
});

test('an import makes an index whose events say themselves how long they stay', async (t) => {
  const started = await start(t);
  const done = await importWith(started, async () => {});

  const { db } = started.access.metadata;
  const index = await db
    .selectFrom('indexes')
    .select('retention_days')
    .where('organization_id', '=', started.organization)
    .where('name', '=', 're_x')
    .executeTakeFirstOrThrow();
  assert.deepEqual([done.state, index.retention_days], ['done', limits.importIndexDays]);
});

/** The archive with its manifest changed by hand; manifests of one organization have one file here. */
async function withManifest(
  { objects, organization }: Awaited<ReturnType<typeof start>>,
  change: (text: string) => string,
): Promise<void> {
  const names = await objects.list(`${organization}/exports/`, { limit: 100 });
  const name = names.find((each) => each.name.includes('/manifests/'))?.name ?? '';
  const found = await objects.read(name);
  assert(found !== undefined);
  const content = change(await text(found.content));
  await objects.write(name, Readable.from([Buffer.from(content)]));
}

test('an import takes so many rows, and not one more', async (t) => {
  const started = await start(t);
  const rows = (count: number) => (content: string) =>
    content.replaceAll(/"rows": \d+/g, `"rows": ${count}`);

  await withManifest(started, rows(limits.importRowsMax));
  const most = await importWith(started, async () => {}, { unsigned: true });
  await withManifest(started, rows(limits.importRowsMax + 1));
  const more = await importWith(started, async () => {}, { unsigned: true });

  // It is read, and has fewer rows than its manifest says now.
  assert.match(most.error ?? '', /number of rows differs/);
  assert.match(more.error ?? '', /Too many rows: 50000001, maximum 50000000/);
});

test('a manifest has a size, and nothing behind it is read', async (t) => {
  const started = await start(t);
  const padded = (bytes: number) => (content: string) => {
    const whole = content.trimEnd().slice(0, -1).trimEnd();
    return `${whole}${' '.repeat(bytes - Buffer.byteLength(whole) - 1)}}`;
  };

  await withManifest(started, padded(limits.manifestBytesMax));
  const largest = await importWith(started, async () => {});
  await withManifest(started, padded(limits.manifestBytesMax + 1));
  const larger = await importWith(started, async () => {});

  assert.equal(largest.state, 'done', largest.error ?? '');
  assert.match(larger.error ?? '', /is no manifest/);
});

test('a line of an archive has a size', async (t) => {
  const { folder } = await start(t);
  const readAll = async (name: string, content: string, format: 'jsonl' | 'csv') => {
    const path = join(folder, name);
    writeFileSync(path, content);
    const rows: unknown[] = [];
    const kind = { format, compression: 'none' } as const;
    const expansion = createExpansion(limits, content.length);
    for await (const row of readRows(path, kind, limits, expansion)) rows.push(row);
    return rows.length;
  };
  const { importLineBytesMax: most } = limits;
  const line = (bytes: number): string => `{"a":"${'x'.repeat(bytes - '{"a":""}'.length)}"}`;
  const cell = (bytes: number): string => `a\n${'x'.repeat(bytes)}`;

  assert.equal(await readAll('line', `${line(most)}\n{}\n`, 'jsonl'), 2);
  await assert.rejects(readAll('long', `${line(most + 1)}\n{}\n`, 'jsonl'), /too long/);
  assert.equal(await readAll('cell', cell(most), 'csv'), 1);
  await assert.rejects(readAll('large', cell(most + 1), 'csv'), /too long/);
});

/** How many imports were under way at once. */
async function mostAtOnce(
  t: TestContext,
  imports: { readonly organizations: number; readonly each: number },
): Promise<number> {
  const started = await start(t);
  const { access, exportNeeds, call, write, advance } = started;
  for (let i = 0; i < imports.each; i++) assert.equal((await started.ask()).status, 202);
  for (let i = 1; i < imports.organizations; i++) {
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
    await write(organization, [{ body: 'one' }]);
    advance(HOUR_MS + 2 * MINUTE_MS);
    await started.runDue();
    const wanted = { source: { kind: 'export', export: id }, index: 're_x', days: 7 };
    const asked = await call('POST /api/v1/imports', { as: owner, body: wanted });
    assert.equal(asked.status, 202, asked.text);
  }
  let [now, most] = [0, 0];
  const insert = async (): Promise<void> => {
    now += 1;
    most = Math.max(most, now);
    // Long enough for every other that may begin.
    await sleep(300);
    now -= 1;
  };
  const { metadata, clock } = access;
  const rowIds = createRowIds(clock, 12);
  const needs = { ...exportNeeds, ...importParts, rowIds: async () => rowIds, store: { insert } };
  const never = new AbortController().signal;
  await runDue({ metadata, clock, log: silentLog }, runImports(needs), never);
  return most;
}

test('of an organization one import is under way, of a node two', async (t) => {
  const { importsAtOnce, importsPerNodeMax } = limits;

  assert.equal(await mostAtOnce(t, { organizations: 1, each: 2 }), importsAtOnce);
  const all = { organizations: importsPerNodeMax + 1, each: 1 };
  assert.equal(await mostAtOnce(t, all), importsPerNodeMax);
});

test('the secret of an import that waits outlives a change of the secret of the installation', async (t) => {
  const { ask, call, access, organization, owner } = await start(t);
  const source = {
    kind: 's3',
    endpoint: 'http://127.0.0.1:9',
    region: 'eu',
    bucket: 'logs',
    accessKeyId: 'AKIAEXAMPLE',
    secretAccessKey: 'a/secret+of=tests',
  };
  const waits = await ask({ source });
  const ended = await ask({ source });
  assert.deepEqual([waits.status, ended.status], [202, 202], waits.text);
  const ids = [waits, ended].map((answer) => (answer.body.data as ArchiveImport).id);
  assert.equal((await call(`POST /api/v1/imports/${ids[1]}/cancel`, { as: owner })).status, 200);
  const { metadata } = access;
  const kept = async (id = ''): Promise<Pick<ImportRow, 'id' | 'source' | 'secret'>> =>
    metadata.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const before = await kept(ids[1]);
  const previous = 'a secret of the tests, long enough';
  const secrets = openSecrets({ secret: 'quite another secret, long enough', previous });

  await renewExportSecrets({ metadata, secrets, log: silentLog });

  // From now on without the one before.
  const alone = openSecrets({ secret: 'quite another secret, long enough', previous: undefined });
  assert.deepEqual(sourceOfImport(alone, organization, await kept(ids[0])), source);
  assert.equal((await kept(ids[1])).secret, before.secret);
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
    ...importParts,
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
    ...importParts,
    rowIds: async () => createRowIds(clock, 7),
    store: { insert: () => Promise.reject(new Error('no')) },
  };
  for (let i = 0; i < limits.importAttemptsMax; i++) {
    const never = new AbortController().signal;
    await runDue({ metadata, clock, log: silentLog }, runImports(needs), never);
    advance(limits.importRetryMs);
  }

  const done = await readImport(exportNeeds, owner.actor, job);

  assert.deepEqual([done.state, done.error], ['failed', 'Internal error. See the server log.']);
  assert((done.error ?? '').length <= limits.errorCharactersMax);
});
