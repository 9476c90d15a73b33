import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FindingStatus } from '../../../spec/evaluation.ts';
import { evaluateOffline } from './evaluate-offline.ts';

function statusOf(lines: readonly string[], description: string): FindingStatus | undefined {
  const items = [{ id: 'a', description }];
  const { findings } = evaluateOffline({
    lines,
    criteria: 'How did it go?',
    items,
    mode: 'test_classification',
  });
  return findings[0]?.status;
}

const PAYOUTS = [
  '2026-03-02T06:00:12.120Z info payout booked payout=po-1004 duration_ms=19',
  '2026-03-02T06:00:14.120Z info payout booked payout=po-1005 duration_ms=642',
  '2026-03-02T06:00:16.120Z error payout not booked payout=po-1002 attempt=1',
  '2026-03-02T06:00:18.120Z info bank gateway call succeeded gateway=sepa-2 attempt=1',
];

test('a numbered name is that one, whatever numbers stand beside another', () => {
  assert.equal(statusOf(PAYOUTS, 'Payout po-1004 goes through'), 'passed');
  assert.equal(statusOf(PAYOUTS, 'Payout po-1003 goes through'), 'not_found');
  assert.equal(statusOf(PAYOUTS, 'The bank gateway sepa-1 is reachable'), 'not_found');
  assert.equal(statusOf(PAYOUTS, 'Calls to sepa-2 succeed'), 'passed');
});

test('the numbers of a timestamp are no numbers of the line', () => {
  assert.equal(statusOf(PAYOUTS, 'Payout 12 is booked'), 'not_found');
});

test('a failure of a named thing need not name the deed, a success must', () => {
  assert.equal(statusOf(PAYOUTS, 'Payout po-1002 is confirmed'), 'failed');
  assert.equal(statusOf(PAYOUTS, 'Payout po-1004 is refunded'), 'not_found');
});

test('durations and percentages are held against a bound', () => {
  assert.equal(statusOf(PAYOUTS, 'Booking po-1004 took under 100 milliseconds'), 'passed');
  assert.equal(statusOf(PAYOUTS, 'Booking payout po-1005 takes less than 0.5 s'), 'failed');
  assert.equal(
    statusOf(['WARN heap usage 71% of 512 MB'], 'Heap usage stays below 80 %'),
    'passed',
  );
  assert.equal(
    statusOf(['WARN heap usage 91% of 512 MB'], 'Heap usage stays below 80 %'),
    'failed',
  );
});

test('what must not be there is settled by its count', () => {
  const lines = [
    'Abgleich mit Filiale Nord: 118 Artikel, 0 Abweichungen',
    'Abgleich mit Filiale Süd: 96 Artikel, 7 Abweichungen',
  ];

  assert.equal(statusOf(lines, 'Filiale Nord: keine Abweichungen beim Abgleich'), 'passed');
  assert.equal(statusOf(lines, 'Filiale Süd: keine Abweichungen beim Abgleich'), 'failed');
  assert.equal(statusOf(lines, 'Filiale West: keine Abweichungen beim Abgleich'), 'not_found');
});

test('a line about the counterpart of something is not about it', () => {
  const lines = ['✔ rounds half cents up (2.8ms)', '✖ unlocks the account after a day (1.0ms)'];

  assert.equal(statusOf(lines, 'Half cents are rounded up'), 'passed');
  assert.equal(statusOf(lines, 'Half cents are rounded down'), 'not_found');
  assert.equal(statusOf(lines, 'The account is locked after a day'), 'not_found');
});

test('a command is judged by what it was answered with', () => {
  const lines = ['$ gzip -t copy.img.gz', 'rc=0', '$ gzip -t cut.img.gz', 'short read', 'rc=1'];

  assert.equal(statusOf(lines, 'gzip -t copy.img.gz'), 'passed');
  assert.equal(statusOf(lines, 'gzip -t cut.img.gz'), 'failed');
  assert.equal(statusOf(['$ gzip -t copy.img.gz'], 'gzip -t copy.img.gz'), 'not_found');
});

test('a step left out because of another one is skipped, not failed', () => {
  const lines = ['==> [deploy-staging] not run: previous step failed'];

  assert.equal(statusOf(lines, 'Deployment to staging'), 'skipped');
});

test('a negation does not reach over a comma', () => {
  const lines = ['ERROR till 4 does not answer, daily closing missing'];

  assert.equal(statusOf(lines, 'The daily closing of till 4'), 'failed');
});
