import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { readDefinitionText } from './definition-text.ts';

test('the file of an export is taken as it is', () => {
  const definition = { schema: 1, name: 'Checkout' };

  assert.deepEqual(readDefinitionText(JSON.stringify(definition)), {
    kind: 'definition',
    definition,
  });
});

test('what is plainly no dashboard is told apart', () => {
  for (const text of ['', 'schema: 1', '[]', '{}', 'null', '"x"']) {
    assert.equal(readDefinitionText(text).kind, 'problem', text);
  }
  const long = ' '.repeat(LIMITS.dashboards.definitionBytesMax * 2 + 1);
  assert.equal(readDefinitionText(long).kind, 'problem');
});
