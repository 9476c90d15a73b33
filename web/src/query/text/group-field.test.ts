import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldList } from '../../../../src/contract/search-views.ts';
import { groupFieldAt, otherFields } from './group-field.ts';

test('the field of a BY is found where it stands', () => {
  const query = 'error | stats count by service, host';

  const found = groupFieldAt(query, query.indexOf('service'));

  assert.deepEqual(found, { name: 'service', start: 23, end: 30 });
  assert.equal(groupFieldAt(query, 3), undefined);
  assert.equal(groupFieldAt('error | stats (', 8), undefined);
  const chart = 'error | chart count over region by host';
  assert.equal(groupFieldAt(chart, chart.indexOf('region'))?.name, 'region');
});

test('other fields are those that more events have and that tell events apart', () => {
  const field = (name: string, count: number, distinct: number) => ({
    name,
    count,
    distinct,
    values: [],
  });
  const list = {
    sampled: 10,
    fields: [
      field('service', 4, 3),
      field('host', 8, 2),
      field('level', 10, 3),
      field('env', 10, 1),
      field('trace', 10, 900),
      field('rare', 3, 2),
      field('_index', 10, 2),
    ],
  } as unknown as FieldList;

  assert.deepEqual(otherFields(list, 'service'), [
    { name: 'level', text: 'level', share: '100%' },
    { name: 'host', text: 'host', share: '80%' },
  ]);
});
