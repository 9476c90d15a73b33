import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  addThings,
  createThings,
  makeDue,
  readSettlements,
  readThings,
  type Thing,
  workThat,
} from '../../../test/support/metadata/due-things.ts';
import { fakeClock } from '../../../test/support/fake-clock.ts';
import { openTestMetadata } from '../../../test/support/open-test-metadata.ts';
import { claimRows, countDue, readOutlook, renewRows, settleRow } from './due-rows-table.ts';
import { ClaimLost, type DueWork, Hopeless, NotNow } from './due-work.ts';
import { workOnRow } from './work-on-row.ts';

const things = { name: 'things', table: 'things', owner: 'owner' };
const lease = 60_000;

async function prepare(t: TestContext) {
  const metadata = await openTestMetadata(t);
  await createThings(metadata);
  const clock = fakeClock();
  const now = clock.now();
  const logged: string[] = [];
  const write = (_: object, message: string): void => void logged.push(message);
  const log = { debug: write, info: write, warn: write, error: write };
  const claim = (more: { holder?: string; now?: number; rowsMax?: number } = {}) =>
    claimRows<Thing>(metadata, things, {
      holder: 'node',
      now,
      leaseUntil: now + lease,
      rowsMax: 10,
      perOwnerMax: 10,
      busy: new Map(),
      ...more,
    });
  return { metadata, clock, now, logged, log, claim };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** One row that is claimed for the n-th time, and what becomes of it when its work ends so. */
async function tryOnce(
  place: Prepared,
  how: {
    attempts?: number;
    work?: Partial<DueWork<Thing>>;
    onWork?: () => Promise<void>;
    isStopped?: boolean;
    isLost?: boolean;
  },
) {
  const { metadata, clock, log, now } = place;
  await addThings(metadata, [{ id: 'a', owner: 'x', due_at: now - 5 }]);
  const [claimed] = await place.claim();
  assert.ok(claimed !== undefined);
  const row = { ...claimed, attempts: how.attempts ?? 1 };
  const lost = new AbortController();
  const stop = new AbortController();
  const onWork = async (): Promise<void> => {
    if (how.isStopped === true) stop.abort();
    if (how.isLost === true) lost.abort();
    await how.onWork?.();
  };
  const work = { ...workThat({ metadata, clock }, { onWork }), ...how.work };
  const held = { row, lost, renewedAt: now };
  const outcome = await workOnRow({ metadata, clock, log }, work, held, stop.signal);
  const [after] = await readThings(metadata);
  const notes = (await readSettlements(metadata)).map(({ note }) => note);
  return { outcome, after, notes };
}

const failing = (error: Error) => () => Promise.reject(error);
const boom = new Error('boom');

for (const [name, how, outcome, dueIn, attempts, notes] of [
  ['work that is done', {}, 'done', null, 0, ['done']],
  ['a first failure', { onWork: failing(boom) }, 'retried', 1_000, 1, []],
  ['a second failure', { attempts: 2, onWork: failing(boom) }, 'retried', 2_000, 2, []],
  ['the last failure', { attempts: 3, onWork: failing(boom) }, 'given_up', null, 0, ['boom']],
  [
    'a try too many',
    { attempts: 4 },
    'given_up',
    null,
    0,
    ['every attempt ended without a result'],
  ],
  [
    'a row that is too late',
    { work: { isTooLate: () => true } },
    'given_up',
    null,
    0,
    ['it has waited too long'],
  ],
  [
    'what no try will bring about',
    { onWork: failing(new Hopeless(boom)) },
    'given_up',
    null,
    0,
    ['boom'],
  ],
  [
    'what could not begin',
    { attempts: 3, onWork: failing(new NotNow('away', 7_000)) },
    'postponed',
    7_000,
    2,
    [],
  ],
  ['a node that stops', { onWork: failing(boom), isStopped: true }, 'stopped', -5, 0, []],
  ['work that settles nothing', { work: { work: async () => {} } }, 'retried', 1_000, 1, []],
] as const) {
  test(`${name} is ${outcome}`, async (t) => {
    const place = await prepare(t);
    const { after, ...reported } = await tryOnce(place, how);
    assert.deepEqual(reported, { outcome, notes: [...notes] });
    assert.equal(after?.due_at, dueIn === null ? null : place.now + dueIn);
    assert.equal(after.attempts, attempts);
    assert.equal(after.lease_until, null);
    assert.equal(after.claimed_by, null);
  });
}

test('a row that became too late while it was worked on is given up with its failure', async (t) => {
  const place = await prepare(t);
  const isTooLate = (_: Thing, at: number): boolean => at > place.now;
  const onWork = async (): Promise<void> => {
    place.clock.advance(1);
    throw boom;
  };
  const reported = await tryOnce(place, { work: { isTooLate }, onWork });
  assert.deepEqual([reported.outcome, reported.notes], ['given_up', ['boom']]);
});

for (const [name, how] of [
  ['was lost', { onWork: failing(boom), isLost: true }],
  ['turns out to be lost', { onWork: failing(new ClaimLost('things', 'a')) }],
] as const) {
  test(`a row that ${name} is left to whoever has it`, async (t) => {
    const place = await prepare(t);
    const { outcome, after, notes } = await tryOnce(place, how);
    assert.deepEqual([outcome, notes], ['lost', []]);
    assert.equal(after?.lease_until, place.now + lease);
    assert.deepEqual(place.logged, ['claim lost while its row was processed']);
  });
}

test('a row that cannot be given back is left until its claim lapses', async (t) => {
  const place = await prepare(t);
  const { outcome, after } = await tryOnce(place, { attempts: 4, work: { giveUp: failing(boom) } });
  assert.equal(outcome, 'failed');
  assert.equal(after?.lease_until, place.now + lease);
  assert.equal(place.logged.at(-1), 'due row could not be released');
});

test('a row is claimed when it is due and nobody has it', async (t) => {
  const { metadata, now, claim } = await prepare(t);
  await addThings(metadata, [
    { id: 'due', owner: 'x', due_at: now },
    { id: 'later', owner: 'x', due_at: now + 1 },
    { id: 'never', owner: 'x', due_at: null },
  ]);
  assert.equal(await countDue(metadata, things, now), 1);
  const expected = {
    id: 'due',
    owner: 'x',
    due_at: now,
    lease_until: now + lease,
    claimed_by: 'node',
    fence: 1,
    attempts: 1,
  };
  assert.deepEqual(await claim(), [expected]);
  const kept = (await readThings(metadata)).find(({ id }) => id === 'due');
  assert.deepEqual(kept, expected);
  assert.equal(await countDue(metadata, things, now), 0);
  assert.deepEqual(await claim({ now: now + lease - 1 }), [
    { ...expected, id: 'later', due_at: now + 1 },
  ]);
  const again = await claim({ now: now + lease, holder: 'other' });
  assert.deepEqual(
    again.map(({ id, fence, attempts }) => [id, fence, attempts]),
    [
      ['due', 2, 2],
      ['later', 2, 2],
    ],
  );
});

test('owners take turns, and what they have under way counts', async (t) => {
  const { metadata, now } = await prepare(t);
  const many = ['a1', 'a2', 'a3', 'b1', 'c1'];
  await addThings(
    metadata,
    many.map((id, i) => ({ id, owner: id.slice(0, 1), due_at: now - 10 + i })),
  );
  const chosen = async (rowsMax: number, perOwnerMax: number, busy: [string, number][]) => {
    const taking = { holder: 'n', now, leaseUntil: now, rowsMax, perOwnerMax, busy: new Map(busy) };
    return (await claimRows<Thing>(metadata, things, taking)).map(({ id }) => id);
  };
  assert.deepEqual(await chosen(3, 10, []), ['a1', 'b1', 'c1']);
  assert.deepEqual(await chosen(10, 2, []), ['a1', 'a2', 'b1', 'c1']);
  assert.deepEqual(await chosen(2, 10, [['a', 1]]), ['b1', 'c1']);
  assert.deepEqual(await chosen(10, 2, [['a', 1]]), ['a1', 'b1', 'c1']);
  assert.deepEqual(await chosen(10, 1, [['a', 1]]), ['b1', 'c1']);
  const unowned = { name: 'things', table: 'things' };
  const taking = { holder: 'n', now, leaseUntil: now, rowsMax: 2, perOwnerMax: 1 };
  const rows = await claimRows<Thing>(metadata, unowned, { ...taking, busy: new Map() });
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['a1', 'a2'],
  );
});

test('a sign of life is for rows that are still this holder’s', async (t) => {
  const { metadata, now, claim } = await prepare(t);
  await addThings(metadata, [
    { id: 'a', owner: 'x', due_at: now },
    { id: 'b', owner: 'x', due_at: now },
    { id: 'c', owner: 'x', due_at: now },
  ]);
  const [first] = await claim({ rowsMax: 2 });
  await claim({ holder: 'other' });
  assert.ok(first !== undefined);
  await metadata.transaction((unit) => settleRow(unit, things, first, { dueAt: null }));
  const ids = ['a', 'b', 'c'];
  const life = { holder: 'node', ids, leaseUntil: now + 2 * lease };
  assert.deepEqual(await renewRows(metadata, things, life), new Map([['b', 1]]));
  assert.deepEqual(
    (await readThings(metadata)).map(({ lease_until: until }) => until),
    [null, now + 2 * lease, now + lease],
  );
});

test('a row is settled once, by whoever has it, and what is due earlier stays so', async (t) => {
  const { metadata, now, claim } = await prepare(t);
  await addThings(metadata, [{ id: 'a', owner: 'x', due_at: now }]);
  const settle = (row: Thing, dueAt: number | null, attempts?: number) =>
    metadata.transaction((unit) =>
      settleRow(unit, things, row, { dueAt, ...(attempts === undefined ? {} : { attempts }) }),
    );
  const state = async () => (await readThings(metadata)).map((row) => [row.due_at, row.attempts]);
  const [row] = await claim();
  assert.ok(row !== undefined);
  await assert.rejects(settle({ ...row, fence: 9 }, null), new ClaimLost('things', 'a'));
  await assert.rejects(settle({ ...row, id: 'b' }, null), new ClaimLost('things', 'b'));
  await settle(row, now, 7);
  assert.deepEqual(await state(), [[now, 7]]);
  await assert.rejects(settle(row, null), ClaimLost);
  const [second] = await claim();
  assert.ok(second !== undefined);
  await metadata.transaction((unit) => makeDue(unit, 'a', now + 5));
  await settle(second, now + 10);
  assert.deepEqual(await state(), [[now + 5, 0]]);
  const [third] = await claim({ now: now + 5 });
  assert.ok(third !== undefined);
  await metadata.transaction((unit) => makeDue(unit, 'a', now + 50));
  await settle(third, now + 10);
  assert.deepEqual(await state(), [[now + 10, 0]]);
});

test('a node knows when there is something to do next', async (t) => {
  const { metadata, now, claim } = await prepare(t);
  assert.deepEqual(await readOutlook(metadata, things), { nextDueAt: null, nextLapseAt: null });
  await addThings(metadata, [
    { id: 'a', owner: 'x', due_at: now },
    { id: 'b', owner: 'x', due_at: now + 7 },
    { id: 'c', owner: 'x', due_at: now + 9 },
  ]);
  assert.deepEqual(await readOutlook(metadata, things), { nextDueAt: now, nextLapseAt: null });
  await claim();
  const expected = { nextDueAt: now + 7, nextLapseAt: now + lease };
  assert.deepEqual(await readOutlook(metadata, things), expected);
});

test('why a row is not worked on is told in words', () => {
  assert.equal(new ClaimLost('mail', 'm1').message, 'the claim of mail on m1 was lost');
  assert.equal(new Hopeless(boom).message, 'boom');
  assert.equal(new Hopeless('x').message, 'hopeless');
  const { message, delayMs, cause } = new NotNow('away', 5, boom);
  assert.deepEqual([message, delayMs, cause], ['away', 5, boom]);
});
