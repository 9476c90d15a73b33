import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Judgement, judgeText } from './judge-text.ts';
import { readLineWords } from './words.ts';

function judge(text: string): Judgement {
  return judgeText(text, readLineWords(text, new Map()));
}

/** Outcome, how plainly, and the words that decided. */
function said(text: string): readonly [string, number, string] {
  const { outcome, strength, at } = judge(text);
  return [outcome, strength, at === undefined ? '' : text.slice(at.start, at.end)];
}

const NOTHING = ['neutral', 0, ''] as const;

test('an outcome word counts as plainly as it names a result', () => {
  assert.deepEqual(said('nightly backup passed'), ['success', 0.9, 'passed']);
  assert.deepEqual(said('nightly backup failed'), ['failure', 0.9, 'failed']);
  assert.deepEqual(said('nightly backup skipped'), ['skip', 0.9, 'skipped']);
  assert.deepEqual(said('mail refused'), ['failure', 0.7, 'refused']);
  assert.deepEqual(said('sync deferred'), ['skip', 0.6, 'deferred']);
  assert.deepEqual(said('hello world'), NOTHING);
});

test('none of a trouble is success, and none of a success is nothing', () => {
  assert.deepEqual(said('Failed transactions: 0'), ['success', 0.8, 'Failed']);
  assert.deepEqual(said('errors "0"'), ['success', 0.8, 'errors']);
  assert.deepEqual(said('failed=0'), ['success', 0.8, 'failed']);
  assert.deepEqual(said('0 errors'), ['success', 0.8, 'errors']);
  assert.deepEqual(said('error_count=0'), ['success', 0.8, 'error']);
  assert.deepEqual(said('passed=0'), NOTHING);
  assert.deepEqual(said('0 passed'), NOTHING);
});

test('a number beside an outcome word is none of it only where they belong together', () => {
  assert.deepEqual(said('errors in 0 files'), ['failure', 0.9, 'errors']);
  assert.deepEqual(said('exit 0, errors'), ['failure', 0.9, 'errors']);
  assert.deepEqual(said('import with 2 errors'), ['failure', 0.9, 'errors']);
  assert.deepEqual(said('errors: 0 of 3 files'), ['failure', 0.9, 'errors']);
});

test('trouble that is only counted is told apart from trouble that is named', () => {
  assert.equal(judge('rejected=2 accepted=9').isTally, true);
  assert.equal(judge('mail rejected').isTally, false);
  assert.equal(judge('error while sending: rejected=2').isTally, false);
  assert.equal(judge('accepted=9').isTally, false);
});

test('what was left out of something is no outcome of it', () => {
  assert.deepEqual(said('copied 12, 1 skipped'), NOTHING);
  assert.deepEqual(said('step-1 skipped'), ['skip', 0.9, 'skipped']);
});

test('what may happen has not happened', () => {
  assert.deepEqual(said('may fail under low memory'), NOTHING);
  assert.deepEqual(said('rows will be deferred'), NOTHING);
  assert.deepEqual(said('the job failed and may retry'), ['failure', 0.9, 'failed']);
});

test('a denied outcome is its opposite, as far as the denial reaches', () => {
  assert.deepEqual(said('no serious errors'), ['success', 0.7, 'errors']);
  assert.deepEqual(said('ohne Fehler beendet'), ['success', 0.7, 'Fehler']);
  assert.deepEqual(said('was not successful'), ['failure', 0.9, 'successful']);
  assert.deepEqual(said('does not answer, file missing'), ['failure', 0.7, 'missing']);
  assert.deepEqual(said('request without key rejected'), ['failure', 0.7, 'rejected']);
  assert.deepEqual(said('nothing else than that was skipped'), ['skip', 0.9, 'skipped']);
});

test('phrases tell what words alone do not', () => {
  assert.deepEqual(said('no such file'), ['failure', 0.65, 'no such']);
  assert.deepEqual(said('could not open the file'), ['failure', 0.65, 'could not']);
  assert.deepEqual(said('payment not booked'), ['failure', 0.65, 'not booked']);
  assert.deepEqual(said('Beleg nicht abgelegt'), ['failure', 0.65, 'nicht abgelegt']);
  assert.deepEqual(said('Server antwortet nicht'), ['failure', 0.65, 'antwortet nicht']);
  assert.deepEqual(said('nothing to do'), ['skip', 0.65, 'nothing to do']);
  assert.deepEqual(said('mail not sent: it is switched off'), ['skip', 0.65, 'not sent']);
  assert.deepEqual(said('field not used'), NOTHING);
  assert.deepEqual(said('Beleg nicht benötigt'), NOTHING);
});

test('only a phrase that says that something is not there speaks of a missing thing', () => {
  assert.equal(judge('no such file').cues.get('miss'), 'failure');
  assert.equal(judge('could not open the file').cues.has('miss'), false);
});

test('a status and an exit code speak for themselves, the last one of a line', () => {
  assert.deepEqual(said('status=200'), ['success', 0.8, 'status=200']);
  assert.deepEqual(said('status=199'), NOTHING);
  assert.deepEqual(said('GET /a HTTP/1.1" 399'), ['success', 0.8, 'HTTP/1.1" 399']);
  assert.deepEqual(said('GET /a HTTP/1.1" 400'), ['failure', 0.8, 'HTTP/1.1" 400']);
  assert.deepEqual(said('first HTTP 500, then HTTP 200'), ['success', 0.8, 'HTTP 200']);
  assert.deepEqual(said('code=500.5'), NOTHING);
  assert.deepEqual(said('exit code 0'), ['success', 0.85, 'exit code 0']);
  assert.deepEqual(said('rc=-1'), ['failure', 0.85, 'rc=-1']);
  assert.equal(judge('POST /x answered 503').httpStatus, 503);
  assert.equal(judge('exited with 3').exitCode, 3);
  assert.equal(judge('exited with 3').httpStatus, undefined);
});

test('levels of trouble count, other levels do not', () => {
  assert.deepEqual(said('{"level":50}'), ['failure', 0.75, '"level":50']);
  assert.deepEqual(said('{"level":30}'), NOTHING);
  assert.deepEqual(said('lvl=crit x'), ['failure', 0.75, 'lvl=crit']);
  assert.deepEqual(said('level=warn x'), NOTHING);
  assert.deepEqual(said('a.ConnectException: x'), ['failure', 0.75, '.ConnectException']);
  assert.deepEqual(said('[FTL] x'), ['failure', 0.75, '[FTL]']);
});

test('the verdict of a test runner stands above the words beside it', () => {
  for (const [text, outcome] of [
    ['--- PASS: fails on bad input', 'success'],
    ['not ok 2 - passed', 'failure'],
    ['skip: failed', 'skip'],
  ] as const) {
    assert.equal(judge(text).isVerdict, true, text);
    assert.equal(judge(text).outcome, outcome, text);
    assert.equal(judge(text).strength, 1, text);
  }
  assert.equal(judge('backup passed').isVerdict, false);
});

test('trouble stands above success, and what was left out first above the trouble of something else', () => {
  assert.deepEqual(said('passed, then failed'), ['failure', 0.9, 'failed']);
  assert.deepEqual(said('failed, then passed'), ['failure', 0.9, 'failed']);
  assert.deepEqual(said('step failed, run skipped'), ['failure', 0.9, 'failed']);
  assert.deepEqual(said('run skipped since a step failed'), ['skip', 0.9, 'skipped']);
  assert.deepEqual(said('mail refused, run skipped'), ['skip', 0.9, 'skipped']);
});

test('a row of outcome words reports nothing', () => {
  const stuffed = judge('success passed ok failed done error');

  assert.equal(stuffed.outcome, 'neutral');
  assert.equal(stuffed.isOpen, true);
  assert.equal(judge('the import passed and the export failed').isOpen, false);
});

test('what is under way is told apart from what was done', () => {
  assert.equal(judge('Saving the file').isOpen, true);
  assert.equal(judge('Installing packages ...').isOpen, true);
  assert.equal(judge('Starting on port 3').isOpen, false);
  assert.equal(judge('file written').isCompletion, true);
  assert.equal(judge('Rechnung geliefert').isCompletion, true);
  assert.equal(judge('a file is needed').isCompletion, false);
});

test('denials and possibilities are doubts, where they stand', () => {
  assert.deepEqual(judge('no key may be used').doubts, [0, 7]);
  assert.deepEqual(judge('the key is used').doubts, []);
});
