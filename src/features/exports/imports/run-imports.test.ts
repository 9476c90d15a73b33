/** What becomes of an import around its files, on a metadata store alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBlocks } from '../../../../test/support/store/read-block.ts';
import {
  factsOf,
  IMPORTED_FILES,
  startImport,
} from '../../../../test/support/exports/start-imports.ts';
import { AppError } from '../../../base/errors.ts';
import { ObjectsError } from '../../../engines/objects/objects.ts';
import { ClaimLost, Hopeless, NotNow } from '../../../engines/schedule/schedule.ts';
import { ArchiveProblem } from './reading/archive-problem.ts';
import { runImports } from './run-imports.ts';

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
  const { run, find, files, inserted, settled, audit, clock, spooled } = await startImport(t);

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
  const { run, metadata, inserted, faults, find } = await startImport(t, {
    row: { files: 1, row_count: 2 },
  });
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
    `${IMPORTED_FILES['a/1.jsonl'].content}\n`,
    "The size of the file a/1.jsonl doesn't match its manifest.",
  ],
  [
    'says something else',
    IMPORTED_FILES['a/1.jsonl'].content.replaceAll('two', 'six'),
    'The file a/1.jsonl was changed after it was written.',
  ],
] as const) {
  test(`nothing is stored of a file that ${problem}, and no further try is made`, async (t) => {
    const { run, contents, inserted, spooled } = await startImport(t);
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
    const { run, metadata, inserted } = await startImport(t);
    const facts = JSON.stringify(factsOf('a/1.jsonl', { ...IMPORTED_FILES['a/1.jsonl'], rows }));
    await metadata.db.updateTable('import_files').set({ facts }).where('number', '=', 1).execute();

    await assert.rejects(run(), {
      name: 'Hopeless',
      message: 'a/1.jsonl: The number of rows differs from the manifest.',
    });
    assert.deepEqual(inserted, []);
  });
}

test('one import of an organization runs at a time, as long as its node is alive', async (t) => {
  const { run, insertOther, clock, metadata, find } = await startImport(t);
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
  const { run, faults, change, clock, settled, inserted, audit, files } = await startImport(t);
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
  const { run, inserted, settled } = await startImport(t, {
    row: { ended_at: 5, state: 'cancelled' },
  });

  await run();

  assert.deepEqual([inserted, settled], [[], [{ dueAt: null }]]);
});

test('what is thrown says whether it is tried again', async (t) => {
  const { run, faults } = await startImport(t);
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
    ['the log store is unavailable', 5_000, away],
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
    [new Error('a key'), 'Internal error. See the server log.'],
  ] as const) {
    const { giveUp, find, settled, audit } = await startImport(t, { row: { row_count: 2 } });

    await giveUp(reason);

    assert.deepEqual([(await find()).state, (await find()).error], ['failed', error]);
    assert.deepEqual(settled, [{ dueAt: null, attempts: 3 }]);
    const [event] = await audit();
    const details = { state: 'failed', index: 'again', rows: 2 };
    assert.deepEqual(JSON.parse(String(event?.details)), details);
  }
});

test('one that was cancelled is not given up once more', async (t) => {
  const { giveUp, find, audit } = await startImport(t, {
    row: { ended_at: 5, state: 'cancelled' },
  });

  await giveUp(new Error('late'));

  assert.deepEqual([(await find()).state, (await find()).error], ['cancelled', null]);
  assert.deepEqual(await audit(), []);
});

test('events are kept for the days that were asked for, counted from the import', async (t) => {
  const created = Date.UTC(2026, 0, 11);
  const { run, inserted } = await startImport(t, { row: { created_at: created, days: 5 } });

  await run();

  const [record] = inserted.flatMap(({ blocks }) => blocks.flatMap((block) => readBlocks(block)));
  assert.deepEqual([record?.retentionDays, record?.receivedAt], [15, created]);
});
