/** Both sides of what reading a file may take. */
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../../../test/support/limits.ts';
import { removeFolder } from '../../../../../test/support/remove-folder.ts';
import { factsOf, linesOf } from '../../../../../test/support/exports/start-imports.ts';
import {
  dataPage,
  plainValues,
  writeParquet,
} from '../../../../../test/support/exports/write-parquet.ts';
import { organizationId } from '../../../../base/ids.ts';
import type { Limits } from '../../../../spec/limits.ts';
import { DAY_MS, KB } from '../../../../spec/units.ts';
import { ArchiveProblem } from './archive-problem.ts';
import { createExpansion } from './create-expansion.ts';
import { openArchiveReader } from './open-archive-reader.ts';
import { readBatches } from './read-batches.ts';

const NOW = Date.UTC(2026, 0, 16);
const ROWS = 5;

function fileWith(t: TestContext, content: string | Buffer, format: 'jsonl' | 'parquet') {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-archive-'));
  t.after(() => removeFolder(folder));
  const path = join(folder, 'file');
  writeFileSync(path, content);
  const kind = { format, compression: 'none' } as const;
  const facts = factsOf('file', { content, rows: ROWS, kind });
  const terms = {
    organization: organizationId('org_1'),
    index: 're_x',
    importedAt: NOW,
    keptUntil: NOW + 7 * DAY_MS,
    limits: LIMITS.events,
  };
  return { path, facts, terms, first: 1, node: 1, stored: 0 };
}

/** Five rows in one group, each column in one page. */
function parquet(): Buffer {
  const columnOf = (name: string, valueOf: (i: number) => string) => {
    const content = plainValues(Array.from({ length: ROWS }, (_, i) => valueOf(i)));
    const numbers = { bytes: content.length, values: ROWS };
    return { name, pages: [dataPage(content, numbers)], values: ROWS };
  };
  return writeParquet(ROWS, [
    columnOf('_time', () => '2026-01-01T00:00:00.000Z'),
    columnOf('_id', (i) => `row ${i}`),
    columnOf('event', (i) => `${i}`.repeat(KB)),
  ]);
}

async function eventsOf(
  t: TestContext,
  limits: Partial<Limits['exports']>,
  content = parquet(),
): Promise<number> {
  const file = fileWith(t, content, 'parquet');
  let events = 0;
  for await (const batch of readBatches({ ...file, limits: { ...LIMITS.exports, ...limits } })) {
    events += batch.events;
  }
  return events;
}

test('a Parquet file is decoded in pieces of bounded rows and bytes', async (t) => {
  assert.equal(await eventsOf(t, {}), ROWS);
  assert.equal(await eventsOf(t, { importDecodedRowsMax: 2 }), ROWS);
  assert.equal(await eventsOf(t, { importDecodedBytesMax: 3 * KB }), ROWS);
  assert.equal(await eventsOf(t, { importDecodedBytesMax: 1 }), ROWS);
});

test('groups of rows of a Parquet file have a number, a size, and a number of values', async (t) => {
  const bytes = ROWS * ('2026-01-01T00:00:00.000Z'.length + 'row 0'.length + KB + 3 * 4);

  assert.equal(await eventsOf(t, { importGroupsMax: 1, importGroupBytesMax: bytes }), ROWS);
  assert.equal(await eventsOf(t, { importGroupValuesMax: ROWS }), ROWS);
  await assert.rejects(eventsOf(t, { importGroupsMax: 0 }), /is inconsistent/);
  await assert.rejects(eventsOf(t, { importGroupBytesMax: bytes - 1 }), /A group of rows/);
  await assert.rejects(eventsOf(t, { importGroupValuesMax: ROWS - 1 }), /has over 4 values/);
});

test('what a file becomes is bounded by its own size, but for small files, and in all', () => {
  const limits = {
    ...LIMITS.exports,
    importExpansionMax: 10,
    importExpansionBytesMin: 50,
    importExpandedBytesMax: 1_000,
  };
  for (const [fileBytes, most] of [
    [1, 50],
    [5, 50],
    [6, 60],
    [100, 1_000],
    [101, 1_000],
  ] as const) {
    for (const note of ['noteRead', 'noteMade'] as const) {
      const expansion = createExpansion(limits, fileBytes);
      expansion[note](most - 1);
      expansion[note](1);
      assert.throws(() => expansion[note](1), ArchiveProblem, `${fileBytes}`);
    }
  }
});

async function readWith(t: TestContext, limits: Partial<Limits['exports']>): Promise<number> {
  const content = linesOf(...Array.from({ length: ROWS }, (_, i) => `${i}`));
  const own = { ...LIMITS.exports, ...limits };
  await using reader = openArchiveReader(own, new AbortController().signal);
  let batches = 0;
  for await (const _ of reader.readFile(fileWith(t, content, 'jsonl'))) batches += 1;
  return batches;
}

test('a batch of rows and a file have a time', async (t) => {
  assert.equal(await readWith(t, { importBatchRowsMax: 2 }), 3);
  await assert.rejects(
    readWith(t, { importBatchMsMax: 0 }),
    new ArchiveProblem("file can't be read: it takes more than 0 s of computing time."),
  );
  await assert.rejects(
    readWith(t, { importFileMsMax: 0 }),
    new ArchiveProblem("file can't be read: it takes more than 0 s of computing time."),
  );
});

test('who stops reading hears the reason', async (t) => {
  const stop = new AbortController();
  await using reader = openArchiveReader({ ...LIMITS.exports, importBatchRowsMax: 1 }, stop.signal);
  const rows = reader.readFile(fileWith(t, linesOf('0', '1', '2', '3', '4'), 'jsonl'));
  assert.equal((await rows.next()).done, false);

  stop.abort(new Error('enough'));

  await assert.rejects(rows.next(), /enough/);
});
