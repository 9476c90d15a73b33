import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusOf } from '../../test/support/evaluation/offline-status.ts';

test('what was done as a whole is done, though parts of it were not', () => {
  const lines = [
    '{"level":"info","message":"ledger archived","file":"ledger.csv","archived":80,"rejected":2}',
  ];

  assert.equal(statusOf(lines, 'ledger.csv was archived'), 'passed');
  assert.equal(statusOf(lines, 'All rows of ledger.csv were archived'), 'failed');
  assert.equal(statusOf(lines, 'ledger.csv: no rejected rows'), 'failed');
});

test('a number of trials is found whatever became of them', () => {
  const lines = [
    'WARN webhook to acme: attempt 3 failed: connection refused',
    'ERROR webhook to acme given up after 4 attempts',
  ];

  assert.equal(statusOf(lines, 'The webhook to acme was tried 4 times'), 'passed');
  assert.equal(statusOf(lines, 'The webhook to acme was tried 5 times'), 'not_found');
  assert.equal(statusOf(lines, 'The webhook to acme is sent'), 'failed');
});

test('a count that a line states holds whatever the line ends in', () => {
  const lines = ['check 7 FAILED: 12 rules met, 2 violated'];

  assert.equal(statusOf(lines, '12 rules were met'), 'passed');
  assert.equal(statusOf(lines, '11 rules were met'), 'not_found');
});

test('the value of a line is held against a bound, not the bound it repeats', () => {
  const lines = [
    'limit kept     login error rate < 2 % (0.4 %)',
    'limit BREACHED search p95 < 100 ms (140.2 ms)',
  ];

  assert.equal(statusOf(lines, 'Error rate of login is below 2 %'), 'passed');
  assert.equal(statusOf(lines, 'search p95 < 100 ms'), 'failed');
});

test('what nobody did was skipped', () => {
  assert.equal(statusOf(['spelling not checked (--no-spelling)'], 'Spelling'), 'skipped');
  assert.equal(statusOf(['program digest has autostart=false, not started'], 'digest'), 'skipped');
  assert.equal(statusOf(['Inventur entfällt, Stichtag nicht erreicht'], 'Inventur'), 'skipped');
  assert.equal(statusOf(['++++ stack-3.2 SKIPPED: bigDisk'], 'stack-3.2'), 'skipped');
});

test('a test of a runner that marks lines with signs is no command', () => {
  const lines = [
    '++++ stack-2.1 PASSED',
    '---- stack-2.2 start',
    '==== stack-2.2 order is kept FAILED',
  ];

  assert.equal(statusOf(lines, 'stack-2.1'), 'passed');
  assert.equal(statusOf(lines, 'stack-2.2'), 'failed');
});

test('a limit in time is no failure that is expected', () => {
  const lines = ['GET /report: read error, connection timed out'];

  assert.equal(statusOf(lines, '/report answers before the timeout'), 'failed');
});

test('a row of a command that failed does not say that it was done', () => {
  const failed = [
    '$ fetch -o a.txt http://127.0.0.1/a.sha256',
    'to http://127.0.0.1/a.sha256',
    '[fetch exit status 8]',
  ];

  assert.equal(statusOf(failed, 'a.sha256 downloaded'), 'failed');
  assert.equal(
    statusOf([...failed.slice(0, 2), '[fetch exit status 0]'], 'a.sha256 downloaded'),
    'passed',
  );
});

test('that one link is well does not say that none is broken', () => {
  const well = 'Remote page exists and could contain links to other pages';

  assert.equal(statusOf([well], 'There are no broken links in the pages'), 'not_found');
  assert.equal(statusOf([well, 'Found 1 broken link.'], 'There are no broken links'), 'failed');
});

test('"no" reaches the verb of what it denies', () => {
  const lines = [
    "no alternative certificate subject name matches target host name 'wiki.example.org'",
  ];

  assert.equal(statusOf(lines, 'wiki.example.org matches its certificate'), 'failed');
});

test('what is stopped by a signal ends with its number', () => {
  assert.equal(statusOf(['worker stopped (exit status 143)'], 'worker stopped'), 'passed');
  assert.equal(statusOf(['worker stopped (exit status 1)'], 'worker stopped'), 'failed');
});

test('a traced call that also went well on the same thing settles nothing', () => {
  const done = '7 bind(3, {sa_family=AF_INET, sin_port=htons(7001)}, 16) = 0';
  const taken =
    '7 bind(4, {sa_family=AF_INET, sin_port=htons(7001)}, 16) = -1 EADDRINUSE (Address already in use)';

  assert.equal(statusOf([done, taken], 'The daemon listens on port 7001'), 'not_found');
  assert.equal(statusOf([taken], 'The daemon listens on port 7001'), 'failed');
});

test('trouble that is over is not what is asked for', () => {
  const lines = ['indexer exited with status 1', 'indexer entered RUNNING state'];

  assert.equal(statusOf(lines, 'indexer is RUNNING again after its crash'), 'passed');
  assert.notEqual(statusOf(lines.slice(0, 1), 'indexer is RUNNING after its crash'), 'failed');
});

test('an escaped line end joins no names', () => {
  const lines = ['7 write(1, "meter: collector unreachable\\n", 30) = 30'];

  assert.equal(statusOf(lines, 'The collector is reachable'), 'failed');
});

test('what was fetched is reachable, and what is confirmed is as it should be', () => {
  assert.equal(
    statusOf(['mirrored: ./docs/a.html 20 bytes'], 'docs/a.html is reachable'),
    'passed',
  );
  assert.equal(statusOf(['seen: ./docs/a.html 20 bytes'], 'docs/a.html is reachable'), 'not_found');
  assert.equal(
    statusOf(['write lock confirmed for main'], 'Write lock is active on main'),
    'passed',
  );
  assert.equal(statusOf(['alarm acknowledged for main'], 'Alarm is active on main'), 'not_found');
});

test('a name with a verdict tells how its check ended, and of no other deed', () => {
  const lines = ['old.pem: OK', 'new.pem uploaded', 'error new.pem: verification failed'];

  assert.equal(statusOf(lines, 'old.pem verifies'), 'passed');
  assert.equal(statusOf(lines, 'old.pem is uploaded'), 'not_found');
});

test('an error that the operating system names is a failure, without a word beside it', () => {
  const items: [string, string][] = [
    ['write report.pdf: ENOSPC', 'report.pdf is written'],
    ['upload of report.pdf ETIMEDOUT', 'report.pdf is uploaded'],
    ['db connect 127.0.0.1:5432 ECONNREFUSED', 'The db is connected'],
    ['server listens on port 3000: EADDRINUSE', 'The server listens on port 3000'],
    ['open /etc/app.conf = -1 EACCES', '/etc/app.conf is opened'],
  ];
  for (const [line, item] of items) assert.equal(statusOf([line], item), 'failed', line);

  assert.equal(statusOf(['create /var/cache/app: EEXIST'], '/var/cache/app is created'), 'skipped');
  assert.equal(statusOf(['write report.pdf: EXTRA'], 'report.pdf is written'), 'passed');
});
