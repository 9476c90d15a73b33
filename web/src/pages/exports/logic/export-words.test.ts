import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExportHealth } from '../../../../../src/spec/exports.ts';
import {
  everyWords,
  formatWords,
  progressWords,
  scheduleWords,
  spanWords,
  exportProblemOf,
} from './export-words.ts';

test('schedules are said in words', () => {
  assert.equal(everyWords('1h'), 'every hour');
  assert.equal(everyWords('15m'), 'every 15 minutes');
  assert.equal(everyWords('24h'), 'daily at 00:00 UTC');
  assert.equal(scheduleWords({ cron: '0 6 * * *' }, 'Europe/Berlin'), '0 6 * * * (Europe/Berlin)');
  assert.equal(
    scheduleWords({ cron: '0 6 * * *', timeZone: 'Asia/Tokyo' }, 'UTC'),
    '0 6 * * * (Asia/Tokyo)',
  );
});

test('compression is named where there is a choice', () => {
  assert.equal(formatWords('parquet', 'zstd'), 'Parquet');
  assert.equal(formatWords('jsonl', 'gzip'), 'JSON Lines, gzip');
  assert.equal(formatWords('jsonl', 'none'), 'JSON Lines');
});

test('a lag is told without seconds', () => {
  assert.equal(spanWords(0), '1 minute');
  assert.equal(spanWords(61 * 60), '61 minutes');
  assert.equal(spanWords(26 * 3600), '26 hours');
  assert.equal(spanWords(14 * 86_400), '14 days');
});

test('a run tells how far it is once it has counted', () => {
  const counting = { rows: 0, rowsPlanned: null, filesDone: 0, filesPlanned: null, bytes: 0 };
  const half = { rows: 2e6, rowsPlanned: 3e6, filesDone: 1, filesPlanned: 2, bytes: 5 * 1024 ** 2 };

  assert.equal(progressWords(counting), 'counting events');
  assert.equal(progressWords(half), '2,000,000 of 3,000,000 rows in 1 of 2 files, 5 MB');
});

const shown = (health: ExportHealth, running: string | null = 'run_1') => ({
  health,
  healthDetail: "The bucket doesn't exist.",
  mode: 'archive' as const,
  running,
  destination: { kind: 's3' as const },
});

test('a failure says why and what to do', () => {
  const open = exportProblemOf(shown('failing'));
  const ended = exportProblemOf(shown('failing', null));

  assert.equal(open?.why, "The bucket doesn't exist.");
  assert.match(open?.todo ?? '', /^Check the key, bucket and endpoint under Edit.* Then retry\./);
  assert.match(ended?.todo ?? '', /Then run it now\. No events are lost/);
  assert.match(exportProblemOf(shown('retrying'))?.todo ?? '', /Retries continue automatically/);
  assert.match(exportProblemOf(shown('late'))?.todo ?? '', /Increase the retention/);
});

test('where all is well there is nothing to say', () => {
  for (const health of ['new', 'ok', 'disabled'] as const) {
    assert.equal(exportProblemOf(shown(health)), undefined);
  }
});

test('a report that fails promises nothing about what it misses', () => {
  const report = { ...shown('retrying'), mode: 'report' as const };

  assert.doesNotMatch(exportProblemOf(report)?.todo ?? '', /Nothing is lost/);
});
