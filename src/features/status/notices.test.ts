import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openTestHistory } from '../../../test/support/status/open-test-history.ts';
import { silentLog } from '../../base/log.ts';
import { type History, HistoryUnwritable } from '../../engines/history/history.ts';
import { createHistoryKeeper } from './history-keeper.ts';
import { noticesOf } from './notices.ts';

const minute = 29_000_000;
const now = (minute + 3) * 60_000;
const row = {
  minute,
  results: 'u',
  reasons: '',
  httpMs: null,
  otlpMs: null,
  searchMs: null,
  serverMs: null,
};
const well = { latest: row, skewMs: 0, isWritable: true, now };
const refused =
  'The platform rejects credentials of this probe, so some components are not checked. The operator was notified.';
const unwritable =
  "This probe can't write its history. Current results are shown but would be lost on a restart.";
const ahead = "The platform's clock is 2 s ahead of this probe's clock.";

for (const [name, more, notices] of [
  ['all is well', {}, []],
  ['nothing was seen yet', { latest: undefined, skewMs: 9_000 }, []],
  ['a key is refused', { latest: { ...row, reasons: ',key_refused' } }, [refused]],
  [
    'a key was refused too long ago',
    { latest: { ...row, reasons: 'key_refused' }, now: now + 1 },
    [],
  ],
  ['another reason', { latest: { ...row, reasons: 'too_slow' } }, []],
  ['clocks differ by two seconds', { skewMs: 2_000 }, []],
  ['the platform is ahead', { skewMs: 2_001 }, [ahead]],
  [
    'the platform is behind',
    { skewMs: -3_600 },
    ["The platform's clock is 4 s behind this probe's clock."],
  ],
  ['nobody knows the clock', { skewMs: undefined }, []],
  ['clocks differed too long ago', { skewMs: 9_000, now: now + 1 }, []],
  ['the disk is full', { isWritable: false }, [unwritable]],
  [
    'everything at once',
    { latest: { ...row, reasons: 'key_refused' }, skewMs: 2_001, isWritable: false },
    [refused, ahead, unwritable],
  ],
] as const) {
  test(`readers are told what they should know: ${name}`, () => {
    assert.deepEqual(noticesOf({ ...well, ...more }), notices);
  });
}

function keeperOn(t: TestContext) {
  const history = openTestHistory(t);
  const state = { error: undefined as Error | undefined };
  const errors: string[] = [];
  const flaky: History = Object.assign(Object.create(history) as History, {
    addMinutes: (...given: Parameters<History['addMinutes']>) => {
      if (state.error !== undefined) throw state.error;
      history.addMinutes(...given);
    },
  });
  const log = { ...silentLog, error: (_: object, message: string) => void errors.push(message) };
  return { history, state, errors, keeper: createHistoryKeeper(flaky, log) };
}

test('minutes that the disk did not take are written with the next, and the operator is told once', (t) => {
  const { history, state, errors, keeper } = keeperOn(t);
  assert.equal(keeper.isWritable(), true);
  state.error = new HistoryUnwritable(undefined);
  keeper.keepMinute('own', row);
  keeper.keepMinute('own', { ...row, minute: minute + 1 });
  assert.equal(keeper.isWritable(), false);
  assert.deepEqual(errors, ['probe history not writable']);
  assert.deepEqual(history.minutes('own', 0), []);
  state.error = undefined;
  keeper.keepMinute('own', { ...row, minute: minute + 2 });
  assert.equal(keeper.isWritable(), true);
  assert.equal(history.minutes('own', 0).length, 3);
  state.error = new HistoryUnwritable(undefined);
  keeper.keepMinute('own', { ...row, minute: minute + 3 });
  assert.equal(errors.length, 2, 'and once again when it happens again');
});

test('what is written is not written again, and no more waits than a day has', (t) => {
  const { history, state, keeper } = keeperOn(t);
  const seen: number[] = [];
  const counted = Object.assign(Object.create(history) as History, {
    addMinutes: (_: string, minutes: readonly unknown[]) => {
      seen.push(minutes.length);
      if (seen.length <= 1_441) throw new HistoryUnwritable(undefined);
    },
  });
  const other = createHistoryKeeper(counted, silentLog);
  for (let at = 0; at < 1_443; at += 1) other.keepMinute('own', { ...row, minute: at });
  assert.deepEqual(seen.slice(-4), [1_440, 1_440, 1_440, 1]);
  state.error = new TypeError('a mistake');
  assert.throws(() => keeper.keepMinute('own', row), state.error);
  assert.equal(
    keeper.write(() => {}),
    true,
  );
});
