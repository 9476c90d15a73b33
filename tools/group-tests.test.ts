import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupTests } from './group-tests.ts';

const SOURCES: Readonly<Record<string, string>> = {
  'src/a/one/plain.ts': 'export const one = 1;',
  'src/a/one/a.test.ts': `import { one } from './plain.ts';`,
  'src/a/one/b.test.ts': `import { one } from './plain.ts';`,
  'src/a/two/c.test.ts': `import type { Server } from 'node:http';`,
  'src/a/two/port.test.ts': `import { createServer } from 'node:http';`,
  'src/a/two/supported.test.ts': `import { start } from '../../../test/support/start.ts';`,
  'src/a/two/stored.test.ts': `import { open } from '../../b/database.ts';`,
  'src/a/two/served.test.ts': `import { serve } from '../../b/serve.ts';`,
  'src/a/two/clock.test.ts': 'mock.timers.enable();',
  'src/a/two/hook.test.ts': 'beforeEach(() => {});',
  'src/a/two/frozen.test.ts': `import { freeze } from '../../../test/support/freeze.ts';`,
  'src/a/two/inner-hook.test.ts': 'test(() => {\n  beforeEach(() => {});\n});',
  'src/a/two/environment.test.ts': `process.env['TZ'] = 'UTC';`,
  'src/b/database.ts': `import { DuckDBInstance } from '@duckdb/node-api';`,
  'src/b/serve.ts': `import { createServer } from 'node:http';`,
  'test/support/start.ts': `export { spawn } from 'node:child_process';`,
  'test/support/freeze.ts': 'export const freeze = (pid) => process.kill(pid);',
  'test/journeys/e.test.ts': 'export {};',
  'test/journeys/f.test.ts': 'export {};',
};
const read = (file: string): string | undefined => SOURCES[file];

test('files that touch nothing of the process run together, neighbours with neighbours', () => {
  const files = Object.keys(SOURCES).filter((file) => file.includes('.test.'));
  const groups = groupTests(files.toReversed(), read);

  assert.deepEqual(
    groups.filter((group) => group.length > 1),
    [
      ['src/a/one/a.test.ts', 'src/a/one/b.test.ts'],
      ['c', 'inner-hook', 'served', 'stored', 'supported'].map(
        (name) => `src/a/two/${name}.test.ts`,
      ),
    ],
  );
  assert.deepEqual(groups.flat().toSorted(), files.toSorted());
});

test('a group has sixteen files at most', () => {
  const files = Array.from(
    { length: 33 },
    (_, i) => `src/a/b/c/${String(i).padStart(2, '0')}.test.ts`,
  );
  const groups = groupTests(files, () => '');

  assert.deepEqual(
    groups.map((group) => group.length),
    [16, 16, 1],
  );
});
