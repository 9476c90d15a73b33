import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_DATA, knowFields } from './known-data.ts';
import { diagnose } from './diagnose.ts';

const time = { now: 0, timeZone: 'UTC' };

test('an error stands where it is, with its fix', () => {
  const [problem] = diagnose('error | stat count', EMPTY_DATA, time);

  assert.equal(problem?.severity, 'error');
  assert.equal(problem?.from, 8);
  assert.equal(problem?.to, 12);
  assert.equal(problem?.fix?.text, 'stats');
});

test('a problem at the end underlines something', () => {
  for (const text of ['error |', '(a', 'a=', '"open']) {
    for (const { from, to } of diagnose(text, EMPTY_DATA, time)) {
      assert.ok(from < to && to <= text.length, text);
    }
  }
});

test('advice is no error, and known fields sharpen it', () => {
  const known = knowFields(EMPTY_DATA, [{ name: 'service', count: 1, distinct: 1, values: [] }]);
  const severities = diagnose('* | where status=bad', known, time).map((each) => each.severity);

  assert.ok(severities.length > 0);
  assert.ok(severities.every((severity) => severity !== 'error'));
  assert.deepEqual(diagnose('', EMPTY_DATA, time), []);
});

test('a variable is taken for what it stands for', () => {
  const variables = new Map([['span', { values: ['5m'] }]]);
  const query = '* | timechart span=$span$ count';

  assert.equal(diagnose(query, EMPTY_DATA, time)[0]?.severity, 'error');
  assert.deepEqual(diagnose(query, EMPTY_DATA, time, variables), []);
});
