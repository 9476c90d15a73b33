import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusOf } from '../../test/support/evaluation/offline-status.ts';

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

test('names are found however they are joined', () => {
  const lines = [
    'WARN V010 enable_postgis skipped: marked manual',
    '[PASS] X11Forwarding is disabled',
  ];

  assert.equal(statusOf(lines, 'PostGIS is enabled'), 'skipped');
  assert.equal(statusOf(lines, 'X11 forwarding is disabled'), 'passed');
});

test('a line about a name that begins alike is about something else', () => {
  const lines = ['ERROR queue mail-dead-letter does not exist'];

  assert.equal(statusOf(lines, 'The queue mail-dead-letter exists'), 'failed');
  assert.equal(statusOf(lines, 'The queue mail-out exists'), 'not_found');
});

test('a denial counts where it stands, and one that the item shares is what it asks for', () => {
  const lines = [
    'INFO Scan 77 geprüft, kein Befund',
    'WARN request to /rooms without key rejected',
    'no forbidden licence found',
    'orphaned invoices: 0',
    '[FAIL] No setuid files under srv/www',
  ];

  assert.equal(statusOf(lines, 'Scan 77 geprüft'), 'passed');
  assert.equal(statusOf(lines, 'Requests without a key are rejected'), 'passed');
  assert.equal(statusOf(lines, 'No forbidden licences were found'), 'passed');
  assert.equal(statusOf(lines, 'No orphaned invoices'), 'passed');
  assert.equal(statusOf(lines, 'There are no setuid files in srv/www'), 'failed');
});

test('what is switched off was left out, and did not fail', () => {
  const lines = ['INFO loyalty points not credited: feature is switched off'];

  assert.equal(statusOf(lines, 'Loyalty points are credited'), 'skipped');
});

test('a title above tells what rows below are about', () => {
  const lines = ['== Section 2: SSH', '[PASS] 2.1 PermitRootLogin is no', '== Section 3: Kernel'];

  assert.equal(statusOf(lines, 'Root login over SSH is forbidden'), 'passed');
});

test('a deed told in full outweighs earlier trouble with the same thing', () => {
  const lines = [
    '{"level":40,"order":5034,"status":503,"msg":"gateway busy, will retry"}',
    '{"level":30,"order":5034,"msg":"order charged"}',
  ];

  assert.equal(statusOf(lines, 'Order 5034 was charged'), 'passed');
  assert.equal(statusOf(lines.slice(0, 1), 'Order 5034 was charged'), 'failed');
});

test('a number that a line states is the count', () => {
  const lines = ['INFO batch done retried=3'];

  assert.equal(statusOf(lines, 'At least 3 retries happened'), 'passed');
  assert.equal(statusOf(lines, 'At least 4 retries happened'), 'failed');
});
