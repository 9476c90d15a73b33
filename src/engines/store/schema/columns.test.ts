import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COLUMNS, PROMOTED_WITH_FEW_VALUES, PROMOTED_WITH_MANY_VALUES } from './columns.ts';
import { MIGRATIONS, SCHEMA_VERSION } from './migrations.ts';

test('promoted attributes have columns of the right kind', () => {
  const types = new Map<string, string>(COLUMNS);

  for (const name of PROMOTED_WITH_FEW_VALUES) {
    assert.equal(types.get(name), 'LowCardinality(String)');
  }
  for (const name of PROMOTED_WITH_MANY_VALUES) assert.equal(types.get(name), 'String');
});

test('migrations are numbered without a gap', () => {
  assert.deepEqual(
    MIGRATIONS.map(({ version }) => version),
    Array.from({ length: SCHEMA_VERSION }, (_, i) => i + 1),
  );
});
