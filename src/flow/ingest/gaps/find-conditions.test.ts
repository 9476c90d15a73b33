/** What keeps events from being found, look by look; the queue is set by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId, type OrganizationId } from '../../../base/ids.ts';
import { type ConditionNeeds, createFindConditions } from './find-conditions.ts';
import { createGapNotes } from './gap-notes.ts';

const ACME = organizationId('org_acme');
const OTHER = organizationId('org_other');

function setUp() {
  const state = {
    now: 100_000,
    last: 0n,
    oldest: new Map<OrganizationId, bigint>(),
    isSpilling: false,
    letters: 0,
    looked: [] as unknown[],
    held: new Map<OrganizationId, { events: number; bytes: number }>(),
  };
  const clock = { now: () => state.now };
  const notes = createGapNotes(clock);
  const needs = {
    clock,
    notes,
    queue: {
      front: () => ({ oldest: state.oldest, last: state.last }),
      isSpilling: () => state.isSpilling,
      listDeadLetters: async (...asked: unknown[]) => {
        state.looked.push(asked);
        return Array.from({ length: state.letters });
      },
    },
    holding: { depth: () => ({ events: 0, bytes: 0, byOrganization: state.held }) },
  } as unknown as ConditionNeeds;
  return { state, notes, needs };
}

test('an entry is late from fifteen seconds on, counted from the look before it came', async () => {
  const { state, needs } = setUp();
  const find = createFindConditions(needs);
  assert.deepEqual(await find(), []);
  state.now += 1_000;
  state.last = 1n;
  state.oldest.set(ACME, 1n);
  assert.deepEqual(await find(), []);

  state.now += 14_999;
  assert.deepEqual(await find(), []);
  state.now += 1;
  state.last = 2n;
  state.oldest.set(OTHER, 2n);
  assert.deepEqual(await find(), [{ kind: 'lag', organization: ACME, since: 100_000 }]);
});

test('entries of an earlier run are late at once, since the start of this one', async () => {
  const { state, needs } = setUp();
  state.last = 5n;
  state.oldest.set(ACME, 5n).set(OTHER, 6n);
  const find = createFindConditions(needs);

  assert.deepEqual(await find(), [{ kind: 'lag', organization: ACME, since: 100_000 }]);
});

test('what was spilled is missing until all that waited when it was back is stored', async () => {
  const { state, needs } = setUp();
  const find = createFindConditions(needs);
  const spilling = (since: number) => [{ kind: 'spilling', organization: null, since }];
  await find();
  assert.deepEqual(state.looked, [[{ spilledOnly: true }, { limit: 1 }]]);
  await find();
  assert.equal(state.looked.length, 1);

  state.isSpilling = true;
  assert.deepEqual(await find(), spilling(100_000));
  state.now += 1_000;
  state.isSpilling = false;
  state.letters = 1;
  assert.deepEqual(await find(), spilling(100_000));
  assert.equal(state.looked.length, 2);
  state.letters = 0;
  state.last = 7n;
  state.oldest.set(ACME, 7n);
  assert.deepEqual(await find(), spilling(100_000));
  state.last = 9n;
  state.oldest.set(ACME, 8n);
  assert.deepEqual(await find(), []);
  await find();
  assert.equal(state.looked.length, 4);
});

test('letters that an earlier run has spilled are found at the first look', async () => {
  const { state, needs } = setUp();
  state.letters = 1;

  assert.deepEqual(await createFindConditions(needs)(), [
    { kind: 'spilling', organization: null, since: 100_000 },
  ]);
});

test('who is over the quota or turned away is told until it has been calm for fifteen seconds', async () => {
  const { state, notes, needs } = setUp();
  const find = createFindConditions(needs);
  notes.overQuota(ACME);
  notes.refused(OTHER);
  state.now += 5_000;
  notes.overQuota(ACME);
  const refusing = { kind: 'refusing', organization: OTHER, since: 100_000, lastAt: 100_000 };
  const quota = { kind: 'quota', organization: ACME, since: 100_000, lastAt: 105_000 };

  assert.deepEqual(await find(), [quota, refusing]);
  state.now = 115_000;
  assert.deepEqual(await find(), [quota, refusing]);
  state.now = 115_001;
  assert.deepEqual(await find(), [quota]);
  state.now = 120_001;
  assert.deepEqual(await find(), []);
});

test('whose events are held back is over the quota since the look before', async () => {
  const { state, notes, needs } = setUp();
  notes.overQuota(ACME);
  state.held.set(ACME, { events: 1, bytes: 1 });

  assert.deepEqual(await createFindConditions(needs)(), [
    { kind: 'quota', organization: ACME, since: 99_000 },
  ]);
});

test('beyond twenty thousand organizations further ones are not noted', () => {
  const notes = createGapNotes({ now: () => 5 });
  for (let i = 0; i < 20_001; i++) notes.refused(organizationId(`org_${i}`));

  const noted = notes.take('refusing', 1);
  assert.equal(noted.size, 20_000);
  assert.deepEqual(noted.get(organizationId('org_0')), { since: 5, lastAt: 5 });
  assert.equal(notes.take('quota', 1).size, 0);
});
