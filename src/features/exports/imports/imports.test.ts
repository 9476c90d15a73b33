/** Export, delete, import: the same events again. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import type { ExportRun } from '../../../contract/export-runs.ts';
import type { ScheduledExport } from '../../../contract/exports.ts';
import type { ArchiveImport } from '../../../contract/imports.ts';
import { sql, string } from '../../../engines/store/sql.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startExports } from '../../../../test/support/exports/start-exports.ts';
import { runSearch } from '../../../flow/search/index.ts';

const store = await openTestStore();

const EVENTS = [
  { body: 'plain' },
  { body: 'late "quoted", line\nbreak ✂', agoMs: 20 * DAY_MS, level: 'error', source: 'app' },
  {
    body: '=HYPERLINK("x")',
    fields: { service: 'pay', level: 'odd', 'attributes.x': 'y', n: '5' },
  },
  { body: '', id: 'given-1', fields: { id: 'theirs', trace_id: 'ab12' } },
];

type Row = Readonly<Record<string, unknown>>;

async function start(t: TestContext, change: Readonly<Record<string, unknown>>) {
  const started = await startExports(t, { store });
  const { access, call, write, runDue } = started;
  const { id: organization, owner } = await access.newOrganization();
  const body = {
    name: 'All events',
    mode: 'archive',
    query: '*',
    schedule: { every: '1h' },
    startAt: new Date(Date.now() - MINUTE_MS).toISOString(),
    destination: { kind: 'keep' },
    ...change,
  };
  const created = await call('POST /api/v1/exports', { as: owner, body });
  assert.equal(created.status, 201, created.text);
  const { id } = created.body.data as ScheduledExport;
  const ids = await write(organization, EVENTS);
  access.clock.advance(HOUR_MS);
  await runDue();
  const [run] = (await call(`GET /api/v1/exports/${id}/runs`, { as: owner })).body
    .data as ExportRun[];
  assert.equal(run?.state, 'done');
  const importing = { source: { kind: 'export', export: id }, index: 're_back', days: 7 };
  const read = async (query: string): Promise<Row[]> => {
    const input = { query: `${query} | sort _time`, earliest: '-40d' };
    const { signal } = new AbortController();
    const { data } = await runSearch(started.needs, owner.actor, input, signal);
    return data.rows.map((row) => ({ ...row }));
  };
  const bringBack = async (more: Readonly<Record<string, unknown>> = {}) => {
    const asked = await call('POST /api/v1/imports', {
      as: owner,
      body: { ...importing, ...more },
    });
    assert.equal(asked.status, 202, asked.text);
    await started.importDue();
    const { id: job } = asked.body.data as ArchiveImport;
    return (await call(`GET /api/v1/imports/${job}`, { as: owner })).body.data as ArchiveImport;
  };
  const remove = () =>
    store.command(sql`DELETE FROM logs WHERE organization = ${string(organization)}`);
  return { ...started, organization, owner, id, run, ids, read, bringBack, remove };
}

/** What is left of an event once it has another id and index. */
function essence({ _id, _index, archive_id: _archived, ...rest }: Row): Row {
  return rest;
}

for (const kind of [
  { format: 'jsonl', compression: 'zstd' },
  { format: 'jsonl', compression: 'gzip' },
  { format: 'jsonl', compression: 'none' },
  { format: 'csv' },
  { format: 'parquet' },
]) {
  test(`what was exported, deleted and imported is the same: ${Object.values(kind).join(' ')}`, async (t) => {
    const { read, bringBack, remove, ids } = await start(t, kind);
    const before = await read('index=main');
    await remove();
    assert.deepEqual(await read('index=main'), []);

    const done = await bringBack();

    assert.deepEqual([done.state, done.rows, done.error], ['done', EVENTS.length, null]);
    const after = await read('index=re_back');
    assert.deepEqual(after.map(essence), before.map(essence));
    assert.deepEqual(after.map((row) => String(row['archive_id'])).toSorted(), ids.toSorted());
  });
}

test('restored events count only where their index is named', async (t) => {
  const { read, bringBack } = await start(t, { format: 'jsonl' });
  const before = await read('*');

  await bringBack();

  assert.equal((await read('*')).length, before.length);
  assert.equal((await read('index=*')).length, before.length);
  assert.equal((await read('index=re_back')).length, EVENTS.length);
});

test('a changed byte is refused, and nothing of the file is stored', async (t) => {
  const { bringBack, objects, organization, call, owner, id, run, read, access } = await start(t, {
    format: 'jsonl',
    compression: 'none',
  });
  const { body } = await call(`GET /api/v1/exports/${id}/runs/${run.id}`, { as: owner });
  const { files } = body.data as { files: { name: string }[] };
  const name = `${organization}/exports/${files[0]?.name ?? ''}`;
  const object = await objects.read(name);
  assert(object !== undefined);
  const bytes = await buffer(object.content);
  bytes[bytes.indexOf('plain')] = 'q'.charCodeAt(0);
  await objects.write(name, Readable.from([bytes]));

  const done = await bringBack();

  assert.equal(done.state, 'failed');
  assert.match(done.error ?? '', /was changed after it was written/);
  assert.deepEqual(await read('index=re_back'), []);
  const reported = (await access.auditOf(organization)).filter(
    ({ resource }) => resource === done.id,
  );
  assert.deepEqual(
    reported.map(({ action, actor, details }) => [
      action,
      actor,
      (JSON.parse(details) as { state?: string }).state,
    ]),
    [
      ['import.created', owner.email, undefined],
      ['import.finished', owner.email, 'failed'],
    ],
  );
});

test('a changed or a missing manifest is refused', async (t) => {
  const { bringBack, objects, organization, run } = await start(t, { format: 'jsonl' });
  const name = `${organization}/exports/${run.manifest ?? ''}`;
  const object = await objects.read(name);
  assert(object !== undefined);
  const text = (await buffer(object.content)).toString();
  await objects.write(name, Readable.from([Buffer.from(text.replace('"rows": 4', '"rows": 3'))]));

  const changed = await bringBack();
  await objects.remove(name);
  const missing = await bringBack();

  assert.match(changed.error ?? '', /was changed after it was written/);
  assert.match(missing.error ?? '', /No manifests/);
});

test('imported events are never exported', async (t) => {
  const { bringBack, remove, runDue, access, call, owner, id, read } = await start(t, {
    format: 'jsonl',
  });
  await remove();
  await bringBack({ days: LIMITS.exports.importDaysMin });

  access.clock.advance(HOUR_MS);
  await runDue();

  const [last] = (await call(`GET /api/v1/exports/${id}/runs`, { as: owner })).body
    .data as ExportRun[];
  assert.deepEqual([last?.state, last?.rows], ['done', 0]);
  assert.equal((await read('index=re_back')).length, EVENTS.length);
});
