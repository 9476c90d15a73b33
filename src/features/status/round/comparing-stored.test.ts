/** When stored lines are compared, with what, and how long a verdict holds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeTarget, reply } from '../../../../test/support/status/fake-target.ts';
import type { LineRow } from '../../../engines/history/history.ts';
import { compareFresh, createStoredWatch } from './check-stored.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOON = Date.UTC(2026, 10, 16, 12);

const UP = { result: 'up' };
const MISSING = { result: 'down', reason: 'missing' };
const NOT_CHECKED = { result: 'none', reason: 'not_checked' };
const NOT_SET_UP = { result: 'none', reason: 'not_set_up' };

function line(nonce: string, writtenAt: number, facts: Partial<LineRow> = {}): LineRow {
  return { nonce, writtenAt, text: `text of ${nonce}`, isAccepted: true, ...facts };
}

/** A watch over the given lines; the platform has those that `stored` names. */
function watchOver(written: readonly LineRow[], changes: { readonly readKey?: undefined } = {}) {
  const fake = fakeTarget(changes);
  const asked: string[] = [];
  const state = { stored: written.map(({ nonce }) => nonce), status: 200, isOdd: false };
  fake.instead.set('/api/v1/search', ({ url }) => {
    const parameters = new URL(url).searchParams;
    asked.push(['query', 'earliest', 'latest', 'limit'].map((each) => parameters.get(each)).join());
    const rows = written
      .filter(({ nonce }) => state.stored.includes(nonce))
      .map(({ nonce, text }) => ({ nonce, event: text }));
    return reply(state.status, state.isOdd ? {} : { data: { rows } });
  });
  const lines = (from: number, to: number): LineRow[] =>
    written.filter(({ writtenAt }) => writtenAt >= from && writtenAt < to);
  const watch = createStoredWatch({ ...fake.needs, lines }, fake.target);
  const after = async (ms: number) => {
    fake.advance(ms);
    await watch.look();
    return watch.verdict();
  };
  return { fake, watch, asked, state, after };
}

test('the hour before, that of a day ago and that of almost a week ago are compared', async () => {
  const end = NOON - 2 * MINUTE_MS;
  const ages = [1, DAY_MS - HOUR_MS + 1, 7 * DAY_MS - 2 * HOUR_MS + 1];
  const { after, asked } = watchOver(ages.map((age, i) => line(`n${i}`, end - age)));

  assert.deepEqual(await after(0), UP);
  assert.deepEqual(asked, [
    'index=main probe_id=probe1,2026-11-16T10:57:00.000Z,2026-11-16T11:59:00.000Z,1000',
    'index=main probe_id=probe1,2026-11-15T11:57:00.000Z,2026-11-15T12:59:00.000Z,1000',
    'index=main probe_id=probe1,2026-11-09T12:57:00.000Z,2026-11-09T13:59:00.000Z,1000',
  ]);
});

test('lines of the last two minutes, and those of before the hour, are not looked at', async () => {
  const end = NOON - 2 * MINUTE_MS;
  const young = watchOver([line('a', end), line('b', end - HOUR_MS - 1)]);
  const edge = watchOver([line('a', end - HOUR_MS)]);

  assert.deepEqual([await young.after(0), young.asked], [NOT_CHECKED, []]);
  assert.deepEqual([await edge.after(0), edge.asked.length], [UP, 1]);
});

test('without a line it looks again at once, and an hour after it has compared', async () => {
  const { after, asked } = watchOver(
    Array.from({ length: 200 }, (_, i) => line(`n${i}`, NOON + i * MINUTE_MS)),
  );

  assert.deepEqual(await after(0), NOT_CHECKED);
  assert.deepEqual(await after(2 * MINUTE_MS), NOT_CHECKED);
  assert.deepEqual([await after(MINUTE_MS), asked.length], [UP, 1]);
  assert.deepEqual([await after(56 * MINUTE_MS), asked.length], [UP, 1]);
  assert.deepEqual([await after(MINUTE_MS), asked.length], [UP, 2]);
  assert.match(asked[1] ?? '', /T12:00:00.000Z,2026-11-16T12:59:00.000Z/);
});

test('a comparison begins where the last one ended, two hours before at most', async () => {
  const { after, asked } = watchOver(
    Array.from({ length: 600 }, (_, i) => line(`n${i}`, NOON - HOUR_MS + i * MINUTE_MS)),
  );
  const ranges = () => asked.map((each) => each.split(',').slice(1, 3).join());

  await after(0);
  await after(90 * MINUTE_MS);
  await after(3 * HOUR_MS);
  assert.deepEqual(
    ranges().map((each) => each.replaceAll(/2026-11-16T|:00.000Z/g, '')),
    ['10:57,11:59', '11:57,13:29', '14:27,16:29'],
  );
});

test('a clock that was set back compares the hour before', async () => {
  const { fake, after, asked } = watchOver([
    line('a', NOON - 3 * MINUTE_MS),
    line('b', NOON - 90 * MINUTE_MS),
  ]);

  await after(0);
  fake.time.wall -= 2 * HOUR_MS;
  await after(HOUR_MS);

  assert.deepEqual(
    asked.map((each) => each.split(',').slice(1, 3).join()),
    [
      '2026-11-16T10:57:00.000Z,2026-11-16T11:59:00.000Z',
      '2026-11-16T09:57:00.000Z,2026-11-16T10:59:00.000Z',
    ],
  );
});

test('a fault is told when it is still there ten minutes later, and the hour goes on', async () => {
  const { after, asked, state } = watchOver([
    line('a', NOON - 3 * MINUTE_MS),
    line('b', NOON - DAY_MS + HOUR_MS - 3 * MINUTE_MS),
  ]);
  state.stored = ['b'];

  assert.deepEqual([await after(0), asked.length], [NOT_CHECKED, 2]);
  assert.deepEqual([await after(10 * MINUTE_MS - 1), asked.length], [NOT_CHECKED, 2]);
  assert.deepEqual([await after(1), asked.length], [MISSING, 3]);
  assert.equal(asked[2], asked[0], 'only where it was');
  state.stored = ['a', 'b'];
  assert.deepEqual([await after(50 * MINUTE_MS - 1), asked.length], [MISSING, 3]);
  await after(1);
  assert.equal(asked.length, 3, 'there is no line of these hours');
  assert.deepEqual(await after(25 * MINUTE_MS), MISSING);
  assert.deepEqual(await after(1), NOT_CHECKED);
});

test('a fault of one hour counts whatever the others say', async () => {
  const { after, state } = watchOver([
    line('a', NOON - 3 * MINUTE_MS),
    line('b', NOON - DAY_MS + HOUR_MS - 3 * MINUTE_MS),
  ]);
  state.stored = ['a'];
  await after(0);

  assert.deepEqual(await after(10 * MINUTE_MS), MISSING);
});

test('what is whole again at the second look was never lost', async () => {
  const { after, asked, state } = watchOver([line('a', NOON - 3 * MINUTE_MS)]);
  state.stored = [];
  await after(0);
  state.stored = ['a'];

  assert.deepEqual(await after(10 * MINUTE_MS), UP);
  assert.equal(asked.length, 2);
});

test('a platform that cannot be asked is asked again, and a verdict holds for 75 minutes', async () => {
  const { after, asked, state } = watchOver(
    Array.from({ length: 120 }, (_, i) => line(`n${i}`, NOON - 3 * MINUTE_MS + i * MINUTE_MS)),
  );
  await after(0);
  for (const [status, isOdd] of [
    [503, false],
    [401, false],
    [200, true],
    [201, false],
  ] as const) {
    Object.assign(state, { status, isOdd });
    const before = asked.length;
    assert.deepEqual(await after(before === 1 ? HOUR_MS : 0), UP);
    assert.equal(asked.length, before + 1);
  }
  assert.deepEqual(await after(15 * MINUTE_MS), UP);
  assert.deepEqual(await after(1), NOT_CHECKED);
});

test('a machine that slept has no use for the looks it missed', async () => {
  const { after, asked } = watchOver(
    Array.from({ length: 120 }, (_, i) => line(`n${i}`, NOON + 9 * HOUR_MS + i * MINUTE_MS)),
  );

  assert.deepEqual([await after(10 * HOUR_MS), asked.length], [UP, 1]);
  await after(MINUTE_MS);
  assert.equal(asked.length, 2);
  await after(MINUTE_MS);
  assert.equal(asked.length, 2);
  await after(59 * MINUTE_MS);
  assert.equal(asked.length, 3);
});

test('without a key nothing is asked', async () => {
  const { after, asked } = watchOver([line('a', NOON - 3 * MINUTE_MS)], {
    readKey: undefined,
  });

  assert.deepEqual([await after(0), asked], [NOT_SET_UP, []]);
});

test('a single check compares what it wrote just now', async () => {
  const written = [line('a', NOON - 1_000), line('b', NOON - 5_000)];
  const { fake, asked, state } = watchOver(written);
  const compare = (lines: readonly LineRow[]) => compareFresh(fake.needs, fake.target, lines);

  assert.deepEqual(await compare(written), UP);
  assert.match(asked[0] ?? '', /T11:58:55.000Z,2026-11-16T12:00:59.000Z/);
  state.stored = ['a'];
  assert.deepEqual(await compare(written), MISSING);
  assert.deepEqual(await compare([]), NOT_CHECKED);
  state.status = 500;
  assert.deepEqual(await compare(written), NOT_CHECKED);
  const unset = fakeTarget({ readKey: undefined });
  assert.deepEqual(await compareFresh(unset.needs, unset.target, written), NOT_SET_UP);
});
