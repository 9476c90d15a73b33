import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RowRecord } from './read-records.ts';
import { renderRecord } from './render-record.ts';
import type { JsonValue } from './row.ts';

type Fields = Readonly<Record<string, JsonValue>>;

function render(
  style: RowRecord['style'],
  rows: readonly Fields[],
  messageKey = 'msg',
  message = 'job <NUM> done',
): string {
  const records = rows.map((fields): RowRecord => ({
    style,
    fields: new Map(Object.entries(fields)),
    shape: '',
    severity: 0,
  }));
  return renderRecord(records, messageKey, message);
}

test('the message is the template, and a field that all rows share stays', () => {
  const rows = [
    { level: 'info', msg: 'job 1 done', ok: true, no: null, list: [1, 'a'] },
    { level: 'info', msg: 'job 2 done', ok: true, no: null, list: [1, 'a'] },
  ];

  assert.equal(
    render('json', rows),
    '{"level":"info","msg":"job <NUM> done","ok":true,"no":null,"list":[1,"a"]}',
  );
  assert.equal(render('json', rows.slice(0, 1), ''), JSON.stringify(rows[0]));
});

test('no rows show the message alone', () => {
  assert.equal(render('json', []), 'job <NUM> done');
});

const VALUES: readonly (readonly [values: readonly JsonValue[], shown: string])[] = [
  [[1, 1], '1'],
  [[1, 2], '"<NUM>"'],
  [['1', '2'], '"<NUM>"'],
  [[1, '2'], '"<NUM>"'],
  [[1, '1'], '1'],
  [['10.0.0.1', '10.0.0.2'], '"<IP>"'],
  [['10.0.0.1', 5], '"<*>"'],
  [['a', 'b'], '"<*>"'],
  [['a', 5], '"<*>"'],
  [[5, 'a', 6], '"<*>"'],
  [[true, false], '"<*>"'],
  [[null, 5], '"<*>"'],
  [['5 6', '7 8'], '"<NUM>"'],
  [['5 a', '6 a'], '"<*>"'],
  [['x5', 'x6'], '"<*>"'],
  [[' 5', ' 6'], '"<*>"'],
  [['5 ', '6 '], '"<*>"'],
  [['', '5'], '"<*>"'],
  [['1'.repeat(15), '2'.repeat(15)], '"<NUM>"'],
];

for (const [values, shown] of VALUES) {
  test(`${JSON.stringify(values)} is shown as ${shown}`, () => {
    const rows = values.map((value) => ({ n: value }));
    assert.equal(render('json', rows), `{"n":${shown}}`);
  });
}

test('a value of more than 256 characters is any text', () => {
  const url = (last: string, length: number): string =>
    `https://example.com/${'a'.repeat(length - 21)}${last}`;
  const shown = (length: number): string =>
    render('json', [{ n: url('1', length) }, { n: url('2', length) }]);

  assert.equal(shown(256), '{"n":"<URL>"}');
  assert.equal(shown(257), '{"n":"<*>"}');
});

test('a value that is the same in other words of JSON stays as the first row has it', () => {
  assert.equal(render('json', [{ n: [1, 2] }, { n: [1, 2] }]), '{"n":[1,2]}');
  assert.equal(render('json', [{ n: 'a' }, { n: 'b' }, { n: 'a' }]), '{"n":"<*>"}');
  assert.equal(render('json', [{ n: [1] }, { n: [2] }]), '{"n":"<*>"}');
});

test('a row without the field has no value there', () => {
  assert.equal(render('json', [{ n: 5 }, {}]), '{"n":"<*>"}');
  assert.equal(render('json', [{ n: null }, {}]), '{"n":null}');
});

test('fields of lines are quoted where they must be', () => {
  const rows = [{ a: 'x', b: 'x y', c: '', d: 'say "hi"', e: 5, msg: '' }];

  assert.equal(
    render('logfmt', rows, 'msg', 'job <NUM> done'),
    'a=x b="x y" c="" d="say \\"hi\\"" e=5 msg="job <NUM> done"',
  );
  assert.equal(render('logfmt', [{ msg: '' }], 'msg', 'done'), 'msg=done');
});
