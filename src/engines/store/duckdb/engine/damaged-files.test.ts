import assert from 'node:assert/strict';
import {
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { logRecord } from '../../../../../test/support/log-records.ts';
import { encodedBatch, openFiles } from '../../../../../test/support/store/open-day-files.ts';
import { seededRandom } from '../../../../../test/support/seeded-random.ts';
import { newFolder } from '../../../../../test/support/store/supervised-store.ts';
import { systemClock } from '../../../../base/clock.ts';

const BATCHES = 12;
const ROWS = 20;
const POSITIONS = 16;
const bodyOf = (batch: number): string => `batch ${String(batch).padStart(2, '0')}`;

/** A folder as a killed engine leaves it: with rows in its log. */
async function crashedFolder(t: TestContext, batches = BATCHES): Promise<string> {
  const [open, left] = [newFolder(t), newFolder(t)];
  using opened = await openFiles(open, systemClock);
  for (let i = 0; i < batches; i++) await insert(opened, bodyOf(i));
  cpSync(open, left, { recursive: true });
  return left;
}

async function insert(opened: Awaited<ReturnType<typeof openFiles>>, body: string): Promise<void> {
  const records = Array.from({ length: ROWS }, () => logRecord({ body }));
  await opened.inserter.insert(encodedBatch(records));
}

function fileWith(folder: string, ending: string): string {
  const name = readdirSync(folder).find((each) => each.endsWith(ending));
  assert(name !== undefined, `there is no file with ${ending}`);
  return join(folder, name);
}

interface Outcome {
  readonly kept: number;
  readonly unreadable: readonly string[];
}

/** What must hold whatever happened to the log: whole batches, no hole, new rows, and word of what is missing. */
async function checkFolder(folder: string, what: string): Promise<Outcome> {
  const first = await look(folder, what, 'new 1');
  const second = await look(folder, what, 'new 2');
  assert.deepEqual(second, first, `${what}: the second start tells the same`);
  return first;
}

async function look(folder: string, what: string, fresh: string): Promise<Outcome> {
  using opened = await openFiles(folder, systemClock);
  const counts = await opened.bodies();
  assert(
    [...counts.values()].every((count) => count === ROWS),
    `${what}: whole batches`,
  );
  const old = [...counts.keys()].filter((body) => body.startsWith('batch')).toSorted();
  const expected = Array.from({ length: old.length }, (_, i) => bodyOf(i));
  assert.deepEqual(old, expected, `${what}: no hole`);
  const unreadable = [...opened.files.unreadable()];
  if (old.length < BATCHES) assert(unreadable.length > 0, `${what}: ${old.length} without a word`);
  await insert(opened, fresh);
  assert.equal((await opened.bodies()).get(fresh), ROWS, `${what}: takes rows`);
  return { kept: old.length, unreadable };
}

test('a folder that a killed engine left is whole, and nothing is reported', async (t) => {
  const folder = await crashedFolder(t);

  assert.deepEqual(await checkFolder(folder, 'crash'), { kept: BATCHES, unreadable: [] });
});

const DAMAGES: Readonly<Record<string, (log: string, bytes: Buffer, at: number) => void>> = {
  'is cut': (log, _, at) => truncateSync(log, at),
  'ends with zeros': (log, bytes, at) => writeFileSync(log, bytes.fill(0, at)),
  'has a flipped bit': (log, bytes, at) => {
    bytes[at] = (bytes[at] ?? 0) ^ 0x10;
    writeFileSync(log, bytes);
  },
};

for (const [what, damage] of Object.entries(DAMAGES)) {
  test(`a log that ${what} loses no batch without a word`, async (t) => {
    const left = await crashedFolder(t);
    const whole = readFileSync(fileWith(left, '.wal'));
    const random = seededRandom(whole.length);
    const kept: number[] = [];
    for (let i = 0; i < POSITIONS; i++) {
      const folder = newFolder(t);
      cpSync(left, folder, { recursive: true });
      const at = i === 0 ? 0 : random.integer(0, whole.length - 1);
      damage(fileWith(folder, '.wal'), Buffer.from(whole), at);
      kept.push((await checkFolder(folder, `${what} at ${at} of ${whole.length}`)).kept);
    }
    // The damage was somewhere else each time, and what stood before it is there.
    assert(new Set(kept).size > 3, String(kept));
  });
}

test('zeros behind the last entry are what a power cut leaves: nothing is missing', async (t) => {
  const folder = await crashedFolder(t);
  const log = fileWith(folder, '.wal');
  writeFileSync(log, Buffer.concat([readFileSync(log), Buffer.alloc(4_096)]));

  assert.deepEqual(await checkFolder(folder, 'zeros'), { kept: BATCHES, unreadable: [] });
});

test('half an entry behind the last one was never promised', async (t) => {
  const folder = await crashedFolder(t);
  const log = fileWith(folder, '.wal');
  const bytes = readFileSync(log);
  writeFileSync(
    log,
    Buffer.concat([bytes, bytes.subarray(bytes.length - 500, bytes.length - 200)]),
  );

  const { kept } = await checkFolder(folder, 'half an entry');

  assert.equal(kept, BATCHES);
});

test('a log that is gone is missed', async (t) => {
  const folder = await crashedFolder(t);
  truncateSync(fileWith(folder, '.wal'), 0);

  const { kept, unreadable } = await checkFolder(folder, 'no log');

  assert.equal(kept, 0);
  assert.equal(unreadable.length, 1);
});

test('the log of another file is put aside', async (t) => {
  const [folder, other] = [await crashedFolder(t), await crashedFolder(t)];
  writeFileSync(fileWith(folder, '.wal'), readFileSync(fileWith(other, '.wal')));

  const { kept, unreadable } = await checkFolder(folder, 'other log');

  assert.equal(kept, 0);
  assert(unreadable.some((name) => name.includes('.wal.damaged-')));
});

test('a log without its file is kept aside, and is not taken for that of a new file', async (t) => {
  const folder = await crashedFolder(t);
  const file = fileWith(folder, '.duckdb');
  renameSync(file, join(newFolder(t), 'elsewhere'));

  const { kept, unreadable } = await checkFolder(folder, 'lonely log');

  assert.equal(kept, 0);
  assert(unreadable.some((name) => name.includes('.wal.damaged-')));
});

test('a file that is no database is named, stays as it is, and others go on', async (t) => {
  const folder = await crashedFolder(t);
  const broken = join(folder, '20200101.duckdb');
  writeFileSync(broken, 'hello '.repeat(5_000));

  const outcome = await checkFolder(folder, 'no database');

  assert.deepEqual(outcome, { kept: BATCHES, unreadable: ['20200101.duckdb'] });
  assert.equal(readFileSync(broken, 'utf8'), 'hello '.repeat(5_000));
});

test('the file of today may be the one that cannot be read', async (t) => {
  const folder = await crashedFolder(t);
  const file = fileWith(folder, '.duckdb');
  truncateSync(file, 5_000);

  const { kept, unreadable } = await checkFolder(folder, 'cut file');

  assert.equal(kept, 0);
  assert(unreadable.some((name) => file.endsWith(name)));
});

test('a file that a crash left half made or half removed is nothing to worry about', async (t) => {
  const folder = await crashedFolder(t);
  writeFileSync(join(folder, '20260101.duckdb.new'), '');
  writeFileSync(join(folder, '20260102.duckdb.new'), Buffer.alloc(4_096));
  writeFileSync(join(folder, '20260102.duckdb.new.wal'), 'half');
  writeFileSync(join(folder, '20260103.duckdb.removed'), 'rows');
  writeFileSync(join(folder, '20260103.duckdb.wal'), 'deletions');

  assert.deepEqual(await checkFolder(folder, 'half made'), { kept: BATCHES, unreadable: [] });
  const left = readdirSync(folder).filter((name) => name.startsWith('202601'));
  assert.deepEqual(left, []);
});

test('damage that is met while rows are read is told, and does not stop the start', async (t) => {
  const folder = newFolder(t);
  {
    using opened = await openFiles(folder, systemClock);
    const texts = Array.from({ length: 20_000 }, (_, i) => logRecord({ body: `row ${i * 7919}` }));
    await opened.inserter.insert(encodedBatch(texts));
  }
  const file = fileWith(folder, '.duckdb');
  const bytes = readFileSync(file);
  const blockBytes = 262_144;
  // Every block: of rows, of what they are, and of where they are.
  const reported: string[] = [];
  for (let at = 12_288 + 1_000; at < bytes.length; at += blockBytes) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    writeFileSync(file, damaged);
    using opened = await openFiles(folder, systemClock);
    await opened.bodies().catch((error: unknown) => opened.files.noteDamage(error));
    const unreadable = opened.files.unreadable();
    if (unreadable.length > 0) reported.push(...unreadable);
    else assert.equal((await opened.bodies()).size, 20_000);
  }
  assert(reported.length > 0);
});
