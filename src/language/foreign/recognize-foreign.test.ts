import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignDiagnostic, recognizeForeign } from './recognize-foreign.ts';

const RECOGNIZED: readonly (readonly [
  text: string,
  language: string | undefined,
  isSure?: boolean,
])[] = [
  ['SELECT * FROM logs', 'SQL', true],
  ['  SELECT a\nFROM logs', 'SQL', true],
  ['select * from logs', 'SQL', false],
  ['Select * From logs', 'SQL', false],
  ['selected one from logs', undefined],
  ['please SELECT * FROM logs', undefined],
  ['{app="x"}', 'LogQL', true],
  [' { app =~ `x` }', 'LogQL', true],
  ['{app!~"x"}', 'LogQL', true],
  ['{app!="x"}', 'LogQL', true],
  ['{"app":"x"}', undefined],
  ['{app=x}', undefined],
  ['rate({app="x"}[5m])', 'LogQL', true],
  ['sum by (host) (rate({app="x"}[5m]))', 'LogQL', true],
  ['topk(3, rate({app="x"}[5m]))', 'LogQL', true],
  ['avg_over_time({app="x"} | unwrap a [5m])', 'LogQL', true],
  ['rate(app[5m])', undefined],
  ['rate({app="x"})', undefined],
  ['first({app="x"}[5m])', undefined],
  ['count(error) in [5m]', undefined],
  ['error', undefined],
  ['', undefined],
];

for (const [text, language, isSure] of RECOGNIZED) {
  test(`${JSON.stringify(text)} is ${language ?? 'ours'}`, () => {
    const found = recognizeForeign(text);
    assert.deepEqual([found?.language, found?.isSure], [language, isSure]);
  });
}

test('what cannot be said in one query has no translation', () => {
  assert.equal(recognizeForeign('SELECT * FROM a JOIN b ON a.x = b.x')?.translate(), undefined);
  assert.equal(recognizeForeign('{app="x"} | json | line_format "{{.a}}"')?.translate(), undefined);
  assert.equal(recognizeForeign('SELECT * FROM logs')?.translate(), '*');
});

test('the problem of such a text is the whole of it, with the same in our language', () => {
  assert.deepEqual(foreignDiagnostic('SELECT 1', 'SQL', 'a=1'), {
    code: 'foreign-language',
    severity: 'error',
    start: 0,
    end: 8,
    message:
      'This is SQL, which is written here as `a=1`. To search for this text, put it in double quotes.',
    expected: ['a=1'],
    fix: { label: 'Use a=1', start: 0, end: 8, text: 'a=1' },
  });
  assert.deepEqual(foreignDiagnostic('{a="b"}', 'LogQL', undefined), {
    code: 'foreign-language',
    severity: 'error',
    start: 0,
    end: 7,
    message:
      'This is LogQL, which isn’t supported. See “From Splunk, Loki, SQL” in the query reference.',
    expected: [],
    fix: undefined,
  });
});
