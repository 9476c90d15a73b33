import assert from 'node:assert/strict';
import { type AccessUnderTest, onBothStores } from '../../../../test/support/open-access.ts';
import { organizationId, type OrganizationId } from '../../../base/ids.ts';
import { silentLog } from '../../../base/log.ts';
import type { DeadLetter, QueueFront } from '../../../engines/queue/queue.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import type { Gap } from './gap.ts';
import { behindBecause, gapsBetween } from './read-gaps.ts';
import { createGapWatch, type GapWatch } from './watch-gaps.ts';

const LETTER: DeadLetter = {
  id: 'dl_1',
  organization: organizationId('org_any'),
  events: 1,
  bytes: 1,
  reason: '',
  attempts: 0,
  deadAt: 0,
  isSpilled: true,
};

/** A queue whose state a test sets by hand. */
function fakeQueue(nodes = 1) {
  const oldest = new Map<OrganizationId, bigint>();
  const held = new Map<OrganizationId, { events: number; bytes: number }>();
  const state = { last: 0n, isSpilling: false, spilledLetters: 0 };
  const depthOf = (all: ReadonlyMap<OrganizationId, unknown>) => ({
    events: all.size,
    bytes: 0,
    byOrganization: held,
  });
  return {
    oldest,
    held,
    state,
    queue: {
      front: (): QueueFront => ({ oldest, last: state.last }),
      depth: () => depthOf(oldest),
      nodes: () => nodes,
      isSpilling: () => state.isSpilling,
      listDeadLetters: async () => Array.from({ length: state.spilledLetters }, () => LETTER),
    },
    holding: { depth: () => depthOf(held) },
    /** An entry of the organization comes; it is the oldest if there is none. */
    append(organization: OrganizationId): void {
      state.last++;
      if (!oldest.has(organization)) oldest.set(organization, state.last);
    },
  };
}

type FakeQueue = ReturnType<typeof fakeQueue>;

async function start(access: AccessUnderTest) {
  const { metadata, clock } = access;
  const acme = await access.newOrganization();
  const other = await access.newOrganization();
  const watchOn = (fake: FakeQueue, nodeId = 'node-1'): GapWatch =>
    createGapWatch({ ...fake, metadata, clock, log: silentLog, nodeId });
  /** A look a second. */
  const pass = async (watch: GapWatch, ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += LIMITS.gaps.lookEveryMs) {
      clock.advance(LIMITS.gaps.lookEveryMs);
      await watch.look();
    }
  };
  const gapsOf = (organization: OrganizationId): Promise<Gap[]> =>
    gapsBetween({ metadata }, organization, 0, Number.MAX_SAFE_INTEGER);
  const behind = (organization: OrganizationId) => behindBecause({ metadata }, organization);
  return { metadata, clock, acme: acme.id, other: other.id, watchOn, pass, gapsOf, behind };
}

function only(gaps: readonly Gap[]): Gap {
  const [gap, ...more] = gaps;
  assert(gap !== undefined && more.length === 0, `${gaps.length} gaps`);
  return gap;
}

onBothStores(
  'what waits too long is a gap of its organization until it is stored',
  async (_t, access) => {
    const { clock, acme, other, watchOn, pass, gapsOf, behind } = await start(access);
    const fake = fakeQueue();
    const watch = watchOn(fake);
    await pass(watch, 5 * SECOND_MS);
    const sentAt = clock.now();
    fake.append(acme);

    await pass(watch, LIMITS.gaps.lagMs - SECOND_MS);
    assert.deepEqual(await gapsOf(acme), []);
    await pass(watch, 3 * SECOND_MS);
    assert.deepEqual(await behind(acme), ['lag']);
    // Another one that keeps up is no gap, however long its line is.
    for (let i = 0; i < 30; i++) {
      fake.append(other);
      await pass(watch, SECOND_MS);
      fake.oldest.delete(other);
    }
    fake.oldest.delete(acme);
    await pass(watch, SECOND_MS);

    const gap = only(await gapsOf(acme));
    assert.equal(gap.kind, 'lag');
    assert(Math.abs(gap.from - sentAt) <= 2 * SECOND_MS, `${gap.from - sentAt} ms off`);
    assert.equal(gap.to, clock.now());
    assert.deepEqual(await behind(acme), []);
    assert.deepEqual(await gapsOf(other), []);
  },
);

onBothStores('refusals are a gap from the first to the last of them', async (_t, access) => {
  const { clock, acme, other, watchOn, pass, gapsOf, behind } = await start(access);
  const watch = watchOn(fakeQueue());
  await watch.look();
  const from = clock.now();

  watch.notes.refused(acme);
  await pass(watch, 5 * SECOND_MS);
  assert.deepEqual(await behind(acme), ['refusing']);
  watch.notes.refused(acme);
  const to = clock.now();
  await pass(watch, LIMITS.gaps.calmMs + 2 * SECOND_MS);

  const gap = only(await gapsOf(acme));
  assert.deepEqual([gap.kind, gap.from, gap.to], ['refusing', from, to]);
  assert.deepEqual(await gapsOf(other), []);
  // Soon after it is the same one, later another.
  watch.notes.refused(acme);
  await pass(watch, SECOND_MS);
  assert.deepEqual(
    (await gapsOf(acme)).map(({ id }) => id),
    [gap.id],
  );
  await pass(watch, LIMITS.gaps.calmMs + LIMITS.gaps.joinMs + 5 * SECOND_MS);
  watch.notes.refused(acme);
  await pass(watch, SECOND_MS);
  assert.equal((await gapsOf(acme)).length, 2);
});

onBothStores(
  'events over the quota are a gap while they are held or refused',
  async (_t, access) => {
    const { clock, acme, other, watchOn, pass, gapsOf, behind } = await start(access);
    const fake = fakeQueue();
    const watch = watchOn(fake);
    await watch.look();

    fake.held.set(acme, { events: 1, bytes: 1 });
    watch.notes.overQuota(other);
    const notedAt = clock.now();
    await pass(watch, 30 * SECOND_MS);
    assert.deepEqual(await behind(acme), ['quota']);
    assert.deepEqual(await behind(other), []);
    fake.held.clear();
    await pass(watch, SECOND_MS);

    const held = only(await gapsOf(acme));
    assert.deepEqual([held.kind, held.to], ['quota', clock.now()]);
    const refused = only(await gapsOf(other));
    assert.deepEqual([refused.kind, refused.from, refused.to], ['quota', notedAt, notedAt]);
  },
);

onBothStores(
  'spilled events are missing for everybody until they are back and stored',
  async (_t, access) => {
    const { clock, acme, other, watchOn, pass, gapsOf, behind } = await start(access);
    const fake = fakeQueue();
    const watch = watchOn(fake);
    await watch.look();

    fake.state.isSpilling = true;
    fake.state.spilledLetters = 1;
    await pass(watch, 5 * SECOND_MS);
    assert.deepEqual([await behind(acme), await behind(other)], [['spilling'], ['spilling']]);
    fake.state.isSpilling = false;
    await pass(watch, 3 * SECOND_MS);
    assert.deepEqual(await behind(acme), ['spilling'], 'they are dead letters still');
    fake.state.spilledLetters = 0;
    fake.append(acme);
    await pass(watch, 3 * SECOND_MS);
    assert.deepEqual(await behind(other), ['spilling'], 'they wait in the queue again');
    fake.oldest.clear();
    fake.append(other);
    await pass(watch, SECOND_MS);

    const gap = only(await gapsOf(acme));
    assert.deepEqual([gap.kind, gap.organization, gap.to], ['spilling', null, clock.now()]);
    assert.deepEqual(await gapsOf(other), [gap]);
  },
);

onBothStores(
  'a node that falls silent is noticed by another, and closes the gap itself',
  async (_t, access) => {
    const { clock, acme, watchOn, pass, gapsOf, behind } = await start(access);
    const first = watchOn(fakeQueue(), 'node-1');
    const second = watchOn(fakeQueue(), 'node-2');
    const third = watchOn(fakeQueue(), 'node-3');
    for (const watch of [first, second, third]) await watch.look();
    const lastSign = clock.now();

    await pass(second, LIMITS.gaps.silentMs);
    assert.deepEqual(await behind(acme), []);
    await pass(second, 10 * SECOND_MS);
    await pass(third, 10 * SECOND_MS);
    assert.deepEqual(await behind(acme), ['node_away']);
    const away = (await gapsOf(acme)).filter(({ node }) => node === 'node-1');
    assert.deepEqual(only(away).from, lastSign);
    const again = watchOn(fakeQueue(), 'node-1');
    await again.look();

    const gap = only((await gapsOf(acme)).filter(({ node }) => node === 'node-1'));
    assert.deepEqual([gap.kind, gap.from, gap.to], ['node_away', lastSign, clock.now()]);
  },
);

onBothStores('a node that was only slow ends what others took it for', async (_t, access) => {
  const { clock, acme, watchOn, pass, behind } = await start(access);
  const slow = watchOn(fakeQueue(), 'node-1');
  const other = watchOn(fakeQueue(), 'node-2');
  await slow.look();

  await pass(other, 2 * LIMITS.gaps.silentMs);
  assert.deepEqual(await behind(acme), ['node_away']);
  clock.advance(SECOND_MS);
  await slow.look();
  await other.look();

  assert.deepEqual(await behind(acme), []);
});

onBothStores('a node that stays away is not waited for longer than an hour', async (_t, access) => {
  const { clock, acme, watchOn, pass, gapsOf, behind } = await start(access);
  const dead = fakeQueue();
  const first = watchOn(dead, 'node-1');
  dead.append(acme);
  await pass(first, LIMITS.gaps.lagMs + 6 * SECOND_MS);
  const lastSign = clock.now();
  const second = watchOn(fakeQueue(), 'node-2');

  await pass(second, 30 * SECOND_MS);
  assert.deepEqual(await behind(acme), ['lag', 'node_away']);
  clock.advance(LIMITS.gaps.awayMsMax);
  await second.look();

  assert.deepEqual(await behind(acme), []);
  const ends = (await gapsOf(acme)).map(({ to }) => to);
  assert.deepEqual(ends, [lastSign + LIMITS.gaps.awayMsMax, lastSign + LIMITS.gaps.awayMsMax]);
  await pass(second, 30 * SECOND_MS);
  assert.deepEqual(await behind(acme), [], 'and it is not noted again');
});

onBothStores(
  'nobody misses a node that shares its queue, or that stopped with nothing left',
  async (_t, access) => {
    const { acme, clock, watchOn, pass, gapsOf } = await start(access);
    const shared = watchOn(fakeQueue(2), 'node-1');
    const stopping = watchOn(fakeQueue(), 'node-2');
    const staying = watchOn(fakeQueue(), 'node-3');
    for (const watch of [shared, stopping, staying]) await watch.look();
    await stopping.stop();

    await pass(staying, MINUTE_MS);
    clock.advance(SECOND_MS);
    await watchOn(fakeQueue(), 'node-2').look();

    assert.deepEqual(await gapsOf(acme), []);
  },
);

onBothStores(
  'after a crash a gap goes on where it was, and ends when it is over',
  async (_t, access) => {
    const { clock, acme, watchOn, pass, gapsOf, behind } = await start(access);
    const fake = fakeQueue();
    const before = watchOn(fake);
    await pass(before, SECOND_MS);
    fake.append(acme);
    before.notes.refused(acme);
    await pass(before, LIMITS.gaps.lagMs + SECOND_MS);
    const diedAt = clock.now();
    const [lag] = (await gapsOf(acme)).filter(({ kind }) => kind === 'lag');
    clock.advance(5 * MINUTE_MS);

    // The entry lies on the disk and waits for the writer.
    const after = watchOn(fake);
    await after.look();
    const startedAt = clock.now();
    assert.deepEqual(await behind(acme), ['lag']);
    fake.oldest.clear();
    await pass(after, SECOND_MS);

    const gaps = await gapsOf(acme);
    const ends = Object.fromEntries(gaps.map(({ kind, from, to }) => [kind, { from, to }]));
    assert.deepEqual(ends['lag'], { from: lag?.from, to: clock.now() });
    assert(diedAt - (ends['node_away']?.from ?? 0) <= LIMITS.gaps.signEveryMs);
    assert.equal(ends['node_away']?.to, startedAt);
    assert((ends['refusing']?.to ?? Infinity) <= diedAt);
    assert.deepEqual(await behind(acme), []);
  },
);

onBothStores('what waited before a crash is late from the first look on', async (_t, access) => {
  const { clock, acme, watchOn, pass, gapsOf } = await start(access);
  const fake = fakeQueue();
  fake.append(acme);
  const startedAt = clock.now();
  const watch = watchOn(fake);

  await watch.look();
  fake.oldest.clear();
  await pass(watch, SECOND_MS);

  const gap = only(await gapsOf(acme));
  assert.deepEqual([gap.kind, gap.from, gap.to], ['lag', startedAt, clock.now()]);
});

onBothStores(
  'a gap that cannot be written is written later, with its own times',
  async (_t, access) => {
    const { metadata, clock, acme, pass, gapsOf } = await start(access);
    const fake = fakeQueue();
    let isAway = false;
    const failing = new Proxy(metadata, {
      get: (target, name: keyof typeof metadata) => {
        if (isAway) throw new Error('the metadata store is away');
        return target[name];
      },
    });
    const watch = createGapWatch({
      ...fake,
      metadata: failing,
      clock,
      log: silentLog,
      nodeId: 'n',
    });
    await watch.look();
    isAway = true;
    const from = clock.now();
    watch.notes.refused(acme);
    for (let i = 0; i < 30; i++) {
      clock.advance(SECOND_MS);
      await assert.rejects(watch.look());
    }
    isAway = false;
    await pass(watch, SECOND_MS);

    const gap = only((await gapsOf(acme)).filter(({ kind }) => kind === 'refusing'));
    assert.deepEqual([gap.from, gap.to], [from, from]);
  },
);

onBothStores(
  'gaps are found by the time they touch, and are forgotten in the end',
  async (_t, access) => {
    const { metadata, clock, acme, watchOn, pass, gapsOf } = await start(access);
    const watch = watchOn(fakeQueue());
    await watch.look();
    watch.notes.refused(acme);
    await pass(watch, 5 * SECOND_MS);
    watch.notes.refused(acme);
    await pass(watch, MINUTE_MS);
    const { from, to } = only(await gapsOf(acme));
    const count = async (a: number, b: number): Promise<number> =>
      (await gapsBetween({ metadata }, acme, a, b)).length;

    assert.equal(await count(from - 2, from), 0);
    assert.equal(await count(from, from + 1), 1);
    assert.equal(await count(to ?? 0, clock.now()), 1);
    assert.equal(await count((to ?? 0) + 1, clock.now()), 0);
    const refusing = async (): Promise<number> =>
      (await gapsOf(acme)).filter(({ kind }) => kind === 'refusing').length;
    const { keptMs, tidyEveryMs } = LIMITS.gaps;
    clock.advance((to ?? 0) + keptMs - clock.now());
    await watch.look();
    assert.equal(await refusing(), 1);
    clock.advance(tidyEveryMs);
    await watch.look();
    assert.equal(await refusing(), 0);
  },
);

onBothStores('of very many gaps the oldest are read', async (_t, access) => {
  const { metadata, acme, gapsOf } = await start(access);
  const { listMax } = LIMITS.gaps;
  const rows = Array.from({ length: listMax + 1 }, (_, i) => ({
    id: `gap ${i}`,
    node: 'node-1',
    organization_id: acme,
    kind: 'lag' as const,
    from_ms: i,
    to_ms: i + 1,
  }));
  for (let i = 0; i < rows.length; i += 100) {
    await metadata.db
      .insertInto('ingest_gaps')
      .values(rows.slice(i, i + 100))
      .execute();
  }

  const found = await gapsOf(acme);

  assert.equal(found.length, listMax);
  assert.equal(found.at(-1)?.from, listMax - 1);
});

onBothStores('gaps of an organization go with it', async (_t, access) => {
  const { metadata, acme, other, watchOn, pass, gapsOf } = await start(access);
  const watch = watchOn(fakeQueue());
  await watch.look();
  watch.notes.refused(acme);
  watch.notes.refused(other);
  await pass(watch, SECOND_MS);

  await metadata.db.deleteFrom('organizations').where('id', '=', acme).execute();
  // Still refused once more, as it is being erased.
  watch.notes.refused(acme);
  await pass(watch, MINUTE_MS + LIMITS.gaps.calmMs);

  assert.deepEqual(await gapsOf(acme), []);
  assert.equal((await gapsOf(other)).length, 1);
});
