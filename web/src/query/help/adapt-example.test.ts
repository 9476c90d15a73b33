import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMANDS, type CommandFacts, parse } from '../../../../src/language/index.ts';
import { adaptExample, type OwnData } from './adapt-example.ts';
import { examplesOf } from '../../../../src/language/commands/examples/examples.ts';

function field(name: string, values: readonly string[]) {
  const counted = values.map((value) => ({ value, count: 10 }));
  return { name, count: 10 * values.length, distinct: values.length, values: counted };
}

const SHOP: OwnData = {
  indexes: ['shop', '_audit'],
  fields: [
    field('level', ['error', 'info']),
    field('service', ['checkout', 'cart', 'billing']),
    field('took_ms', ['12', '80', '7']),
    field('weird name', ['a', 'b']),
  ],
};

const does = 'Something.';

test('what the data has stays, and the rest is asked about what it has', () => {
  const numbers = adaptExample({ query: 'index=web | stats avg(duration) BY path', does }, SHOP);

  assert.equal(numbers.query, 'index=shop | stats avg(took_ms) BY service');
  assert.deepEqual(numbers.swaps, [
    { from: 'duration', to: 'took_ms' },
    { from: 'path', to: 'service' },
  ]);
  assert.deepEqual(adaptExample({ query: 'level=error | head 5', does }, SHOP), {
    query: 'level=error | head 5',
    does,
    swaps: [],
    lacks: [],
  });
});

test('what nothing could stand for is told, and nothing is made up without data', () => {
  const query = 'index=web | where duration > timeout';
  const { lacks, swaps } = adaptExample({ query, does }, SHOP);

  assert.deepEqual([lacks.length, swaps.length], [1, 1]);
  assert.deepEqual(adaptExample({ query, does }, { indexes: [], fields: [] }), {
    query,
    does,
    swaps: [],
    lacks: [],
  });
});

test('every example of every command can still be read', () => {
  for (const command of Object.values<CommandFacts>(COMMANDS)) {
    for (const example of examplesOf(command)) {
      const { query } = adaptExample(example, SHOP);
      assert.notEqual(parse(query).query, undefined, query);
      assert.doesNotMatch(query, /index=(?:web|jobs|audit)/);
    }
  }
});
