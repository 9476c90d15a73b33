import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LIMITS } from './limits.ts';

test('the page about sending logs gives the numbers as advice', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operating/send-logs.md'), 'utf8');
  const section = page.slice(page.indexOf('## Field cardinality'));

  assert.match(section, /\*\*guidance\*\*/);
  for (const values of Object.values(LIMITS.cardinality)) {
    assert.ok(section.includes(`under ${values.toLocaleString('en-US')} `), String(values));
  }
});
