/** Every example of the page about exports, run. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ScheduledExport } from '../../contract/exports.ts';
import { LIMITS } from '../../spec/limits.ts';
import { DAY_MS, MINUTE_MS } from '../../spec/units.ts';
import { fakeClock } from '../../../test/support/fake-clock.ts';
import { openSimulatedStore } from '../../../test/support/store/open-simulated-store.ts';
import { runCommand } from '../../../test/support/programs/run-command.ts';
import { startExports } from '../../../test/support/exports/start-exports.ts';
import { listRuns } from './runs/request-runs.ts';

const storeClock = fakeClock(Date.UTC(2026, 2, 2, 12));
const store = await openSimulatedStore(storeClock);
const page = readFileSync(new URL('../../../docs/exports.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/^```json example\n(.*?)^```/gms)].map(
  ([, text = '']) => JSON.parse(text) as { readonly name: string },
);

test('the page has examples', () => {
  assert.equal(examples.length, 3);
});

test('the locked example is accepted, up to the days there are', async (t) => {
  const [, text = ''] = /^```json locked\n(.*?)^```/ms.exec(page) ?? [];
  const body = JSON.parse(text) as { readonly destination: { readonly lockDays: number } };
  const { access, call } = await startExports(t, { store, storeClock });
  const { owner } = await access.newOrganization('enterprise');
  const { lockDaysMax } = LIMITS.exports;
  const statusWith = async (name: string, part: object): Promise<number> => {
    const destination = { ...body.destination, ...part };
    return (await call('POST /api/v1/exports', { as: owner, body: { ...body, name, destination } }))
      .status;
  };

  assert.equal(await statusWith('as it is', {}), 201);
  assert.equal(await statusWith('longest', { lockDays: lockDaysMax }), 201);
  assert.equal(await statusWith('none', { lockDays: 0 }), 201);
  for (const lockDays of [lockDaysMax + 1, -1, 0.5, '7']) {
    assert.equal(await statusWith('no', { lockDays }), 400, String(lockDays));
  }
  const folder = { kind: 'folder', folder: 'archive', lockDays: 1 };
  const refused = await call('POST /api/v1/exports', {
    as: owner,
    body: { ...body, name: 'no', destination: folder },
  });
  assert.equal(refused.status, 400, 'only buckets lock');
});

for (const body of examples) {
  test(`the example “${body.name}” writes a file, and its archive is whole`, async (t) => {
    const started = await startExports(t, { store, storeClock });
    const { access, call, write, advance, runDue, exportNeeds, folder } = started;
    const { id: organization, owner } = await access.newOrganization();
    const created = await call('POST /api/v1/exports', { as: owner, body });
    assert.equal(created.status, 201, created.text);
    const { id } = created.body.data as ScheduledExport;
    await write(organization, [
      { body: 'declined', level: 'error', fields: { service: 'payments' } },
    ]);
    advance(DAY_MS);
    await runDue();

    const { data: runs } = await listRuns(exportNeeds, owner.actor, id, {
      limit: 100,
      after: undefined,
    });
    const place = join(folder, 'objects', organization, 'exports');
    const key = await call(`GET /api/v1/exports/${id}/key`, { as: owner });
    const { key: signing } = key.body.data as { key: string };
    const verified = await runCommand(['archive', 'verify', place], {
      XPLAIN_ARCHIVE_KEY: signing,
    });
    const other = await runCommand(['archive', 'verify', place], { XPLAIN_ARCHIVE_KEY: 'xak_x' });

    assert(runs.length > 0);
    assert.deepEqual([...new Set(runs.map(({ state }) => state))], ['done']);
    assert.equal(
      runs.reduce((sum, { rows }) => sum + rows, 0),
      1,
    );
    assert.deepEqual([verified.code, verified.complained], [0, '']);
    assert.match(verified.printed, /1 rows.*\nArchive intact, signatures valid$/);
    assert.equal(other.code, 1);
  });
}

test('a preview shows the next runs with their offsets, some rows, and how many a day has', async (t) => {
  const { access, call, write, advance } = await startExports(t, { store, storeClock });
  const { id: organization, owner } = await access.newOrganization();
  const rows = Array.from({ length: 14 }, (_, i) => ({ body: `event ${i}` }));
  await write(organization, rows);
  advance(MINUTE_MS);

  const preview = await call('POST /api/v1/exports/preview', {
    as: owner,
    body: {
      mode: 'archive',
      query: '*',
      schedule: { cron: '30 2 28-30 3 *', timeZone: 'Europe/Berlin' },
    },
  });

  assert.equal(preview.status, 200, preview.text);
  const data = preview.body.data as {
    runs: { local: string }[];
    rows: unknown[];
    rowsPerDay: number;
    measuredHours: number;
  };
  assert.deepEqual(
    data.runs.slice(0, 3).map(({ local }) => local),
    ['2026-03-28T02:30:00+01:00', '2026-03-29T03:00:00+02:00', '2026-03-30T02:30:00+02:00'],
  );
  assert.deepEqual([data.runs.length, data.rows.length], [5, 10]);
  // All came just now, perhaps on both sides of a full hour: a week would say two a day.
  assert([1, 2].includes(data.measuredHours));
  assert.equal(data.rowsPerDay, (14 * 24) / data.measuredHours);
});
