import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import type { ExportRun, ExportRunWithFiles } from '../../../contract/export-runs.ts';
import type { ScheduledExport } from '../../../contract/exports.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startExports } from '../../../../test/support/exports/start-exports.ts';

const store = await openTestStore();
const DRAFT = {
  name: 'All events',
  mode: 'archive',
  query: '*',
  schedule: { every: '1h' },
  format: 'jsonl',
  destination: { kind: 'keep' },
};

test('every event is in one file, named in a manifest, however late it is', async (t) => {
  const { access, call, write, runDue, objects } = await startExports(t, { store });
  const { id: organization, owner } = await access.newOrganization();
  const startAt = new Date(Date.now() - MINUTE_MS).toISOString();
  const created = await call('POST /api/v1/exports', { as: owner, body: { ...DRAFT, startAt } });
  assert.equal(created.status, 201, created.text);
  const { id } = created.body.data as ScheduledExport;
  const ids = await write(organization, [
    { body: 'now' },
    { body: 'late', agoMs: 20 * DAY_MS, fields: { service: 'pay', level: 'odd' } },
  ]);

  access.clock.advance(HOUR_MS);
  await runDue();

  const after = (await call(`GET /api/v1/exports/${id}`, { as: owner })).body
    .data as ScheduledExport;
  assert.equal(after.health, 'ok', after.healthDetail);
  const runs = (await call(`GET /api/v1/exports/${id}/runs`, { as: owner })).body
    .data as ExportRun[];
  const [run] = runs;
  assert.equal(run?.state, 'done');
  assert.equal(run.rows, 2);
  const whole = (await call(`GET /api/v1/exports/${id}/runs/${run.id}`, { as: owner })).body
    .data as ExportRunWithFiles;
  const [file] = whole.files;
  assert(file !== undefined);
  const object = await objects.read(`${organization}/exports/${file.name}`);
  assert(object !== undefined);
  const lines = zstdDecompressSync(await buffer(object.content))
    .toString()
    .trim()
    .split('\n');
  const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(rows.map(({ _id }) => String(_id)).toSorted(), ids.toSorted());
  const path = `GET /api/v1/exports/${id}/runs/${run.id}/files`;
  const answers = await Promise.all(
    ['1', '2', '0'].map((number) => call(`${path}/${number}`, { as: owner })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404, 400],
  );
});
