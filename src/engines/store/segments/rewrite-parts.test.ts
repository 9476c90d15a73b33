/** What was removed or replaced stays so after a crash, even where somebody still reads the file of before. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type FakeClock, fakeClock } from '../../../../test/support/fake-clock.ts';
import { logRecord } from '../../../../test/support/log-records.ts';
import { partRowsOf } from '../../../../test/support/part-rows.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';
import { DAY_MS, HOUR_MS, MB } from '../../../spec/units.ts';
import { createThreadPool } from '../../threads/create-thread-pool.ts';
import type { PartAnswer, PartJob, PartSummary } from './part-jobs.ts';
import { openParts, type Parts } from './parts.ts';
import { createRewriting, type Rewriting } from './rewrite-parts.ts';
import { writePart } from './write-part.ts';

const NOW = Date.UTC(2026, 10, 18);
const ROWS = 5;
const OLD = '20261118-0000000001.parquet';
const never = new AbortController().signal;

interface Started {
  readonly folder: string;
  readonly parts: Parts;
  readonly old: PartSummary;
  readonly rewriting: Rewriting;
  readonly clock: FakeClock;
}

/** A folder with one part, that somebody reads until the test ends. */
function start(t: TestContext): Started {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-parts-'));
  t.after(() => removeFolder(folder));
  const records = Array.from({ length: ROWS }, (_, i) =>
    logRecord({ timestamp: NOW + i, retentionDays: i === 0 ? 3_650 : 1 }),
  );
  const part = writePart(partRowsOf(records), { tokens: [['a batch', NOW]], replaces: [] });
  writeFileSync(join(folder, OLD), Buffer.concat(part?.pieces ?? []));
  const thread = createThreadPool<PartJob, PartAnswer>({
    name: 'writing parts',
    program: new URL('part-thread.ts', import.meta.url),
    threadsMax: 1,
    waitingMax: 1,
    jobMsMax: 60_000,
    heapBytesMax: 512 * MB,
    tooBusy: () => new Error('busy'),
    tooLong: () => new Error('long'),
  });
  t.after(() => thread[Symbol.asyncDispose]());
  const clock = fakeClock(NOW);
  const parts = openParts(folder);
  const [old] = parts.all();
  assert(old !== undefined);
  return { folder, parts, old, rewriting: createRewriting({ parts, clock, thread }), clock };
}

const all = Uint32Array.from({ length: ROWS }, (_, row) => row);

function rowsAfterCrash(folder: string): number {
  return openParts(folder)
    .all()
    .reduce((sum, { rows }) => sum + rows, 0);
}

test('a part of which all rows are deleted does not come back while it is read', async (t) => {
  const { folder, parts, old, rewriting, clock } = start(t);
  const release = parts.hold([old]);

  await rewriting.remove(old, all);

  assert(existsSync(join(folder, OLD)), 'somebody reads it');
  const [empty] = parts.all();
  assert.deepEqual([empty?.rows, empty?.tokens], [0, [['a batch', NOW]]]);
  await rewriting.expire(never);
  assert.equal(parts.all().length, 1, 'it says what was deleted as long as the file is there');
  release();
  assert(!existsSync(join(folder, OLD)));
  clock.advance(2 * HOUR_MS);
  await rewriting.expire(never);
  assert.equal(parts.all().length, 0);
  assert.equal(rowsAfterCrash(folder), 0);
});

test('a crash while it is read brings back no row that was deleted', async (t) => {
  const { folder, parts, old, rewriting } = start(t);
  parts.hold([old]);

  await rewriting.remove(old, all);

  assert.equal(rowsAfterCrash(folder), 0);
  assert(!existsSync(join(folder, OLD)));
});

test('a part that was replaced long ago and is still read is not taken for a new one', async (t) => {
  const { folder, parts, old, rewriting } = start(t);
  parts.hold([old]);

  await rewriting.remove(old, Uint32Array.of(0));
  const [second] = parts.all();
  assert(second !== undefined);
  await rewriting.remove(second, Uint32Array.of(0));

  assert(existsSync(join(folder, OLD)));
  assert(!existsSync(join(folder, second.name)));
  assert.equal(rowsAfterCrash(folder), ROWS - 2);
});

test('a part whose rows are all past their retention stays as long as what it replaced is read', async (t) => {
  const { folder, parts, old, rewriting, clock } = start(t);
  const release = parts.hold([old]);
  // The one that would be kept for longer.
  await rewriting.remove(old, Uint32Array.of(0));
  clock.advance(2 * DAY_MS);

  await rewriting.expire(never);

  assert.equal(rowsAfterCrash(copyOf(t, folder)), ROWS - 1, 'the deleted one is not among them');
  release();
  await rewriting.expire(never);
  assert.equal(parts.all().length, 0);
  assert.equal(rowsAfterCrash(folder), 0);
});

/** What a crash would leave now. */
function copyOf(t: TestContext, folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'xplain-parts-'));
  t.after(() => removeFolder(copy));
  cpSync(folder, copy, { recursive: true });
  return copy;
}
