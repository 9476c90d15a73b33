import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fakeClock } from '../../../test/support/fake-clock.ts';
import { LIMITS as ALL } from '../../../test/support/limits.ts';
import { openTestMetadata } from '../../../test/support/open-test-metadata.ts';
import { silentLog } from '../../base/log.ts';
import { silentMetrics } from '../../base/metrics.ts';
import { openDiskObjects } from '../../engines/objects/disk/open-disk-objects.ts';
import type { CopiedFile, StampsOfFiles } from '../../engines/store/store.ts';
import { LIMITS } from '../../spec/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../spec/units.ts';
import { createBackups } from './backups.ts';
import { noteDrill } from './drill.ts';
import { createRecoveryReader } from './recovery.ts';
import { openRepository, type Repository } from './repository/open-repository.ts';
import { placeRestored, prepareTarget, RESTORING } from './restoring/place-restored.ts';
import { backupRoom } from './room.ts';
import { snapshotId } from './snapshot.ts';
import { inLanes } from './taking/in-lanes.ts';
import { keptSnapshots } from './taking/kept-snapshots.ts';
import { removeFolder } from '../../../test/support/remove-folder.ts';

const KEY = 'a key that is long enough to be one';
const never = new AbortController().signal;

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'xplain-backup-'));
  t.after(() => removeFolder(folder));
  return folder;
}

/** A node whose engines copy what the test gives them. */
async function startBackups(t: TestContext) {
  const clock = fakeClock();
  const [data, place] = [await newFolder(t), await newFolder(t)];
  const objects = await openDiskObjects({ clock, limits: ALL.objects }, place);
  const repository = await openRepository(objects, KEY, true);
  const counts = { read: 0, written: 0 };
  const watched: Repository = {
    ...repository,
    readChunk(name) {
      counts.read++;
      return repository.readChunk(name);
    },
    writeChunk(name, plain) {
      counts.written++;
      return repository.writeChunk(name, plain);
    },
  };
  const days = { content: Buffer.from('rows'), stamp: '' };
  const writes = (text: string) => (file: string) => writeFile(file, text);
  const metadata = await openTestMetadata(t);
  const copyFiles = async (known: StampsOfFiles) => {
    const folder = join(data, 'copies');
    await mkdir(folder, { recursive: true });
    const name = '20260115.duckdb';
    const isCopied = days.stamp === '' || known[name] !== days.stamp;
    if (isCopied) await writeFile(join(folder, name), days.content);
    const file: CopiedFile = { name, stamp: days.stamp, isCopied };
    return { folder, keptIn: 'days', files: [file], pauseMs: 0, version: 1 };
  };
  const needs = {
    clock,
    log: silentLog,
    metrics: silentMetrics,
    queue: { copyTo: writes('queue') },
    holding: { copyTo: writes('holding') },
    store: { copyFiles },
    metadata: { db: metadata.db, copyTo: writes('metadata') },
    folders: { data, objects: undefined, secret: undefined },
    release: '1.2.3',
  };
  const backups = createBackups({ ...needs, openRepository: async () => watched });
  return { backups, clock, repository, counts, days, needs, data };
}

test('a file is cut into chunks of one size, and what is there already is not written again', async (t) => {
  const { backups, clock, counts, days } = await startBackups(t);
  const { chunkBytes } = LIMITS.backup;
  days.content = Buffer.concat([Buffer.alloc(chunkBytes, 1), Buffer.alloc(chunkBytes, 2)]);
  await backups.take(never);
  // Two of the rows, and one each of queue, holding queue and metadata.
  assert.equal(counts.written, 2 + 3);

  clock.advance(SECOND_MS);
  await backups.take(never);
  assert.equal(counts.written, 2 + 3);

  clock.advance(SECOND_MS);
  days.content = Buffer.concat([days.content, Buffer.from([3])]);
  await backups.take(never);
  assert.equal(counts.written, 2 + 3 + 1);
});

test('each backup reads back what it wrote, and a share of the rest', async (t) => {
  const { backups, clock, counts, days } = await startBackups(t);
  const { chunkBytes, readBackRatio } = LIMITS.backup;
  days.content = Buffer.alloc(12 * chunkBytes);
  for (let at = 0; at < 12; at++) days.content[at * chunkBytes] = at;
  days.stamp = 'same';
  await backups.take(never);
  assert.equal(counts.read, 12 + 3);

  clock.advance(SECOND_MS);
  await backups.take(never);
  assert.equal(counts.read, 12 + 3 + Math.ceil((12 + 3) * readBackRatio));
});

test('a chunk that does not come back as it was leaves no backup', async (t) => {
  const { backups, clock, days, repository, needs } = await startBackups(t);
  await backups.take(never);
  const before = await repository.listSnapshots();
  days.content = Buffer.from('other rows');
  const lossy: Repository = { ...repository, writeChunk: async () => 0 };
  const other = createBackups({ ...needs, openRepository: async () => lossy });
  clock.advance(SECOND_MS);

  await assert.rejects(other.take(never), /is missing/);

  assert.deepEqual(await repository.listSnapshots(), before);
});

test('a node is degraded when its newest backup is too old, also after a restart', async (t) => {
  const { backups, clock, needs, repository } = await startBackups(t);
  await backups.take(never);
  clock.advance(LIMITS.backup.ageMsMax);
  assert.equal((await backups.health()).state, 'up');
  clock.advance(1);
  assert.equal((await backups.health()).state, 'degraded');

  const later = createBackups({ ...needs, openRepository: async () => repository });
  await later.list();
  assert.equal((await later.health()).state, 'degraded');
  await later.take(never);
  assert.equal((await later.health()).state, 'up');
});

test('chunks that no backup needs go with the next sweep', async (t) => {
  const { backups, clock, repository } = await startBackups(t);
  await backups.take(never);
  const name = await repository.nameOf(Buffer.from('nobody needs this'));
  await repository.writeChunk(name, Buffer.from('nobody needs this'));
  clock.advance(LIMITS.backup.sweepEveryMs - 1);
  await backups.take(never);
  assert.ok((await repository.listChunks()).has(name));

  clock.advance(1);
  await backups.take(never);

  assert.ok(!(await repository.listChunks()).has(name));
  const { faults, backups: count } = await backups.verify(true);
  assert.deepEqual([faults, count], [[], 3]);
});

test('a day of backups is kept whole, a week by day, four weeks by week', () => {
  const { keepAllMs, keepDailyMs, keepWeeklyMs } = LIMITS.backup;
  const now = Date.UTC(2026, 10, 16, 12);
  const kept = (ages: readonly number[]): number[] => {
    const ids = new Map(ages.map((age) => [snapshotId(now - age), age]));
    return [...keptSnapshots([...ids.keys()], now)].map((id) => ids.get(id) ?? -1);
  };

  // Two of one day, at noon and before it: the later one stands for the day.
  assert.deepEqual(kept([0, MINUTE_MS, keepAllMs]), [0, MINUTE_MS, keepAllMs]);
  assert.deepEqual(kept([0, keepAllMs, keepAllMs + 1]), [0, keepAllMs]);
  assert.deepEqual(kept([0, 3 * DAY_MS, 3 * DAY_MS + HOUR_MS]), [0, 3 * DAY_MS]);
  const week = [5 * DAY_MS, keepDailyMs, keepDailyMs + HOUR_MS];
  assert.deepEqual(kept([0, ...week]), [0, 5 * DAY_MS, keepDailyMs]);
  assert.deepEqual(kept([0, 20 * DAY_MS, keepWeeklyMs]), [0, 20 * DAY_MS, keepWeeklyMs]);
  assert.deepEqual(kept([0, keepWeeklyMs + 1]), [0]);
  assert.deepEqual(kept([keepWeeklyMs + 1]), [keepWeeklyMs + 1], 'the newest always stays');
});

test('backups and what is noted beside them come as often as they are promised', async (t) => {
  const { needs, data } = await startBackups(t);
  await using opened = new AsyncDisposableStack();
  const backup = {
    openObjects: () => assert.fail('not yet'),
    readKey: async () => KEY,
    folders: { data, objects: undefined, secret: undefined },
    release: '1.2.3',
  };
  const { jobs } = backupRoom.open({ ...needs, opened, backup });
  assert.deepEqual(
    jobs?.map(({ everyMs }) => everyMs),
    [LIMITS.backup.everyMs, LIMITS.backup.ledgerEveryMs],
  );
  assert.deepEqual(backupRoom.open({ ...needs, opened, backup: undefined }), {});
  const store = {};
  assert.throws(() => backupRoom.open({ ...needs, store, opened, backup }), /embedded ClickHouse/);
});

test('no more chunks are under way at once than is promised, and the first failure ends it', async () => {
  const { chunksAtOnce } = LIMITS.backup;
  let running = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
  };
  await inLanes(
    Array.from({ length: 20 }, (_, at) => at),
    chunksAtOnce,
    work,
  );
  assert.equal(most, chunksAtOnce);

  let begun = 0;
  const failing = inLanes(
    Array.from({ length: 20 }, (_, at) => at),
    chunksAtOnce,
    async () => {
      begun++;
      throw new Error('no');
    },
  );
  await assert.rejects(failing, /no/);
  assert.ok(begun <= chunksAtOnce);
});

test('a place is refused with another key, and when a later release has made it', async (t) => {
  const clock = fakeClock();
  const place = await newFolder(t);
  const objects = await openDiskObjects({ clock, limits: ALL.objects }, place);
  await assert.rejects(openRepository(objects, KEY, false), /No Xplain backups/);
  await openRepository(objects, KEY, true);
  await assert.rejects(openRepository(objects, `${KEY}!`, true), /another key/);
  await writeFile(join(place, 'xplain/repository'), '{"version":2,"salt":"","proof":""}');
  await assert.rejects(openRepository(objects, KEY, true), /format 2.*supports format 1/);
});

test('a restore takes an empty folder, or one that an interrupted restore has left', async (t) => {
  const data = await newFolder(t);
  const work = await prepareTarget(data);
  await writeFile(join(work, 'half'), '');
  await writeFile(join(data, 'moved up before the end'), '');
  await prepareTarget(data);
  assert.deepEqual(await readdir(data), [RESTORING]);
  await writeFile(join(work, 'whole'), '');
  await placeRestored(data);
  assert.deepEqual(await readdir(data), ['whole']);
  await assert.rejects(prepareTarget(data), /is not empty/);
});

test('what a drill took is remembered beside the backups, and the newest backup is known', async (t) => {
  const { backups, clock, repository, needs } = await startBackups(t);
  const read = createRecoveryReader(clock, async () => repository);
  const gauges = new Map<string, () => unknown>();
  const gauge = (name: string, _help: string, value: () => unknown): void =>
    void gauges.set(name, value);

  assert.deepEqual(await read(), { backupAt: undefined, drill: undefined });
  const at = clock.now();
  const { id } = await backups.take(never);
  const drill = { at, backup: id, rtoMs: 61_500, bytes: 1_000 };
  await noteDrill(repository, drill);
  // What was read is good for a minute.
  assert.equal((await read()).drill, undefined);
  clock.advance(LIMITS.targets.readEveryMs);
  assert.deepEqual(await read(), { backupAt: at, drill });

  const metrics = { ...silentMetrics, gauge };
  const again = createBackups({ ...needs, metrics, openRepository: async () => repository });
  assert.deepEqual(gauges.get('xplain_drill_seconds')?.(), []);
  await again.take(never);
  assert.equal(gauges.get('xplain_drill_seconds')?.(), 61.5);

  for (const unknown of ['null', '{}', '{"at":1,"backup":7,"rtoMs":1,"bytes":1}']) {
    await repository.writeDrill(unknown);
    clock.advance(LIMITS.targets.readEveryMs);
    assert.equal((await read()).drill, undefined, unknown);
  }
});

test('a place that could not be read is asked again by the next who looks', async (t) => {
  const { clock, repository } = await startBackups(t);
  let isAway = true;
  const read = createRecoveryReader(clock, async () => {
    if (isAway) throw new Error('away');
    return repository;
  });

  await assert.rejects(read(), /away/);
  isAway = false;
  assert.equal((await read()).backupAt, undefined);
});
