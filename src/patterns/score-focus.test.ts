import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreFocus } from './score-focus.ts';

const LINES = [
  'backup of volume a finished',
  'payment gateway timed out',
  'payment 17 accepted',
  'PaymentsDeclined after failure',
];

test('the line that shares the most is the closest', () => {
  const { closest, ofLine } = scoreFocus(LINES, [
    'the payment gateway must not time out',
    'backups',
  ]);
  assert.deepEqual(closest, [1, 0]);
  assert.ok((ofLine[1] ?? 0) > (ofLine[2] ?? 0));
  assert.ok((ofLine[2] ?? 0) > 0);
});

test('endings and capitals inside words do not matter', () => {
  const { ofLine } = scoreFocus(LINES, ['declining payment']);
  assert.equal(ofLine[3], 1);
});

test('what nobody asks for scores nothing', () => {
  assert.deepEqual(scoreFocus(LINES, ['kerberos tickets']), {
    ofLine: [0, 0, 0, 0],
    closest: [-1],
  });
  assert.deepEqual(scoreFocus(LINES, []).closest, []);
  assert.deepEqual(scoreFocus([], ['payment']), { ofLine: [], closest: [-1] });
});

test('words of every sentence do not count', () => {
  assert.deepEqual(scoreFocus(['the log has rows'], ['all the rows of this log']).ofLine, [0]);
});
