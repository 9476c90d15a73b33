import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FieldFacts, fitsSearch, groupFields, kindOf, shareText } from './field-groups.ts';

function field(name: string, count: number, distinct: number, values: string[] = []): FieldFacts {
  return { name, count, distinct, values: values.map((value) => ({ value, count: 1 })) };
}

const FIELDS = [
  field('level', 100, 4),
  field('service', 100, 6),
  field('trace_id', 100, 90),
  field('code', 40, 3),
  field('rare', 1, 2),
];

test('fields stand in one group each', () => {
  const groups = groupFields(FIELDS, 100, '', ['level'], ['code']);

  assert.deepEqual(
    groups.map(({ title, fields }) => [title, fields.map(({ name }) => name)]),
    [
      ['Selected', ['code']],
      ['Pinned', ['level']],
      ['Popular', ['service']],
      ['All fields', ['rare', 'trace_id']],
    ],
  );
});

test('a search takes several fragments in any order', () => {
  assert.ok(fitsSearch('http.response.status', 'stat http'));
  assert.ok(!fitsSearch('http.path', 'stat http'));
  assert.deepEqual(
    groupFields(FIELDS, 100, 'ID', [], []).flatMap(({ fields }) => fields.map(({ name }) => name)),
    ['trace_id'],
  );
});

test('kinds are told by the values', () => {
  assert.equal(kindOf(field('a', 9, 2, ['1', '2.5', '-3'])), 'number');
  assert.equal(kindOf(field('a', 9, 2, ['true', 'false'])), 'flag');
  assert.equal(kindOf(field('a', 90, 80, ['3f2a9c11', 'ab12cd34'])), 'id');
  assert.equal(kindOf(field('a', 9, 2, ['x', '1'])), 'text');
});

test('a share is never rounded to nothing or to everything', () => {
  assert.equal(shareText(1, 1_000), '<1%');
  assert.equal(shareText(999, 1_000), '99%');
  assert.equal(shareText(5, 5), '100%');
  assert.equal(shareText(0, 0), '0%');
});
