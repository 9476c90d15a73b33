import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeTarget, fakeTarget, reply } from '../../../../test/support/status/fake-target.ts';
import type { LineRow } from '../../../engines/history/history.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, MINUTE_MS } from '../../../spec/units.ts';
import { compareLines, createStoredWatch } from './check-stored.ts';
import { GOOD } from './judge-answer.ts';
import { runRound } from './run-round.ts';

const FOUND_WITHIN_MINUTES = 75;
const slow = { alerts: async () => GOOD, storedLogs: () => GOOD };

/** Lets the probe look for some minutes; stops at the first that it calls down. */
function createWatch(fake: FakeTarget) {
  const written: LineRow[] = [];
  const lines = (from: number, to: number): LineRow[] =>
    written.filter(({ writtenAt }) => writtenAt >= from && writtenAt < to);
  const watch = createStoredWatch({ ...fake.needs, lines }, fake.target);
  return {
    written,
    watch,
    async minutes(count: number): Promise<number | undefined> {
      for (let minute = 1; minute <= count; minute += 1) {
        const startedAt = fake.time.wall;
        await watch.look();
        const round = await runRound(fake.needs, fake.target, slow);
        for (const { nonce, text, writtenAt, accepted } of round.written) {
          written.push({ nonce, text, writtenAt, isAccepted: accepted !== undefined });
        }
        fake.advance(MINUTE_MS - (fake.time.wall - startedAt));
        if (watch.verdict().result === 'down') return minute;
      }
      return undefined;
    },
  };
}

const FAULTS = {
  missing: (fake: FakeTarget) => void fake.lines.pop(),
  doubled: (fake: FakeTarget) => void fake.lines.push(...fake.lines.slice(-1)),
  altered: (fake: FakeTarget) => {
    const [last] = fake.lines.splice(-1);
    if (last !== undefined) fake.lines.push({ ...last, event: `${last.event}!` });
  },
};

for (const [reason, harm] of Object.entries(FAULTS)) {
  for (const hadRunFor of [61, 62, 63, 64, 65, 90, 119]) {
    test(`one line of hundreds, ${reason}, is told within 75 minutes (after ${hadRunFor})`, async () => {
      const fake = fakeTarget();
      const probe = createWatch(fake);
      assert.equal(await probe.minutes(hadRunFor), undefined);
      assert.equal(probe.watch.verdict().result, 'up');

      harm(fake);
      const minutes = await probe.minutes(FOUND_WITHIN_MINUTES);

      assert.ok(minutes !== undefined, 'not told');
      assert.deepEqual(probe.watch.verdict(), { result: 'down', reason });
    });
  }
}

test('a line that is back before the second look was never lost', async () => {
  const fake = fakeTarget();
  const probe = createWatch(fake);
  await probe.minutes(64);
  const [hidden] = fake.lines.splice(-1);
  assert.ok(hidden);

  let minutes = 0;
  // Until the comparison that misses it, and a little longer.
  const before = fake.calls.filter(isComparison).length;
  while (fake.calls.filter(isComparison).length === before && minutes < 75) {
    await probe.minutes(1);
    minutes += 1;
  }
  fake.lines.push(hidden);

  assert.equal(await probe.minutes(75), undefined);
  assert.equal(probe.watch.verdict().result, 'up');
});

function isComparison({ url }: { readonly url: string }): boolean {
  return url.includes('latest=');
}

test('a line of a day ago that vanished is told as well', async () => {
  const fake = fakeTarget();
  const probe = createWatch(fake);
  await probe.minutes(70);
  // Nothing was written meanwhile; the line is now in the hour that is compared a day later.
  fake.advance(DAY_MS - 100 * MINUTE_MS);
  const watch = createWatch(fake);
  watch.written.push(...probe.written);
  fake.lines.splice(20, 1);

  assert.ok((await watch.minutes(120)) !== undefined);
  assert.deepEqual(watch.watch.verdict(), { result: 'down', reason: 'missing' });
});

test('a platform that cannot be asked is not accused, and the last verdict does not hold for ever', async () => {
  const fake = fakeTarget();
  const probe = createWatch(fake);
  await probe.minutes(10);
  assert.equal(probe.watch.verdict().result, 'up');
  fake.instead.set('/api/v1/search', () => reply(503, {}));

  assert.equal(await probe.minutes(70), undefined);
  assert.equal(await probe.minutes(20), undefined);

  assert.deepEqual(probe.watch.verdict(), { result: 'none', reason: 'not_checked' });
});

test('a line without an answer may be missing or there, but not twice', () => {
  const line = { nonce: 'n', writtenAt: 0, text: 'a', isAccepted: false };
  const stored = { nonce: 'n', text: 'a' };

  assert.equal(compareLines([line], []).result, 'up');
  assert.equal(compareLines([line], [stored]).result, 'up');
  assert.equal(compareLines([line], [stored, stored]).reason, 'doubled');
  assert.equal(compareLines([{ ...line, isAccepted: true }], []).reason, 'missing');
  assert.equal(compareLines([line], [{ ...stored, text: 'b' }]).reason, 'altered');
});

test('the first look follows as soon as a line is old enough, the next within the hour', async () => {
  const fake = fakeTarget();
  const probe = createWatch(fake);

  await probe.minutes(5);
  const first = fake.calls.filter(isComparison).length;
  await probe.minutes(LIMITS.status.storedEveryMs / MINUTE_MS);

  assert.equal(first, 1);
  assert.equal(fake.calls.filter(isComparison).length, 2);
  assert.ok(LIMITS.status.storedConfirmMs < LIMITS.status.storedEveryMs);
});
