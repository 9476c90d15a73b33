import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ScheduledExport } from '../../../../../src/contract/exports.ts';
import {
  changeOf,
  draftOf,
  EMPTY_EXPORT,
  type ExportForm,
  formOf,
  isChanged,
} from './export-form.ts';

const ARCHIVE: ScheduledExport = {
  id: 'exp_1',
  name: 'All events',
  version: 3,
  enabled: true,
  description: '',
  mode: 'archive',
  query: '*',
  schedule: { every: '1h' },
  earliest: null,
  latest: null,
  format: 'jsonl',
  compression: 'gzip',
  destination: {
    kind: 's3',
    endpoint: 'https://s3.example.com',
    region: 'eu-central-1',
    bucket: 'acme-logs',
    accessKeyId: 'AKIA',
  },
  startAt: '2026-11-01T00:00:00.000Z',
  watermark: '2026-11-01T00:00:00.000Z',
  lagSeconds: 60,
  health: 'ok',
  healthDetail: '',
  running: null,
  lastRunAt: null,
  nextRunAt: null,
  createdBy: 'ada@example.com',
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
};
const REPORT: ScheduledExport = {
  ...ARCHIVE,
  mode: 'report',
  schedule: { cron: '0 6 * * *', timeZone: 'Europe/Berlin' },
  earliest: '-1d@d',
  latest: '@d',
  format: 'csv',
  destination: { kind: 'webhook', host: 'hooks.example.com' },
};

test('an archive is sent without a range, a report without a start', () => {
  const form = { ...EMPTY_EXPORT, name: ' All ', startAt: '2026-11-01T00:00' };

  const archive = draftOf(form);
  const report = draftOf({ ...form, mode: 'report' });

  assert.deepEqual(archive, {
    name: 'All',
    mode: 'archive',
    query: '*',
    schedule: { every: '1h' },
    startAt: new Date('2026-11-01T00:00').toISOString(),
    format: 'parquet',
    destination: { kind: 'keep' },
  });
  assert.equal('startAt' in report, false);
  assert.deepEqual([report.earliest, report.latest], ['-24h', 'now']);
});

test('a schedule by cron names a zone only where one is chosen', () => {
  const form: ExportForm = { ...EMPTY_EXPORT, timing: 'cron', cron: ' 0 6 * * * ' };

  assert.deepEqual(draftOf(form).schedule, { cron: '0 6 * * *' });
  assert.deepEqual(draftOf({ ...form, timeZone: 'Asia/Tokyo' }).schedule, {
    cron: '0 6 * * *',
    timeZone: 'Asia/Tokyo',
  });
});

test('compression goes along with JSON Lines alone', () => {
  const form: ExportForm = { ...EMPTY_EXPORT, compression: 'gzip' };

  assert.equal('compression' in draftOf(form), false);
  assert.equal(draftOf({ ...form, format: 'jsonl' }).compression, 'gzip');
});

test('what was opened and left alone is no change', () => {
  for (const shown of [ARCHIVE, REPORT]) {
    assert.deepEqual(changeOf(formOf(shown), shown), { version: 3 });
    assert.equal(isChanged(formOf(shown), shown), false);
  }
});

test('a change holds what is different, and the version that was seen', () => {
  const form = formOf(ARCHIVE);

  assert.deepEqual(changeOf({ ...form, name: 'Everything', every: '6h' }, ARCHIVE), {
    version: 3,
    name: 'Everything',
    schedule: { every: '6h' },
  });
  assert.deepEqual(changeOf({ ...formOf(REPORT), latest: '' }, REPORT), {
    version: 3,
    latest: null,
  });
});

test('a destination is sent whole, without the secret that nobody entered', () => {
  const form = formOf(ARCHIVE);

  const { destination } = changeOf(
    { ...form, destination: { ...form.destination, prefix: 'acme' } },
    ARCHIVE,
  );

  assert.deepEqual(destination, { ...ARCHIVE.destination, prefix: 'acme', pathStyle: true });
});
