import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../../../../../src/language/index.ts';
import { fieldQueries, withCommand } from './field-queries.ts';

const commandsOf = (field: string, kind: 'text' | 'number'): string[] =>
  fieldQueries(field, kind).map(({ command }) => command);

test('three queries are written for a field, by what its values are', () => {
  assert.deepEqual(commandsOf('service', 'text'), [
    'top limit=20 service',
    'timechart dc(service)',
    'timechart count BY service',
  ]);
  assert.equal(commandsOf('ms', 'number')[1], 'timechart avg(ms), max(ms)');
});

test('they can be read, whatever the field is called', () => {
  for (const field of ['a.b', 'a b', 'trace-id', 'by', '1', 'a"b', 'käse', 'a|b', '*', "it's"]) {
    for (const kind of ['text', 'number'] as const) {
      for (const command of commandsOf(field, kind)) {
        const { diagnostics } = parse(withCommand('level=error', command));
        assert.deepEqual(diagnostics, [], command);
      }
    }
  }
});

test('they go on from the search, in place of the table that it made', () => {
  assert.equal(withCommand('', 'top a'), '* | top a');
  assert.equal(withCommand('error | where x=1', 'top a'), 'error | where x=1 | top a');
  assert.equal(withCommand('error | stats count BY b', 'top a'), 'error | top a');
});
