/** What a run leaves behind, with a store of which every answer is written here. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { exportWithoutStore, NOON } from '../../../../test/support/exports/export-without-store.ts';
import { needsWithoutStore } from '../../../../test/support/needs-without-store.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';
import type { ExportFileRow, ExportRow } from '../../../engines/metadata/tables/exports.ts';
import type { UploadProgress, UploadSource } from '../../../engines/objects/objects.ts';
import { NotNow } from '../../../engines/schedule/schedule.ts';
import { bind, type Sql } from '../../../engines/store/sql.ts';
import type { ExportedFile, ExportOptions } from '../../../engines/store/store.ts';
import { executeRun } from './execute-run.ts';
import { insertFiles } from './export-files-table.ts';
import { endOpenRun, insertRun } from './export-runs-table.ts';
import type { RunNeeds } from './run-needs.ts';
import { newRun } from './run-settings.ts';
import { spoolPath } from './spool-file.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FROM = NOON - HOUR;
const never = new AbortController().signal;
const ROWS = '{"a":1}\n{"a":2}\n';
const CSV = 'a,b\n"=1",2\n';

interface Asked {
  readonly values: readonly string[];
  readonly format?: string;
  readonly mayPack?: string | undefined;
}

async function start(
  t: TestContext,
  change: Partial<ExportRow> = {},
  {
    revision = 1,
    ...limits
  }: { revision?: number; sliceRowsMax?: number; filesPerRunMax?: number } = {},
) {
  const spool = mkdtempSync(join(tmpdir(), 'xplain-runs-'));
  t.after(() => removeFolder(spool));
  const started = await exportWithoutStore(t, change);
  const row = await started.row();
  const plan = { cause: 'schedule', requestedBy: null, at: NOON, revision } as const;
  const run = {
    ...newRun(row, { ...plan, from: FROM, to: NOON }, NOON),
    state: 'running' as const,
  };
  await started.metadata.transaction((unit) => insertRun(unit, run));
  const counted: Asked[] = [];
  const written: Asked[] = [];
  const answers: { counts: (readonly [at: number, rows: number])[][]; file: ExportedFile } = {
    counts: [],
    file: { content: Readable.from([Buffer.from(ROWS)]) },
  };
  const query = async (statement: Sql) => {
    const { text, parameters } = bind(statement);
    counted.push({ values: [...parameters.values()].map(String) });
    const names = [...(text.split(' FROM ')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name);
    const rows = answers.counts.shift() ?? [];
    const cells = rows.map(([storing, count]) => [0, storing, count, 0, 0, 0, 0, 0, 0]);
    const columns = names.map((name, at) => ({ name, values: cells.map((each) => each[at]) }));
    return { queryId: 'q', columns, rowCount: rows.length, statistics: {} };
  };
  const exportFile = async (statement: Sql, format: string, options: ExportOptions) => {
    const values = [...bind(statement).parameters.values()].map(String);
    written.push({ values, format, mayPack: options.mayPack });
    return answers.file;
  };
  const search = needsWithoutStore({ now: NOON });
  const exports = { ...search.limits.exports, ...limits };
  const abandoned: (readonly string[])[] = [];
  const sent = new Map<string, Buffer>();
  const place = {
    ...started.place,
    files: {
      ...started.place.files,
      abandon: async (...given: [string, string]) => void abandoned.push(given),
      unfinished: async () => [] as { name: string; mark: string }[],
      find: async (name: string) => {
        const bytes = sent.get(name)?.length;
        return bytes === undefined ? started.place.files.find(name) : { name, bytes };
      },
      async upload(name: string, source: UploadSource, progress?: UploadProgress) {
        await progress?.keep('m-1');
        sent.set(name, Buffer.from(await source.read(0, source.bytes)));
        return { bytes: source.bytes };
      },
    },
  };
  const told: unknown[] = [];
  const needs = {
    ...started.needs,
    spool: join(spool, 'files'),
    search: {
      ...search,
      limits: { ...search.limits, exports },
      store: { query, export: exportFile },
    },
    destinations: {
      open: () => place,
      tell: async (_: unknown, finished: { readonly run: string; readonly manifestName: string }) =>
        void told.push([finished.run, finished.manifestName]),
    },
  } as unknown as RunNeeds;
  return {
    ...started,
    needs,
    place,
    abandoned,
    sent,
    told,
    counted,
    written,
    answers,
    execute: (signal = never) => executeRun(needs, row, run, signal),
    run,
    spooled: () => (existsSync(needs.spool) ? readdirSync(needs.spool) : []),
    filesOfRun: () =>
      started.metadata.db.selectFrom('export_files').selectAll().orderBy('number').execute(),
  };
}

test('a window is counted by minutes, and what is too much for a file by seconds', async (t) => {
  const { execute, answers, counted, filesOfRun, runs, sent, told, run, spooled } = await start(
    t,
    { compression: 'none' },
    { sliceRowsMax: 10 },
  );
  answers.counts = [
    [
      [3, 11],
      [1, 4],
      [0, 6],
    ],
    [
      [59, 1],
      [2, 10],
    ],
  ];
  const contents = [ROWS, '{"a":3}\n', '{"a":4}\n'].map((each) => Buffer.from(each));
  Object.defineProperty(answers, 'file', {
    get: () => ({ content: Readable.from([contents.shift() ?? Buffer.alloc(0)]) }),
  });

  const { manifest, name } = await execute();

  const stretches = counted.map(({ values }) => values.filter((value) => /^\d{4,13}$/.test(value)));
  assert.deepEqual(
    stretches.map((values) => values.slice(0, 2)),
    [
      [String(FROM), '60000'],
      [String(FROM + 3 * MINUTE), '1000'],
    ],
  );
  const author = run.id.slice(-8);
  const window = `all-events-1/dt=2026-01-15/20260115T110000Z_20260115T120000Z`;
  assert.deepEqual(
    (await filesOfRun()).map((file) => [
      file.number,
      file.from_ms - FROM,
      file.to_ms - FROM,
      file.rows_planned,
      file.row_count,
      file.state,
      file.name,
    ]),
    [
      [1, 0, 2 * MINUTE, 10, 2, 'done', `${window}_1_${author}.jsonl`],
      [2, 3 * MINUTE + 2_000, 3 * MINUTE + 3_000, 10, 1, 'done', `${window}_2_${author}.jsonl`],
      [3, 3 * MINUTE + 59_000, 4 * MINUTE, 1, 1, 'done', `${window}_3_${author}.jsonl`],
    ],
  );
  const [after] = await runs();
  assert.deepEqual(
    [after?.files_planned, after?.rows_planned, after?.files_done, after?.row_count],
    [3, 21, 3, 4],
  );
  assert.deepEqual(manifest.totals, { files: 3, rows: 4, bytes: 32 });
  assert.equal(sent.get(`kept/${window}_1_${author}.jsonl`)?.toString(), ROWS);
  assert.deepEqual(told, [[run.id, name]]);
  assert.deepEqual(spooled(), []);
});

test('a window with more files than one run writes ends where the last of them does', async (t) => {
  const { execute, answers, runs, filesOfRun } = await start(
    t,
    { compression: 'none' },
    { sliceRowsMax: 10, filesPerRunMax: 1 },
  );
  answers.counts = [
    [
      [0, 10],
      [5, 1],
    ],
  ];

  await execute();

  const [after] = await runs();
  assert.deepEqual([after?.to_ms, after?.files_planned], [FROM + 5 * MINUTE, 1]);
  const [file, ...others] = await filesOfRun();
  assert.deepEqual(others, []);
  assert.match(String(file?.name), /20260115T110000Z_20260115T110500Z_1_/);
});

test('as many files as a run may write are no reason to end earlier', async (t) => {
  const { execute, answers, runs } = await start(t, { compression: 'none' }, { filesPerRunMax: 1 });
  answers.counts = [[[0, 10]]];

  await execute();

  assert.equal((await runs())[0]?.to_ms, NOON);
});

test('a window that stands in place of an earlier one is not cut', async (t) => {
  const { execute, answers, runs } = await start(
    t,
    {},
    { revision: 2, sliceRowsMax: 10, filesPerRunMax: 1 },
  );
  answers.counts = [
    [
      [0, 10],
      [5, 1],
    ],
  ];

  await assert.rejects(execute(), { code: 'VALIDATION_ERROR' });

  assert.equal((await runs())[0]?.files_planned, null);
});

test('a window waits until everything of it is stored', async (t) => {
  const { execute, needs } = await start(t, { compression: 'none' });
  let frontier = NOON - 1;
  Object.assign(needs.store, { frontier: async () => frontier });

  await assert.rejects(execute(), (error: Error) => {
    assert.ok(error instanceof NotNow);
    assert.deepEqual(
      [error.message, error.delayMs],
      ['events of the window may still be stored', 10_000],
    );
    return true;
  });
  frontier = NOON;
  await execute();
});

for (const [compression, unpack] of [
  ['zstd', zstdDecompressSync],
  ['gzip', gunzipSync],
  ['none', (bytes: Buffer) => bytes],
] as const) {
  test(`lines are packed with ${compression}, and what is sent is what is noted`, async (t) => {
    const { execute, answers, sent, written, filesOfRun } = await start(t, { compression });
    answers.counts = [[[0, 2]]];

    await execute();

    const [bytes] = [...sent.values()];
    assert.equal(unpack(bytes ?? Buffer.alloc(0)).toString(), ROWS);
    const [file] = await filesOfRun();
    const sha256 = createHash('sha256')
      .update(bytes ?? '')
      .digest('hex');
    assert.deepEqual([file?.byte_count, file?.sha256, file?.row_count], [bytes?.length, sha256, 2]);
    assert.deepEqual(
      written.map(({ format, mayPack }) => [format, mayPack]),
      [['jsonl', compression === 'zstd' ? 'zstd' : undefined]],
    );
  });
}

test('what the store has packed is sent as it is, with the rows that it has counted', async (t) => {
  const { execute, answers, sent, filesOfRun } = await start(t);
  answers.counts = [[[0, 2]]];
  answers.file = { content: Readable.from([Buffer.from('packed')]), packed: { rows: 7 } };

  await execute();

  assert.deepEqual([...sent.values()].map(String), ['packed']);
  assert.equal((await filesOfRun())[0]?.row_count, 7);
});

for (const [kind, content] of [
  ['mail', 'a,b\n"\'=1",2\n'],
  ['keep', CSV],
] as const) {
  test(`a table of a report to ${kind} is written for whoever opens it, in one file`, async (t) => {
    const destination = JSON.stringify({ kind, recipients: [] });
    const report = { mode: 'report', format: 'csv', compression: 'zstd', destination } as const;
    const { execute, answers, sent, filesOfRun, counted, written, needs } = await start(t, report);
    Object.assign(needs.store, { frontier: async () => 0 });
    answers.file = { content: Readable.from([Buffer.from(CSV)]) };

    await execute();

    assert.deepEqual([...sent.values()].map(String), [content]);
    const [file, ...others] = await filesOfRun();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [file?.from_ms, file?.to_ms, file?.rows_planned, file?.row_count],
      [FROM, NOON, 0, 1],
    );
    assert.deepEqual([counted, written[0]?.mayPack], [[], undefined]);
  });
}

test('a file that has another size where it was sent is no file', async (t) => {
  const { execute, answers, place, filesOfRun } = await start(t);
  answers.counts = [[[0, 2]]];
  place.files.find = async (name) => ({ name, bytes: 1 });

  await assert.rejects(execute(), /a file is not there as it was sent/);
  const [file] = await filesOfRun();
  assert.deepEqual([file?.state, file?.mark], ['writing', 'm-1']);
});

async function putFile(
  { metadata, run, organization }: Awaited<ReturnType<typeof start>>,
  more: Partial<ExportFileRow>,
): Promise<ExportFileRow> {
  const file: ExportFileRow = {
    organization_id: organization,
    export_id: 'exp_1',
    run_id: run.id,
    number: 1,
    from_ms: FROM,
    to_ms: NOON,
    rows_planned: 2,
    name: 'f/1',
    state: 'writing',
    mark: 'm-0',
    row_count: 2,
    byte_count: ROWS.length,
    sha256: createHash('sha256').update(ROWS).digest('hex'),
    kept_until: null,
    ...more,
  };
  await metadata.transaction((unit) => insertFiles(unit, [file]));
  run.files_planned = 1;
  return file;
}

test('a file that lies on the disk whole is sent on under its mark', async (t) => {
  const started = await start(t);
  const { execute, needs, written, place, sent, abandoned } = started;
  const file = await putFile(started, {});
  mkdirSync(needs.spool, { recursive: true });
  writeFileSync(spoolPath(needs, file), ROWS);
  const marks: unknown[] = [];
  const before = { ...place.files };
  place.files.upload = async (name, source, progress) => {
    marks.push(progress?.mark);
    return before.upload(name, source, progress);
  };

  await execute();

  assert.deepEqual([written, marks, abandoned], [[], ['m-0'], []]);
  assert.deepEqual([...sent.keys()], ['kept/f/1']);
});

for (const [what, content] of [
  ['changed', ROWS.replace('1', '7')],
  ['shorter', ROWS.slice(1)],
  ['gone', undefined],
] as const) {
  test(`a file that is ${what} on the disk is written anew, and what was sent of it is removed`, async (t) => {
    const started = await start(t, { compression: 'none' });
    const { execute, needs, written, files, abandoned, filesOfRun } = started;
    const file = await putFile(started, {});
    mkdirSync(needs.spool, { recursive: true });
    if (content !== undefined) writeFileSync(spoolPath(needs, file), content);
    files.set('kept/f/1', 'a part');

    await execute();

    assert.equal(written.length, 1);
    assert.deepEqual(abandoned, [['kept/f/1', 'm-0']]);
    assert.equal(files.has('kept/f/1'), false);
    assert.match(String((await filesOfRun())[0]?.name), /^all-events-1\/dt=2026-01-15\//);
  });
}

test('files that are done are left alone', async (t) => {
  const started = await start(t);
  await putFile(started, { state: 'done', mark: null });

  const { manifest } = await started.execute();

  assert.deepEqual([started.written, [...started.sent.keys()]], [[], []]);
  assert.equal(manifest.totals.rows, 2);
});

test('uploads of the export that no file knows are ended', async (t) => {
  const started = await start(t);
  await putFile(started, { state: 'done', mark: 'm-0' });
  const asked: unknown[] = [];
  Object.assign(started.place.files, {
    unfinished: async (prefix: string) => {
      asked.push(prefix);
      return [
        { name: 'kept/x', mark: 'm-0' },
        { name: 'kept/y', mark: 'm-9' },
      ];
    },
  });

  await started.execute();

  assert.deepEqual(asked, ['kept/all-events-1/']);
  assert.deepEqual(started.abandoned, [['kept/y', 'm-9']]);
});

test('a run goes on where uploads cannot be listed, and ends where it was cancelled', async (t) => {
  const { execute, place, answers, metadata, organization, written } = await start(t);
  Object.assign(place.files, { unfinished: () => Promise.reject(new Error('no right')) });
  answers.counts = [[[0, 2]]];
  await metadata.transaction((unit) => endOpenRun(unit, organization, 'exp_1', 'cancelled', NOON));

  await assert.rejects(execute(), { name: 'Cancelled' });
  assert.deepEqual(written, []);
});
