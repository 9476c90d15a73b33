import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../src/base/clock.ts';
import { createBlockEncoder } from '../../src/engines/store/block-encoder.ts';
import { createRowIds, formatRowId } from '../../src/engines/store/row-ids.ts';
import { createExport, readExport } from '../../src/features/exports/managing/manage-exports.ts';
import { listRuns, requestRun } from '../../src/features/exports/runs/request-runs.ts';
import { DAY_MS } from '../../src/spec/units.ts';
import { logRecord } from '../support/log-records.ts';
import { accessOn } from '../support/open-access.ts';
import { serveSimulatedStore } from '../support/store/open-simulated-store.ts';
import { readArchive } from '../support/exports/read-archive.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startPostgres } from '../support/metadata/start-postgres.ts';
import { startBucket } from '../support/s3/start-bucket.ts';
import { openBucket, openExportNode } from './open-export-node.ts';
import { removeFolder } from '../support/remove-folder.ts';

const NODE = fileURLToPath(new URL('./exports-node.ts', import.meta.url));
/** XPLAIN_TEST_CRASH_ROUNDS asks for more; each round is one kill. */
const ROUNDS = Number(process.env['XPLAIN_TEST_CRASH_ROUNDS'] ?? 4);
/** Much more than it takes: a lease of the dead node lasts three seconds here. */
const PATIENCE_MS = 120_000;

const { store, address } = await serveSimulatedStore(systemClock);

test('kill -9 of one of two nodes: every event is in one file', async (t) => {
  const seed = Number(process.env['XPLAIN_TEST_SEED'] ?? Date.now() % 1_000_000);
  t.diagnostic(`seed ${seed}, ${ROUNDS} kills`);
  const random = seededRandom(seed);
  const database = await startPostgres(t);
  if (database === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'xplain-export-crash-'));
  t.after(() => removeFolder(folder));
  const parts = { databaseUrl: database.url, store, folder };
  const { metadata, objects, clock, needs } = await openExportNode(parts);
  t.after(() => metadata[Symbol.asyncDispose]());
  const access = await accessOn(t, metadata);
  access.clock.advance(clock.now() - access.clock.now());
  const { id: organization, owner } = await access.newOrganization('enterprise');
  const whole = { ...needs, spool: join(folder, 'spool') };
  const bucket = await startBucket(t);
  bucket.partBytesMin = 1;
  const { endpoint, region, bucket: name, accessKeyId, secretAccessKey } = bucket.place;
  const key = { accessKeyId, secretAccessKey };
  const exportIds: string[] = [];
  for (const destination of [
    { kind: 'keep' },
    { kind: 's3', endpoint, region, bucket: name, prefix: 'logs', ...key },
  ] as const) {
    const made = await createExport(whole, owner.actor, {
      name: `All events, ${destination.kind}`,
      mode: 'archive',
      query: '*',
      schedule: { every: '24h' },
      startAt: new Date(Date.now() - DAY_MS / 24).toISOString(),
      format: 'jsonl',
      destination,
    });
    exportIds.push(made.id);
  }
  const rowIds = createRowIds({ now: () => Date.now() }, 4_711);
  const encoder = createBlockEncoder(rowIds);
  const ids: string[] = [];
  const write = async (): Promise<void> => {
    const now = Date.now();
    const records = Array.from({ length: random.integer(1, 60) }, (_, i) =>
      logRecord({
        organization,
        body: `event ${ids.length + i}`,
        timestamp: now - random.integer(0, 20 * DAY_MS),
      }),
    );
    const { bytes, firstSequence } = encoder.encode(records);
    await store.insert({ token: randomUUID(), blocks: [bytes], events: records.length });
    ids.push(...records.map((_, i) => formatRowId(firstSequence + i, rowIds.node)));
  };
  const ask = async (wanted: readonly string[] = exportIds): Promise<void> => {
    // A run that has not ended, or nothing to export yet, is no news.
    for (const id of wanted) await requestRun(whole, owner.actor, id).catch(() => {});
  };
  const start = (number: number): Promise<ChildProcess> =>
    startNode(t, [database.url, address.socketPath, address.key, folder, String(number)]);
  const nodes = [await start(0), await start(1)];

  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = random.integer(2, 6); turn > 0; turn--) {
      await write();
      await sleep(random.integer(100, 600));
    }
    await ask();
    await sleep(random.integer(0, 1_500));
    const victim = random.integer(0, 1);
    await kill(nodes[victim]);
    nodes[victim] = await start(victim);
  }
  await sleep(1_100);
  const last = Math.ceil(Date.now() / 1_000) * 1_000;
  const runsOf = async (id: string) =>
    (await listRuns(whole, owner.actor, id, { limit: 500, after: undefined })).data;
  for (const id of exportIds) {
    const tell = async (): Promise<string> => JSON.stringify((await runsOf(id)).slice(0, 3));
    await until(tell, async () => {
      await ask([id]);
      const { watermark } = await readExport(whole, owner.actor, id);
      return watermark !== null && Date.parse(watermark) >= last;
    });
  }
  for (const node of nodes) await kill(node);

  const inBucket = await openBucket({ kind: 's3', ...bucket.place, prefix: '' });
  const begun = bucket.requests.filter(({ method, target }) => isBegin(method, target)).length;
  for (const [place, id, archive] of [
    ['kept', exportIds[0] ?? '', await readArchive(objects, `${organization}/exports/`)],
    ['in a bucket', exportIds[1] ?? '', await readArchive(inBucket, 'logs/')],
  ] as const) {
    const runs = await runsOf(id);
    const tries = runs.reduce((sum, { attempts }) => sum + attempts, 0);
    t.diagnostic(
      `${place}: ${ids.length} events, ${archive.manifests.length} manifests, ${runs.length} runs in ${tries} tries`,
    );
    assert.deepEqual(archive.ids.toSorted(), ids.toSorted(), place);
    assert.equal(new Set(archive.ids).size, ids.length, place);
  }
  t.diagnostic(`${begun} uploads in parts were begun, ${bucket.uploads.size} are open`);
  assert(begun > 0);
  assert.equal(bucket.uploads.size, 0);
});

function isBegin(method: string, target: string): boolean {
  return method === 'POST' && /[?&]uploads/.test(target);
}

async function until(tell: () => Promise<string>, isDone: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!(await isDone())) {
    if (performance.now() > giveUpAt) assert.fail(`it did not come to its end: ${await tell()}`);
    await sleep(200);
  }
}

async function startNode(t: TestContext, places: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [NODE, ...places], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => kill(child));
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
