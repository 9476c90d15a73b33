import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { createRefresher, type Outcome } from './refresher.ts';

const { pageBackoffMsMax, pageIdleAfterMs, pageIdleRefreshMsMin, pageRetriesMax } =
  LIMITS.dashboards;
const DONE: Outcome = { kind: 'done', freshSeconds: 5 };
const FAILED: Outcome = { kind: 'failed', retryAfterSeconds: undefined };

/** A page whose clock moves by hand, and a server that answers when told. */
function openPage(random = 0.5) {
  const timers: { run: () => void; at: number }[] = [];
  const calls: { signal: AbortSignal; answer: (outcome: Outcome) => void }[] = [];
  let now = 0;
  const refresher = createRefresher({
    now: () => now,
    random: () => random,
    startTimer: (run, ms) => {
      const timer = { run, at: now + ms };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    refresh: async (signal) =>
      new Promise((answer) => {
        calls.push({ signal, answer });
      }),
  });
  return {
    refresher,
    calls,
    /** How long until it asks by itself; undefined where it will not. */
    wait: () => (timers[0] === undefined ? undefined : timers[0].at - now),
    timers,
    async answer(outcome: Outcome) {
      calls.at(-1)?.answer(outcome);
      await new Promise((resolve) => void setImmediate(resolve));
    },
    pass(ms: number) {
      now += ms;
      for (const timer of timers.filter(({ at }) => at <= now)) {
        timers.splice(timers.indexOf(timer), 1);
        timer.run();
      }
    },
  };
}

const EVERY_MINUTE = { refreshSeconds: 60, isKiosk: false };

test('the next refresh is planned when the last one has answered, never beside it', async () => {
  const page = openPage();
  page.refresher.setRhythm(EVERY_MINUTE);
  page.refresher.refresh();
  assert.equal(page.calls.length, 1);
  assert.equal(page.wait(), undefined);

  page.pass(300_000);
  assert.equal(page.calls.length, 1);
  await page.answer(DONE);

  assert.equal(page.timers.length, 1);
  assert.equal(page.wait(), 60_000);
});

test('another question gives up the one on its way', async () => {
  const page = openPage();
  page.refresher.refresh();
  page.refresher.refresh();

  assert.equal(page.calls[0]?.signal.aborted, true);
  assert.equal(page.calls[1]?.signal.aborted, false);
  page.calls[0]?.answer({ kind: 'aborted' });
  await page.answer(DONE);
  assert.equal(page.calls.length, 2);
});

test('a hidden page asks nothing, and once when it is seen again', async () => {
  const page = openPage();
  page.refresher.setRhythm(EVERY_MINUTE);
  page.refresher.refresh();
  await page.answer(DONE);

  page.refresher.setHidden(true);
  page.pass(300_000);
  assert.equal(page.calls.length, 1);
  page.refresher.setHidden(false);

  assert.equal(page.calls.length, 2);
  await page.answer(DONE);
  assert.equal(page.wait(), 60_000);
});

test('what was asked while hidden waits, too, and an answer meanwhile plans nothing', async () => {
  const page = openPage();
  page.refresher.setRhythm(EVERY_MINUTE);
  page.refresher.refresh();
  page.refresher.setHidden(true);
  await page.answer(DONE);
  page.pass(600_000);
  page.refresher.refresh();
  assert.equal(page.calls.length, 1);

  page.refresher.setHidden(false);

  assert.equal(page.calls.length, 2);
});

test('a page without a rhythm asks nothing when it is seen again', async () => {
  const page = openPage();
  page.refresher.refresh();
  await page.answer(DONE);
  page.refresher.setHidden(true);
  page.refresher.setHidden(false);

  assert.equal(page.calls.length, 1);
  assert.equal(page.wait(), undefined);
});

test('after errors the wait doubles up to ten minutes, and is as usual after an answer', async () => {
  const page = openPage();
  page.refresher.setRhythm(EVERY_MINUTE);
  page.refresher.refresh();
  const waits: (number | undefined)[] = [];
  for (let failure = 0; failure < 6; failure += 1) {
    await page.answer(FAILED);
    waits.push(page.wait());
    page.pass(page.wait() ?? 0);
  }
  page.refresher.noteActivity();
  await page.answer(DONE);

  const most = pageBackoffMsMax;
  assert.deepEqual(waits, [120_000, 240_000, 480_000, most, most, most]);
  assert.equal(page.wait(), 60_000);
});

test('a wait that the server names is kept, and never cut short by chance', async () => {
  const page = openPage(0);
  page.refresher.setRhythm(EVERY_MINUTE);
  page.refresher.refresh();
  await page.answer({ kind: 'failed', retryAfterSeconds: 900 });
  assert.equal(page.wait(), 900_000);

  const quiet = openPage(0);
  quiet.refresher.refresh();
  for (let attempt = 0; attempt < pageRetriesMax; attempt += 1) {
    await quiet.answer({ kind: 'failed', retryAfterSeconds: 7 });
    assert.equal(quiet.wait(), 7_000);
    quiet.pass(7_000);
  }
  await quiet.answer({ kind: 'failed', retryAfterSeconds: 7 });
  assert.equal(quiet.wait(), undefined);
});

test('pages spread by a tenth, and none asks before there can be anything new', async () => {
  for (const [random, wait] of [
    [0, 54_000],
    [1, 66_000],
  ] as const) {
    const page = openPage(random);
    page.refresher.setRhythm(EVERY_MINUTE);
    page.refresher.refresh();
    await page.answer(DONE);
    assert.ok(Math.abs((page.wait() ?? 0) - wait) < 1);
  }
  const slow = openPage();
  slow.refresher.setRhythm(EVERY_MINUTE);
  slow.refresher.refresh();
  await slow.answer({ kind: 'done', freshSeconds: 300 });
  assert.equal(slow.wait(), 300_000);
});

test('a page that nobody touches slows down until somebody does, but not on a wall', async () => {
  const page = openPage();
  page.refresher.setRhythm(EVERY_MINUTE);
  page.pass(pageIdleAfterMs - 1);
  page.refresher.refresh();
  await page.answer(DONE);
  assert.equal(page.wait(), 60_000);
  page.pass(60_000);
  await page.answer(DONE);
  assert.equal(page.wait(), pageIdleRefreshMsMin);
  page.refresher.noteActivity();
  assert.equal(page.wait(), 60_000);

  const wall = openPage();
  wall.refresher.setRhythm({ refreshSeconds: 60, isKiosk: true });
  wall.pass(pageIdleAfterMs * 2);
  wall.refresher.refresh();
  await wall.answer(DONE);
  assert.equal(wall.wait(), 60_000);
});

test('nothing happens after the page is closed', async () => {
  const page = openPage();
  page.refresher.setRhythm(EVERY_MINUTE);
  page.refresher.refresh();
  page.refresher.stop();
  assert.equal(page.calls[0]?.signal.aborted, true);
  await page.answer(DONE);

  page.refresher.refresh();
  assert.equal(page.calls.length, 1);
  assert.equal(page.wait(), undefined);
});
