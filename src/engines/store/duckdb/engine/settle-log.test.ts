import assert from 'node:assert/strict';
import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { MB } from '../../../../spec/units.ts';
import { removeFolder } from '../../../../../test/support/remove-folder.ts';
import { createSettling } from './settle-log.ts';

/** One file with a log of that size; `settled` counts how often its log was to be worked into it. */
function start(t: TestContext, logBytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-settle-'));
  t.after(() => removeFolder(folder));
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const path = join(folder, 'day');
  writeFileSync(`${path}.wal`, '');
  truncateSync(`${path}.wal`, logBytes);
  const state = { inUse: 0, settled: 0 };
  const settling = createSettling({
    database: {
      inUse: () => state.inUse,
      use: async () => {
        state.settled += 1;
        throw new Error('no memory');
      },
    },
    files: { all: () => [{ path, catalog: 'd1' }] },
    alone: (work) => work(),
  });
  return { state, settling, pass: (ms: number) => t.mock.timers.tick(ms) };
}

test('a log is worked into its file three seconds after the last insert, once', (t) => {
  const { state, settling, pass } = start(t, 4 * MB);

  settling.soon();
  pass(2_999);
  settling.notNow();
  pass(3_000);
  assert.equal(state.settled, 0);
  settling.soon();
  pass(3_000);
  pass(10_000);

  assert.equal(state.settled, 1);
});

test('a small log is left alone', (t) => {
  const { state, settling, pass } = start(t, 4 * MB - 1);

  settling.soon();
  pass(3_000);

  assert.equal(state.settled, 0);
});

test('it waits while a statement runs, which may have all memory', (t) => {
  const { state, settling, pass } = start(t, 4 * MB);
  state.inUse = 1;

  settling.soon();
  pass(3_000);
  pass(3_000);
  assert.equal(state.settled, 0);
  state.inUse = 0;
  pass(3_000);

  assert.equal(state.settled, 1);
});
