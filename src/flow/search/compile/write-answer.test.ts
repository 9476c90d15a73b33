/** What the store says becomes rows as people read them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../engines/store/sql.ts';
import { answerOf } from '../../../../test/support/search/golden-lines.ts';
import { type AnswerPlan, readRows } from './write-answer.ts';

type Columns = AnswerPlan['columns'];

function read(
  kinds: readonly (readonly [string, Columns[number]['kind']])[],
  others: AnswerPlan['others'],
  answers: readonly Readonly<Record<string, unknown>>[],
  rowsMax = 100,
) {
  const columns = kinds.map(([name, kind], i) => ({ alias: `c${i + 1}`, name, kind }));
  const { columns: shown, rows } = readRows(
    { statement: sql`1`, columns, others },
    answerOf(answers),
    rowsMax,
  );
  return { columns: shown, rows: rows.map((row) => ({ ...row })) };
}

test('each kind of value has its type, and is shown as people read it', () => {
  const values: readonly (readonly [Columns[number]['kind'], string, unknown, unknown])[] = [
    ['text', 'text', '5', '5'],
    ['text', 'text', null, null],
    ['text', 'text', undefined, null],
    ['number', 'number', 5, 5],
    ['boolean', 'number', 1, 1],
    ['time', 'time', '2026-01-31T12:00:00.000Z', '2026-01-31T12:00:00.000Z'],
    ['any', 'any', '5', 5],
    ['any', 'any', '-1.5', -1.5],
    ['any', 'any', '5.0', '5.0'],
    ['any', 'any', '05', '05'],
    ['any', 'any', 'Infinity', 'Infinity'],
    ['any', 'any', 'NaN', 'NaN'],
    ['any', 'any', 'word', 'word'],
    ['any', 'any', '', ''],
    ['any', 'any', null, null],
    ['multi', 'list', [], null],
    ['multi', 'list', ['a'], 'a'],
    ['multi', 'list', ['a', 'b'], ['a', 'b']],
    ['multi', 'list', null, null],
  ];

  for (const [kind, type, reported, shown] of values) {
    assert.deepEqual(
      read([['f', kind]], undefined, [{ c1: reported }]),
      { columns: [{ name: 'f', type }], rows: [{ f: shown }] },
      `${kind} ${JSON.stringify(reported)}`,
    );
  }
});

test('no more rows are read than are wanted, nor than there are', () => {
  const reported = [{ c1: 'a' }, { c1: 'b' }, { c1: 'c' }];

  assert.deepEqual(read([['f', 'text']], undefined, reported, 2).rows, [{ f: 'a' }, { f: 'b' }]);
  assert.deepEqual(read([['f', 'text']], undefined, reported, 3).rows.length, 3);
  assert.deepEqual(read([['f', 'text']], undefined, reported, 4).rows.length, 3);
  assert.deepEqual(read([['f', 'text']], undefined, []), {
    columns: [{ name: 'f', type: 'text' }],
    rows: [],
  });
});

test('fields of the table stand behind those that are known, by name, where a row has them', () => {
  const others = { alias: undefined, removed: new Set(['gone']), fill: undefined, json: [] };
  const names = ['event_id', 'service', 'environment', 'trace_id', 'span_id', 'user_id'];
  const empty = [...names, 'request_id', 'session_id', 'host'].map((name) => [name, ''] as const);
  const row = { ...Object.fromEntries(empty), c1: 'own' };
  const reported = [
    { ...row, host: 'db-1', attributes: { zone: 'eu', gone: 'x', user: 'hidden', none: '' } },
    { ...row, attributes: { app: 'shop' } },
  ];

  assert.deepEqual(read([['user', 'text']], others, reported), {
    columns: [
      { name: 'user', type: 'text' },
      { name: 'app', type: 'text' },
      { name: 'host', type: 'text' },
      { name: 'zone', type: 'text' },
    ],
    rows: [
      { user: 'own', host: 'db-1', zone: 'eu' },
      { user: 'own', app: 'shop' },
    ],
  });
});

test('fields of a map stand for themselves, lists of one as their value', () => {
  const others = { alias: 'c2', removed: new Set(['gone']), fill: undefined, json: [] };
  const reported = [
    { c1: 'a', c2: { one: ['x'], two: ['x', 'y'], text: 'z', gone: 'x', none: '' }, host: 'db-1' },
    { c1: 'b', c2: null, host: 'db-1' },
    { c1: 'c', c2: 'no map', host: 'db-1' },
  ];

  assert.deepEqual(read([['f', 'text']], others, reported), {
    columns: [
      { name: 'f', type: 'text' },
      { name: 'one', type: 'text' },
      { name: 'text', type: 'text' },
      { name: 'two', type: 'text' },
    ],
    rows: [{ f: 'a', one: 'x', two: ['x', 'y'], text: 'z' }, { f: 'b' }, { f: 'c' }],
  });
});

test('what fills gaps stands in every row that lacks a field which others have', () => {
  const others = { alias: 'c2', removed: new Set<string>(), fill: '0', json: [] };
  const reported = [
    { c1: 'a', c2: { x: '1' } },
    { c1: null, c2: { y: '2' } },
  ];

  assert.deepEqual(read([['f', 'text']], others, reported).rows, [
    { f: 'a', x: '1', y: '0' },
    { f: null, x: '0', y: '2' },
  ]);
});

test('where no further fields are asked for, none are read', () => {
  assert.deepEqual(read([['f', 'text']], undefined, [{ c1: 'a', host: 'db-1' }]), {
    columns: [{ name: 'f', type: 'text' }],
    rows: [{ f: 'a' }],
  });
});
