import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerForm, isStreamed } from './answer-forms.ts';
import type { JsonValue } from './read-vector.ts';

const COLUMNS = [
  { name: 'a"b', type: 'String' },
  { name: 'n', type: 'Float64' },
];
const STATISTICS = { rowsRead: 7.6, bytesRead: 99, elapsedMs: 1.5 };

/** The whole text of an answer of two pieces. */
function written(name: string): string {
  const form = answerForm(name);
  return [
    form.head(COLUMNS),
    form.progress(STATISTICS, 20),
    form.values([
      ['x', 'y'],
      [1, null],
    ]),
    form.values([['z'], [2]]),
    form.end(3, STATISTICS),
  ].join('|');
}

test('a whole answer comes at its end, column by column', () => {
  assert.equal(
    written('JSONColumnsWithMetadata'),
    '||||{"meta":[{"name":"a\\"b","type":"String"},{"name":"n","type":"Float64"}],' +
      '"data":{"a\\"b":["x","y","z"],"n":[1,null,2]},"rows":3,' +
      '"statistics":{"elapsed":0.0015,"rows_read":7.6,"bytes_read":99}}',
  );
});

test('events come line by line, with how far the statement is', () => {
  const progress = (rowsToRead: string): string =>
    `{"progress":{"read_rows":"8","read_bytes":"99","total_rows_to_read":"${rowsToRead}","elapsed_ns":"1500000"}}\n`;

  assert.equal(
    written('JSONCompactEachRowWithProgress'),
    [
      '{"meta":[{"name":"a\\"b","type":"String"},{"name":"n","type":"Float64"}]}\n',
      progress('20'),
      '{"row":["x",1]}\n{"row":["y",null]}\n',
      '{"row":["z",2]}\n',
      progress('7.6'),
    ].join('|'),
  );
});

test('lines of JSON name every value', () => {
  assert.equal(
    written('JSONEachRow'),
    '||{"a\\"b":"x","n":1}\n{"a\\"b":"y","n":null}\n|{"a\\"b":"z","n":2}\n|',
  );
});

test('CSV quotes names and texts, and nothing else', () => {
  assert.equal(written('CSVWithNames'), '"a""b","n"\n||"x",1\n"y",\\N\n|"z",2\n|');
});

test('lists and maps stand in one cell of CSV', () => {
  const form = answerForm('CSVWithNames');
  const cell = (value: JsonValue): string => form.values([[value]]);

  assert.equal(cell(true), 'true\n');
  assert.equal(cell('say "no"'), '"say ""no"""\n');
  assert.equal(cell([]), '"[]"\n');
  assert.equal(cell(["it's \\", null, 1, false, ['x']]), `"['it\\'s \\\\',NULL,1,false,['x']]"\n`);
  assert.equal(cell({ a: 'b', c: null, d: 2 }), `"{'a':'b','c':NULL,'d':2}"\n`);
});

test('a column that ends too early is filled up', () => {
  assert.equal(answerForm('JSONEachRow').values([]), '');
  const form = answerForm('JSONCompactEachRowWithProgress');
  assert.equal(form.values([['x', 'y'], [1]]), '{"row":["x",1]}\n{"row":["y",null]}\n');
});

test('all forms but the whole one hand rows on before all are known', () => {
  const names = [
    'JSONCompactEachRowWithProgress',
    'CSVWithNames',
    'JSONEachRow',
    'JSONColumns',
    '',
  ];
  assert.deepEqual(names.map(isStreamed), [true, true, true, false, false]);
});
