/** What becomes of an import around its files, on a metadata store alone. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { openAccess } from '../../../../test/support/open-access.ts';
import { readBlocks } from '../../../../test/support/read-block.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';
import { AppError } from '../../../base/errors.ts';
import { silentLog } from '../../../base/log.ts';
import type { ImportFileRow, ImportRow } from '../../../engines/metadata/tables/exports.ts';
import { ObjectsError } from '../../../engines/objects/objects.ts';
import { ClaimLost, Hopeless, NotNow } from '../../../engines/schedule/schedule.ts';
import type { InsertBatch } from '../../../engines/store/store.ts';
import { ArchiveProblem } from './archive-problem.ts';
import type { ImportJobNeeds } from './import-job-needs.ts';
import { insertImport, replaceImportFiles } from './imports-table.ts';
import { runImports } from './run-imports.ts';

const CREATED = Date.UTC(2026, 0, 16);
const FILES: Readonly<Record<string, string>> = {
  'a/1.jsonl': linesOf('one', 'two'),
  'a/2.jsonl': linesOf('three'),
};

function linesOf(...bodies: readonly string[]): string {
  const lines = bodies.map((event) =>
    JSON.stringify({ _time: '2026-01-01T00:00:00.000Z', _id: event, event }),
  );
  return `${lines.join('\n')}\n`;
}

function factsOf(name: string, rows: number, content = FILES[name] ?? '') {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const bytes = content.length;
  return { name, rows, bytes, sha256, from: '', to: '', format: 'jsonl', compression: 'none' };
}

async function start(t: TestContext, change: Partial<ImportRow> = {}) {
  const spool = mkdtempSync(join(tmpdir(), 'xplain-imports-'));
  t.after(() => removeFolder(spool));
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const { id: organization } = await access.newOrganization();
  const row: ImportRow = {
    ...IMPORT,
    organization_id: organization,
    created_at: CREATED,
    ...change,
  };
  const fileOf = (number: number, facts: ReturnType<typeof factsOf>): ImportFileRow => ({
    organization_id: organization,
    import_id: row.id,
    number,
    name: facts.name,
    facts: JSON.stringify(facts),
    first_sequence: null,
    node: null,
    is_stored: 0,
  });
  await metadata.transaction(async (unit) => {
    await insertImport(unit, row);
    const files = [fileOf(2, factsOf('a/2.jsonl', 1)), fileOf(1, factsOf('a/1.jsonl', 2))];
    await replaceImportFiles(unit, organization, row.id, files);
  });
  const contents = new Map(Object.entries(FILES));
  const inserted: InsertBatch[] = [];
  const faults: { insert?: () => Promise<void>; open?: Error; taken: number } = { taken: 0 };
  const files = {
    read: async (name: string) => {
      const content = contents.get(name.slice('base/'.length));
      if (content === undefined) return undefined;
      return { content: Readable.from([Buffer.from(content)]), bytes: content.length };
    },
    list: async () => [],
  };
  const openSource = () => {
    if (faults.open !== undefined) throw faults.open;
    return { files, nameOf: (path: string) => `base/${path}`, isKept: false };
  };
  const needs = {
    metadata,
    clock,
    log: silentLog,
    spool: join(spool, 'files'),
    destinations: { openSource },
    store: {
      insert: async (batch: InsertBatch) => {
        await faults.insert?.();
        inserted.push(batch);
      },
    },
    rowIds: async () => ({ node: 9, take: (count: number) => 100 + (faults.taken += count) }),
  } as unknown as ImportJobNeeds;
  const settled: unknown[] = [];
  const work = runImports(needs);
  const claimOf = (signal = new AbortController().signal) => ({
    attempts: 3,
    signal,
    settle: async (_: unknown, next: unknown) => void settled.push(next),
  });
  const find = () =>
    metadata.db
      .selectFrom('imports')
      .selectAll()
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
  return {
    metadata,
    clock,
    contents,
    inserted,
    faults,
    settled,
    spooled: () => readdirSync(needs.spool),
    run: async (signal?: AbortSignal) => work.work(await find(), claimOf(signal)),
    giveUp: async (reason: unknown) => work.giveUp(await find(), claimOf(), reason),
    find,
    change: (set: Partial<ImportRow>) =>
      metadata.db.updateTable('imports').set(set).where('id', '=', row.id).execute(),
    files: () => metadata.db.selectFrom('import_files').selectAll().orderBy('number').execute(),
    audit: async () =>
      (await access.auditOf(organization)).filter(({ action }) => action === 'import.finished'),
    insertOther: (other: Partial<ImportRow>) =>
      metadata.transaction((unit) => insertImport(unit, { ...row, ...other })),
  };
}

const IMPORT: Omit<ImportRow, 'organization_id' | 'created_at'> = {
  id: 'imp_1',
  state: 'waiting',
  source: '{"kind":"folder","folder":"archive"}',
  secret: null,
  index_name: 'again',
  days: 7,
  from_ms: null,
  to_ms: null,
  unsigned: 1,
  manifests: 1,
  files: 0,
  files_planned: 2,
  row_count: 0,
  rows_planned: 3,
  error: null,
  created_by: 'usr_1',
  ip_address: '192.0.2.7',
  user_agent: 'test',
  ended_at: null,
  due_at: 0,
  lease_until: null,
  claimed_by: null,
  fence: 0,
  attempts: 0,
};

test('imports are worked on two at a node, one of an organization', () => {
  const { work, giveUp, retryDelayMs, ...facts } = runImports({} as never);
  assert.deepEqual(facts, {
    name: 'imports',
    table: 'imports',
    owner: 'organization_id',
    placesMax: 2,
    perOwnerMax: 1,
    leaseMs: 30_000,
    everyMs: 1_000,
    channel: 'imports',
    attemptsMax: 5,
  });
  assert.equal(retryDelayMs(1), 60_000);
  assert.deepEqual([typeof work, typeof giveUp], ['function', 'function']);
});

test('the rows of every file are stored in order, under ids that are kept before', async (t) => {
  const { run, find, files, inserted, settled, audit, clock, spooled } = await start(t);

  await run();

  assert.deepEqual(
    inserted.map(({ token, events, isRepeated }) => [token, events, isRepeated]),
    [
      ['imp_1:1:0', 2, false],
      ['imp_1:2:0', 1, false],
    ],
  );
  const records = inserted.flatMap(({ blocks }) => blocks.flatMap((block) => readBlocks(block)));
  assert.deepEqual(
    records.map(({ body, index, retentionDays }) => [body, index, retentionDays]),
    [
      ['one', 'again', 22],
      ['two', 'again', 22],
      ['three', 'again', 22],
    ],
  );
  const ids = records.map(({ rowId }) => BigInt(`0x${rowId}`));
  assert.deepEqual(
    ids.map((id) => [id >> 16n, id & 0xffffn]),
    [
      [102n, 9n],
      [103n, 9n],
      [103n, 9n],
    ],
  );
  assert.deepEqual(
    (await files()).map((file) => [file.number, file.first_sequence, file.node, file.is_stored]),
    [
      [1, 102, 9, 1],
      [2, 103, 9, 1],
    ],
  );
  const { state, files: done, row_count, error, ended_at } = await find();
  assert.deepEqual([state, done, row_count, error, ended_at], ['done', 2, 3, null, clock.now()]);
  assert.deepEqual(settled, [{ dueAt: null, attempts: 3 }]);
  assert.deepEqual(spooled(), []);
  const [event, ...others] = await audit();
  assert.deepEqual(others, []);
  assert.equal(event?.resource, 'imp_1');
  assert.deepEqual(JSON.parse(String(event?.details)), { state: 'done', index: 'again', rows: 3 });
});

test('a second try leaves out what is stored, and says that the rest may be', async (t) => {
  const { run, metadata, inserted, faults, find } = await start(t, { files: 1, row_count: 2 });
  await metadata.db
    .updateTable('import_files')
    .set({ is_stored: 1 })
    .where('number', '=', 1)
    .execute();
  const known = { first_sequence: 40, node: 2 };
  await metadata.db.updateTable('import_files').set(known).where('number', '=', 2).execute();

  await run();

  assert.deepEqual(
    inserted.map(({ token, isRepeated }) => [token, isRepeated]),
    [['imp_1:2:0', true]],
  );
  const [record] = inserted.flatMap(({ blocks }) => blocks.flatMap((block) => readBlocks(block)));
  assert.equal(BigInt(`0x${record?.rowId}`), (40n << 16n) | 2n);
  assert.equal(faults.taken, 0);
  assert.deepEqual([(await find()).files, (await find()).row_count], [2, 3]);
});

for (const [problem, change, message] of [
  ['is gone', undefined, 'The file a/1.jsonl is missing.'],
  [
    'is longer',
    `${FILES['a/1.jsonl']}\n`,
    'The file a/1.jsonl has another size than its manifest says.',
  ],
  [
    'says something else',
    FILES['a/1.jsonl']?.replaceAll('two', 'six'),
    'The file a/1.jsonl was changed after it was written.',
  ],
] as const) {
  test(`nothing is stored of a file that ${problem}, and no further try is made`, async (t) => {
    const { run, contents, inserted, spooled } = await start(t);
    if (change === undefined) contents.delete('a/1.jsonl');
    else contents.set('a/1.jsonl', change);

    await assert.rejects(run(), (error: Error) => {
      assert.ok(error instanceof Hopeless && error.cause instanceof ArchiveProblem);
      assert.equal(error.message, message);
      return true;
    });
    assert.deepEqual(inserted, []);
    assert.deepEqual(spooled(), []);
  });
}

for (const rows of [1, 3]) {
  test(`a file of two rows of which its manifest says ${rows} is refused`, async (t) => {
    const { run, metadata, inserted } = await start(t);
    const facts = JSON.stringify(factsOf('a/1.jsonl', rows));
    await metadata.db.updateTable('import_files').set({ facts }).where('number', '=', 1).execute();

    await assert.rejects(run(), {
      name: 'Hopeless',
      message: 'The file a/1.jsonl has another number of rows than its manifest says.',
    });
    assert.deepEqual(inserted, []);
  });
}

test('one import of an organization runs at a time, as long as its node is alive', async (t) => {
  const { run, insertOther, clock, metadata, find } = await start(t);
  await insertOther({ id: 'imp_0', state: 'running', lease_until: clock.now() + 1 });

  await assert.rejects(run(), (error: Error) => {
    assert.ok(error instanceof NotNow);
    assert.deepEqual(
      [error.message, error.delayMs],
      ['another import of the organization is running', 5_000],
    );
    return true;
  });
  assert.equal((await find()).state, 'waiting');

  await metadata.db.updateTable('imports').set({ lease_until: clock.now() }).execute();
  await run();
  assert.equal((await find()).state, 'done');
});

test('an import that was cancelled meanwhile ends without a word', async (t) => {
  const { run, faults, change, clock, settled, inserted, audit, files } = await start(t);
  faults.insert = async () => void (await change({ ended_at: clock.now(), state: 'cancelled' }));

  await run();

  assert.equal(inserted.length, 1);
  assert.deepEqual(settled, [{ dueAt: null }]);
  assert.deepEqual(await audit(), []);
  assert.deepEqual(
    (await files()).map(({ is_stored }) => is_stored),
    [0, 0],
  );
});

test('an import that was cancelled before asks for no file', async (t) => {
  const { run, inserted, settled } = await start(t, { ended_at: 5, state: 'cancelled' });

  await run();

  assert.deepEqual([inserted, settled], [[], [{ dueAt: null }]]);
});

test('what is thrown says whether it is tried again', async (t) => {
  const { run, faults } = await start(t);
  const thrown = async (error: Error, signal?: AbortSignal): Promise<unknown> => {
    faults.insert = () => Promise.reject(error);
    return run(signal).then(
      () => undefined,
      (reason: unknown) => reason,
    );
  };
  const away = new AppError('STORAGE_UNAVAILABLE', 'away');
  const notNow = await thrown(away);
  assert.ok(notNow instanceof NotNow);
  assert.deepEqual(
    [notNow.message, notNow.delayMs, notNow.cause],
    ['the log store is away', 5_000, away],
  );
  const other = new AppError('CONFLICT', 'other');
  assert.equal(await thrown(other), other);
  const lost = new ClaimLost('imports', 'imp_1');
  assert.equal(await thrown(lost), lost);
  const passing = new ObjectsError('not_reached');
  assert.equal(await thrown(passing), passing);
  const lasting = await thrown(new ObjectsError('refused'));
  assert.ok(lasting instanceof Hopeless && lasting.cause instanceof ObjectsError);

  const stopped = new AbortController();
  const problem = new ArchiveProblem('late');
  faults.insert = async () => {
    stopped.abort();
    throw problem;
  };
  await assert.rejects(run(stopped.signal), (error) => error === problem);
});

test('an import that is given up says why, in at most 500 characters', async (t) => {
  for (const [reason, error] of [
    [new ArchiveProblem('x'.repeat(501)), 'x'.repeat(500)],
    [new ObjectsError('not_reached'), new ObjectsError('not_reached').message],
    [new Error('a key'), 'Something went wrong on our side.'],
  ] as const) {
    const { giveUp, find, settled, audit } = await start(t, { row_count: 2 });

    await giveUp(reason);

    assert.deepEqual([(await find()).state, (await find()).error], ['failed', error]);
    assert.deepEqual(settled, [{ dueAt: null, attempts: 3 }]);
    const [event] = await audit();
    const details = { state: 'failed', index: 'again', rows: 2 };
    assert.deepEqual(JSON.parse(String(event?.details)), details);
  }
});

test('one that was cancelled is not given up once more', async (t) => {
  const { giveUp, find, audit } = await start(t, { ended_at: 5, state: 'cancelled' });

  await giveUp(new Error('late'));

  assert.deepEqual([(await find()).state, (await find()).error], ['cancelled', null]);
  assert.deepEqual(await audit(), []);
});

test('events are kept for the days that were asked for, counted from the import', async (t) => {
  const created = Date.UTC(2026, 0, 11);
  const { run, inserted } = await start(t, { created_at: created, days: 5 });

  await run();

  const [record] = inserted.flatMap(({ blocks }) => blocks.flatMap((block) => readBlocks(block)));
  assert.deepEqual([record?.retentionDays, record?.receivedAt], [15, created]);
});
