import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../../../test/support/fake-clock.ts';
import { logRecord } from '../../../../../test/support/log-records.ts';
import {
  encodedBatch,
  everything,
  openFiles,
} from '../../../../../test/support/store/open-day-files.ts';
import { newFolder } from '../../../../../test/support/store/supervised-store.ts';
import { DAY_MS, HOUR_MS } from '../../../../spec/units.ts';
import type { LogsRead } from '../dialect/translate.ts';
import { filesFor } from './choose-files.ts';

const FIRST = Date.UTC(2026, 2, 10, 12);

test('only files whose rows can be asked for are read, after a restart, too', async (t) => {
  const folder = newFolder(t);
  const clock = fakeClock(FIRST);
  {
    using opened = await openFiles(folder, clock);
    // Events of an hour before and after the moment at which they are received, each day one.
    for (let day = 0; day < 3; day++) {
      const receivedAt = clock.now();
      const records = [-HOUR_MS, HOUR_MS].map((ms) =>
        logRecord({ timestamp: receivedAt + ms, receivedAt }),
      );
      await opened.inserter.insert(encodedBatch(records));
      clock.advance(DAY_MS);
    }
    check(opened.files.all());
  }
  using opened = await openFiles(folder, clock);
  check(opened.files.all());
});

function check(files: Parameters<typeof filesFor>[0]): void {
  const chosen = (read: Partial<LogsRead>): string[] =>
    filesFor(files, { ...everything, ...read }).map(({ day }) => day.slice(-2));
  const second = FIRST + DAY_MS;

  assert.deepEqual(chosen({}), ['10', '11', '12']);
  // Both ends of what is in a file belong to it; the end of a range does not.
  assert.deepEqual(chosen({ from: second + HOUR_MS }), ['11', '12']);
  assert.deepEqual(chosen({ from: second + HOUR_MS + 1 }), ['12']);
  assert.deepEqual(chosen({ to: second - HOUR_MS }), ['10']);
  assert.deepEqual(chosen({ to: second - HOUR_MS + 1 }), ['10', '11']);
  assert.deepEqual(chosen({ from: second, to: second + 1 }), ['11']);
  assert.deepEqual(chosen({ from: FIRST + 2 * HOUR_MS, to: FIRST + 3 * HOUR_MS }), []);
  assert.deepEqual(chosen({ receivedFrom: second, receivedTo: second + 1 }), ['11']);
  assert.deepEqual(chosen({ receivedFrom: second + 1 }), ['12']);
  const [, middle] = files;
  assert(middle !== undefined);
  const { rowIdFrom, rowIdTo } = middle.bounds;
  assert(chosen({ rowIdFrom, rowIdTo: rowIdTo + 1n }).includes('11'));
  assert.deepEqual(chosen({ rowIdTo: 1n }), []);
  assert.deepEqual(chosen({ rowIdFrom: 2n ** 64n - 1n }), []);
}
