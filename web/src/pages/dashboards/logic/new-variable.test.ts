import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dashboardOf, isDefinition } from '../../../../../test/support/dashboards/dashboards.ts';
import {
  asVariable,
  newVariable,
  readOptions,
  VARIABLE_TYPES,
  writeOptions,
} from './new-variable.ts';

test('a new variable of every type is one the platform takes, under a name of its own', () => {
  const first = VARIABLE_TYPES.map((type) => newVariable(type, []));
  const all = [...first, ...VARIABLE_TYPES.map((type) => newVariable(type, first))];

  assert.ok(isDefinition(dashboardOf([], { variables: all as never })));
  assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
});

test('another type keeps name and label', () => {
  const { name, label } = asVariable({ name: 'region', label: 'Region' }, 'query');

  assert.deepEqual([name, label], ['region', 'Region']);
});

test('options are lines, and come back as they were', () => {
  const options = [
    { value: 'eu-1', label: 'Europe, west' },
    { value: 'us-1', label: '' },
  ];

  assert.equal(writeOptions(options), 'eu-1, Europe, west\nus-1');
  assert.deepEqual(readOptions(writeOptions(options)), options);
  assert.deepEqual(readOptions('a\n\n a , again\nb'), [
    { value: 'a', label: '' },
    { value: 'b', label: '' },
  ]);
});
