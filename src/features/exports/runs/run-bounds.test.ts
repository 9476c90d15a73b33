/** Both sides of the bounds of exports and of their runs. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../../../base/log.ts';
import type { ExportPreview } from '../../../contract/exports.ts';
import type { ExportRunRow } from '../../../engines/metadata/tables/exports.ts';
import { runDue as runDueOf } from '../../../engines/schedule/schedule.ts';
import type { QueryOptions } from '../../../engines/store/store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openSimulatedStore } from '../../../../test/support/store/open-simulated-store.ts';
import { startOneExport } from '../../../../test/support/exports/start-one-export.ts';
import { previewExport } from '../managing/preview-export.ts';
import { recountRuns } from './recount-runs.ts';
import { runExports } from './run-exports.ts';
import type { RunNeeds } from './run-needs.ts';
import { tidyExports, tidySpool } from './tidy-exports.ts';
import { watchRun } from './watch-run.ts';

const limits = LIMITS.exports;
const storeClock = fakeClock(Date.UTC(2026, 2, 1, 12));
const store = await openSimulatedStore(storeClock);
const never = new AbortController().signal;

const start = (t: TestContext, change?: Readonly<Record<string, unknown>>) =>
  startOneExport(t, { store, storeClock }, change);
type Started = Awaited<ReturnType<typeof start>>;

function runWith({ access, exportNeeds }: Started, change: Partial<RunNeeds>): Promise<void> {
  const { metadata, clock } = access;
  const needs = { ...exportNeeds, ...change };
  return runDueOf({ metadata, clock, log: silentLog }, runExports(needs), never);
}

const readRow = ({ access, id }: Started): Promise<ExportRunRow> =>
  access.metadata.db
    .selectFrom('export_runs')
    .selectAll()
    .where('export_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('revision', 'desc')
    .executeTakeFirstOrThrow();

/** Four events, a minute after each other, and a file for each of them. */
async function fourFiles(t: TestContext, filesPerRunMax: number) {
  const started = await start(t);
  const { write, advance, exportNeeds, runs, archive, ids } = started;
  for (const body of ['one', 'two', 'three', 'four']) {
    await write(body);
    advance(MINUTE_MS);
  }
  advance(HOUR_MS);
  const bounds = { ...LIMITS, exports: { ...limits, sliceRowsMax: 1, filesPerRunMax } };
  await runWith(started, { search: { ...exportNeeds.search, limits: bounds } });
  assert.deepEqual((await archive()).ids.toSorted(), ids.toSorted());
  return (await runs()).map(({ state, filesDone }) => `${state} ${filesDone}`).toSorted();
}

test('a window of as many files as a run may have is one run, of more it is cut and goes on', async (t) => {
  assert.deepEqual(await fourFiles(t, 4), ['done 4']);
  assert.deepEqual(await fourFiles(t, 3), ['done 1', 'done 3']);
  assert.equal(limits.filesPerRunMax, 1_000);
});

test('a second revision of too many files fails in words, and is not cut', async (t) => {
  const started = await start(t);
  const { write, advance, runDue, recount, exportNeeds, runs } = started;
  await write('one');
  advance(HOUR_MS + 2 * MINUTE_MS);
  await runDue();
  storeClock.advance(-HOUR_MS);
  await write('behind');
  storeClock.advance(HOUR_MS);
  advance(limits.recountAfterMs);
  await recount();

  const bounds = { ...LIMITS, exports: { ...limits, sliceRowsMax: 1, filesPerRunMax: 1 } };
  await runWith(started, { search: { ...exportNeeds.search, limits: bounds } });

  const second = (await runs()).find(({ revision }) => revision === 2);
  assert.deepEqual(
    [second?.state, second?.error],
    ['retrying', 'The window has more events than one run can export.'],
  );
});

test('a statement of a run has its own time and memory', async (t) => {
  const started = await start(t);
  const { write, advance, exportNeeds } = started;
  await write('one');
  advance(HOUR_MS + 2 * MINUTE_MS);
  const seen: (QueryOptions | undefined)[] = [];
  const watched = {
    ...store,
    export: (...[statement, format, options]: Parameters<typeof store.export>) => {
      seen.push(options);
      return store.export(statement, format, options);
    },
  };

  await runWith(started, { search: { ...exportNeeds.search, store: watched } });

  const { statementMsMax, statementBytesMax } = LIMITS.exports;
  assert.deepEqual(
    seen.map((options) => [options?.timeoutMs, options?.memoryBytesMax]),
    [[statementMsMax, statementBytesMax]],
  );
});

/** How many runs were under way at once, of so many exports that are due. */
async function mostAtOnce(
  t: TestContext,
  exports: { readonly organizations: number; readonly each: number },
): Promise<number> {
  const started = await start(t);
  const { access, call, advance, runDue, faults, write } = started;
  const { owner } = started;
  const body = {
    name: 'Another',
    mode: 'archive',
    query: '*',
    schedule: { every: '1h' },
    format: 'jsonl',
    destination: { kind: 'keep' },
  };
  await write('one');
  for (let i = 1; i < exports.each; i++) {
    const named = { ...body, name: `Another ${i}` };
    assert.equal((await call('POST /api/v1/exports', { as: owner, body: named })).status, 201);
  }
  for (let i = 1; i < exports.organizations; i++) {
    const other = await access.newOrganization();
    assert.equal((await call('POST /api/v1/exports', { as: other.owner, body })).status, 201);
    await started.writeFor(other.id, 'one');
  }
  advance(HOUR_MS + 2 * MINUTE_MS);
  let [now, most] = [0, 0];
  faults.upload = async () => {
    now += 1;
    most = Math.max(most, now);
    // Long enough for every other that may begin.
    await new Promise((resolve) => setTimeout(resolve, 300));
    now -= 1;
  };
  await runDue();
  return most;
}

test('of an organization one run is under way, of a node four', async (t) => {
  const { perOrganizationMax, perNodeMax } = LIMITS.exports;

  assert.equal(await mostAtOnce(t, { organizations: 1, each: 3 }), perOrganizationMax);
  assert.equal(await mostAtOnce(t, { organizations: perNodeMax + 1, each: 1 }), perNodeMax);
});

test('a run looks whether it was cancelled when its time for that has come, not before', async (t) => {
  const started = await start(t);
  const { write, advance, runDue, faults, access, exportNeeds } = started;
  await write('one');
  advance(HOUR_MS + 2 * MINUTE_MS);
  faults.upload = () => Promise.reject(new Error('for a run that is open'));
  await runDue();
  const run = await readRow(started);
  await access.metadata.db
    .updateTable('export_runs')
    .set({ state: 'cancelled', ended_at: 1 })
    .where('id', '=', run.id)
    .execute();
  t.mock.timers.enable({ apis: ['setInterval'] });
  using watched = watchRun(exportNeeds, run, never);
  const aborted = new Promise((resolve) => watched.signal.addEventListener('abort', resolve));

  t.mock.timers.tick(limits.cancelPollMs - 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(watched.signal.aborted, false);
  t.mock.timers.tick(1);
  await aborted;

  assert.equal(watched.reason()?.name, 'Cancelled');
});

test('a recount that fails is given up after its last try', async (t) => {
  const started = await start(t);
  const { write, advance, runDue, access, exportNeeds } = started;
  await write('one');
  advance(HOUR_MS + 2 * MINUTE_MS);
  await runDue();
  const { metadata, clock } = access;
  const failing = { ...store, query: () => Promise.reject(new Error('away')) };
  const needs = { ...exportNeeds, search: { ...exportNeeds.search, store: failing } };
  const due = { metadata, clock, log: silentLog };
  const first = (await readRow(started)).id;
  const dueAt = async (): Promise<number | null> => {
    const query = metadata.db.selectFrom('export_runs').select('due_at').where('id', '=', first);
    return (await query.executeTakeFirstOrThrow()).due_at;
  };

  for (let i = 1; i < limits.recountAttemptsMax; i++) {
    advance(limits.recountAfterMs);
    await runDueOf(due, recountRuns(needs), never);
  }
  assert.notEqual(await dueAt(), null);
  advance(limits.recountAfterMs);
  await runDueOf(due, recountRuns(needs), never);

  assert.equal(await dueAt(), null);
});

test('a recount waits a minute for a run that is open, and makes a bounded number of revisions', async (t) => {
  const started = await start(t);
  const { write, advance, runDue, recount, runs, faults, post, archive, ids } = started;
  const writeBehind = async (): Promise<void> => {
    storeClock.advance(-HOUR_MS);
    await write('behind');
    storeClock.advance(HOUR_MS);
  };
  await write('one');
  advance(HOUR_MS + 2 * MINUTE_MS);
  await runDue();
  const first = await readRow(started);
  await writeBehind();
  await write('two');
  advance(limits.recountAfterMs);
  faults.upload = () => Promise.reject(new Error('so that a run is open'));
  assert.equal((await post('run')).status, 202);
  await runDue();
  await recount();
  const { metadata } = started.access;
  const again = await metadata.db
    .selectFrom('export_runs')
    .select('due_at')
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow();
  assert.equal(again.due_at, storeClock.now() + limits.recountBusyMs);
  delete faults.upload;
  assert.equal((await post('retry')).status, 202);
  await runDue();
  advance(limits.recountBusyMs);
  await recount();
  await runDue();
  const ofFirst = async (): Promise<number[]> =>
    (await runs())
      .filter(({ from }) => Date.parse(from) === first.from_ms)
      .map(({ revision }) => revision)
      .toSorted((a, b) => a - b);
  assert.deepEqual(await ofFirst(), [1, 2]);

  // Into the same window, ever further back.
  for (let back = 2; back <= limits.revisionsMax + 1; back++) {
    storeClock.advance(first.to_ms - SECOND_MS - storeClock.now());
    const ahead = started.access.clock.now() - storeClock.now();
    await write(`behind ${back}`);
    storeClock.advance(ahead);
    advance(limits.recountAfterMs);
    await recount();
    await runDue();
  }

  const { revisionsMax } = limits;
  assert.deepEqual(
    await ofFirst(),
    Array.from({ length: revisionsMax }, (_, i) => i + 1),
  );
  // Two came when there was no further revision.
  assert.equal((await archive()).ids.length, ids.length - 2);
});

test('files that we keep make room when there are too many bytes of them, the oldest first', async (t) => {
  const started = await start(t);
  const { write, advance, runDue, access, exportNeeds, objects, organization } = started;
  for (const body of ['one', 'two']) {
    await write(body);
    advance(HOUR_MS + 2 * MINUTE_MS);
    await runDue();
  }
  const setBytes = (bytes: number) =>
    access.metadata.db
      .updateTable('export_files')
      .set({ byte_count: bytes / 2 })
      .where('organization_id', '=', organization)
      .execute();
  const files = async (): Promise<string[]> => {
    const listed = await objects.list(`${organization}/`, { limit: 100 });
    return listed.map(({ name }) => name).filter((name) => !name.includes('/manifests/'));
  };
  const [oldest, newest] = await files();
  const tidy = { ...exportNeeds, objects };

  await setBytes(limits.keepBytesMax);
  await tidyExports(tidy, never);
  assert.deepEqual(await files(), [oldest, newest]);
  await setBytes(limits.keepBytesMax + 2);
  await tidyExports(tidy, never);

  assert.deepEqual(await files(), [newest]);
});

test('what a dead node left on the disk goes when it is old', async (t) => {
  const { folder, exportNeeds } = await start(t);
  const spool = join(folder, 'old-spool');
  mkdirSync(spool);
  const path = join(spool, 'run_x-1');
  writeFileSync(path, 'rows');
  const now = exportNeeds.clock.now();
  const setAge = (ms: number): void => utimesSync(path, new Date(now - ms), new Date(now - ms));

  setAge(limits.spoolMsMax);
  await tidySpool({ spool, clock: exportNeeds.clock });
  assert(existsSync(path));
  setAge(limits.spoolMsMax + SECOND_MS);
  await tidySpool({ spool, clock: exportNeeds.clock });

  assert.equal(existsSync(path), false);
});

test('a preview names so many runs and rows, and counts so many days', async (t) => {
  const { call, owner, writeFor, organization, advance, exportNeeds } = await start(t);
  const { previewRunsMax, previewRowsMax, previewDays } = limits;
  const draft = { mode: 'archive', query: '*', schedule: { every: '1h' } };
  const preview = async (): Promise<ExportPreview> => {
    const answer = await call('POST /api/v1/exports/preview', { as: owner, body: draft });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data as ExportPreview;
  };
  const bodies = Array.from({ length: 2 * previewDays }, (_, i) => `event ${i}`);
  await writeFor(organization, ...bodies.slice(0, previewRowsMax - 1));
  advance(2 * SECOND_MS);
  assert.equal((await preview()).rows.length, previewRowsMax - 1);
  await writeFor(organization, ...bodies.slice(previewRowsMax - 1));
  advance(2 * SECOND_MS);

  const { runs, rows, rowsPerDay, measuredHours } = await preview();
  assert.deepEqual([runs.length, rows.length], [previewRunsMax, previewRowsMax]);
  assert.equal(rowsPerDay, Math.round((bodies.length * 24) / Number(measuredHours)));
  // Without a session, which does not last as long.
  advance(previewDays * DAY_MS);
  const later = { mode: 'archive', query: '*', schedule: { every: '1h' } } as const;
  const left = await previewExport(exportNeeds, owner.actor, later, never);
  assert.deepEqual([left.rowsPerDay, left.measuredHours], [0, 0]);
});

test('fields of destinations have bounds', async (t) => {
  const { call, owner } = await start(t);
  const { prefixCharactersMax, urlCharactersMax, keyCharactersMax, recipientsMax } = LIMITS.exports;
  let made = 0;
  const status = async (destination: object): Promise<number> => {
    const body = {
      name: `Another ${(made += 1)}`,
      mode: 'archive',
      query: '*',
      schedule: { every: '1h' },
      format: 'jsonl',
      destination,
    };
    return (await call('POST /api/v1/exports', { as: owner, body })).status;
  };
  const prefix = (characters: number): object => ({
    kind: 'folder',
    folder: 'archive',
    prefix: `${'a'.repeat(100)}/${'b'.repeat(characters - 101)}`,
  });
  const webhook = (characters: number): object => {
    const url = 'https://hooks.example.com/';
    return { kind: 'webhook', url: url.padEnd(characters, 'x') };
  };
  const bucket = (characters: number): object => ({
    kind: 's3',
    endpoint: 'https://s3.example.com',
    region: 'eu',
    bucket: 'logs',
    accessKeyId: 'k'.repeat(characters),
    secretAccessKey: 's',
  });
  // Whoever is no member is not found; more than there may be are not even looked for.
  const mail = (people: number): object => ({
    kind: 'mail',
    recipients: Array.from({ length: people }, (_, i) => `mem_${i}`),
  });

  assert.deepEqual(
    [await status(prefix(prefixCharactersMax)), await status(prefix(prefixCharactersMax + 1))],
    [201, 400],
  );
  assert.deepEqual(
    [await status(webhook(urlCharactersMax)), await status(webhook(urlCharactersMax + 1))],
    [201, 400],
  );
  assert.deepEqual(
    [await status(bucket(keyCharactersMax)), await status(bucket(keyCharactersMax + 1))],
    [201, 400],
  );
  assert.deepEqual(
    [await status(mail(recipientsMax)), await status(mail(recipientsMax + 1))],
    [404, 400],
  );
});
