import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock, type Clock } from '../../base/clock.ts';
import { silentLog, type Log } from '../../base/log.ts';
import {
  addThings,
  ATTEMPTS_MAX,
  createThings,
  LEASE_MS,
  makeDue,
  noteSettlement,
  type Place,
  type PromiseOf,
  readSettlements,
  readThings,
  RETRY_MS,
  type Thing,
  workThat,
} from '../../../test/support/metadata/due-things.ts';
import { fakeClock } from '../../../test/support/fake-clock.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { claimRows } from './due-rows-table.ts';
import { Hopeless, NotNow, type DueWork } from './due-work.ts';
import { runDue } from './run-due.ts';
import { runnerPromises } from './due-runner.suite.ts';

/** Opens one more handle on the place of this test; undefined when the test is skipped. */
export type OpenStores = (t: TestContext) => Promise<(() => Promise<Metadata>) | undefined>;

/** What nodes that share a metadata store do with rows that are due. */
export function dueSuite(openStores: OpenStores): void {
  const promise: PromiseOf = (name, check) => {
    test(name, async (t) => {
      const open = await openStores(t);
      if (open === undefined) return;
      await using metadata = await open();
      await createThings(metadata);
      const logged: string[] = [];
      const write = (_: object, message: string): void => void logged.push(message);
      await check({
        metadata,
        clock: fakeClock(),
        logged,
        log: { debug: write, info: write, warn: write, error: write },
        open,
        add: (...things) => addThings(metadata, things),
      });
    });
  };

  claimPromises(promise);
  settlePromises(promise);
  failurePromises(promise);
  fairnessPromises(promise);
  runnerPromises(promise);
}

function claimPromises(promise: PromiseOf): void {
  promise('every due row is worked on once, however many nodes look for it', async (place) => {
    await using other = await place.open();
    const ids = Array.from({ length: 100 }, (_, number) => `t${number}`);
    await place.add(...ids.map((id) => ({ id, owner: 'a', due_at: place.clock.now() })));
    const work = workThat(place, {});

    await Promise.all([
      run(place, work),
      run(
        { ...place, metadata: other },
        { ...work, ...workThat({ ...place, metadata: other }, {}) },
      ),
      run(place, work),
    ]);

    const settled = (await readSettlements(place.metadata)).map(({ thing }) => thing);
    assert.deepEqual(settled.toSorted(), ids.toSorted());
    for (const row of await readThings(place.metadata)) {
      assert.deepEqual([row.due_at, row.lease_until, row.claimed_by], [null, null, null]);
    }
  });

  promise('a row is left alone until it is due', async (place) => {
    const { clock, metadata } = place;
    await place.add({ id: 'later', owner: 'a', due_at: clock.now() + 10 });

    clock.advance(9);
    await run(place, workThat(place, {}));
    assert.deepEqual(await readSettlements(metadata), []);
    clock.advance(1);
    await run(place, workThat(place, {}));

    assert.equal((await readSettlements(metadata)).length, 1);
  });

  promise(
    'what a dead node had taken is taken again after its lease, not before',
    async (place) => {
      const { clock, metadata } = place;
      await place.add({ id: 'x', owner: 'a', due_at: clock.now() });
      await takeAndDie(place);

      clock.advance(LEASE_MS - 1);
      await run(place, workThat(place, {}));
      assert.deepEqual(await readSettlements(metadata), []);
      clock.advance(1);
      const seen: number[] = [];
      await run(
        place,
        workThat(place, { onWork: async (_, { attempts }) => void seen.push(attempts) }),
      );

      assert.deepEqual(seen, [2], 'the try of the dead node counts');
    },
  );

  promise('a row stays with a node that works on it for longer than its lease', async (place) => {
    await place.add({ id: 'x', owner: 'a', due_at: systemClock.now() });
    await using other = await place.open();
    let runs = 0;
    const slow = {
      // A machine that stands still for a third of it loses the claim, and rightly so.
      leaseMs: 2_000,
      onWork: async () => {
        runs += 1;
        await sleep(3_000);
      },
    };
    const here = { ...place, clock: systemClock };

    const working = run(here, workThat(here, slow));
    for (let turn = 0; turn < 13; turn += 1) {
      await sleep(200);
      await run({ ...here, metadata: other }, workThat(here, slow));
    }
    await working;

    assert.equal(runs, 1);
    assert.equal((await readSettlements(place.metadata)).length, 1);
  });

  promise('a claim takes as many rows as there are places', async (place) => {
    const now = place.clock.now();
    for (const id of ['a', 'b', 'c']) await place.add({ id, owner: id, due_at: now });

    const rows = await claimAs(place, 'node', 2);

    assert.deepEqual(
      rows.map(({ id, attempts, fence }) => [id, attempts, fence]),
      [
        ['a', 1, 1],
        ['b', 1, 1],
      ],
    );
  });
}

function settlePromises(promise: PromiseOf): void {
  promise('a node that lost its row to another leaves nothing behind', async (place) => {
    const { clock, metadata } = place;
    await place.add({ id: 'x', owner: 'a', due_at: clock.now() });
    const slow = workThat(place, {
      note: 'late',
      onWork: async () => {
        clock.advance(LEASE_MS);
        await run(place, workThat(place, { note: 'successor' }));
      },
    });

    await run(place, slow);

    const notes = (await readSettlements(metadata)).map(({ note }) => note);
    assert.deepEqual(notes, ['successor']);
    assert.ok(place.logged.includes('claim lost while its row was processed'));
  });

  promise(
    'a row is settled together with what its work has written, or not at all',
    async (place) => {
      const { clock, metadata } = place;
      await place.add({ id: 'x', owner: 'a', due_at: clock.now() });
      const work: DueWork<Thing> = {
        ...workThat(place, {}),
        work: (row, claim) =>
          metadata.transaction(async (unit) => {
            await noteSettlement(unit, row.id, 'half');
            await claim.settle(unit, { dueAt: null });
            if (claim.attempts === 1) throw new Error('on purpose');
          }),
      };

      await run(place, work);
      assert.deepEqual(await readSettlements(metadata), []);
      const [row] = await readThings(metadata);
      assert.equal(row?.due_at, clock.now() + RETRY_MS);
      clock.advance(RETRY_MS);
      await run(place, work);

      assert.equal((await readSettlements(metadata)).length, 1);
      assert.equal((await readThings(metadata))[0]?.due_at, null);
    },
  );

  promise('a row can be due again at a time of its own, with all its tries', async (place) => {
    const { clock, metadata } = place;
    await place.add({ id: 'x', owner: 'a', due_at: clock.now() });
    const work = workThat(place, { nextMs: 1_000 });

    for (let turn = 0; turn < 2 * ATTEMPTS_MAX; turn += 1) {
      await run(place, work);
      clock.advance(1_000);
    }

    assert.equal((await readSettlements(metadata)).length, 2 * ATTEMPTS_MAX);
    assert.equal((await readThings(metadata))[0]?.attempts, 0);
  });

  promise(
    'a row that somebody makes due earlier while it is worked on is due then',
    async (place) => {
      const { clock, metadata } = place;
      await place.add({ id: 'x', owner: 'a', due_at: clock.now() - 5 });
      const wanted = clock.now() + 10;
      const work = workThat(place, {
        nextMs: 60_000,
        onWork: async () => {
          await metadata.transaction((unit) => makeDue(unit, 'x', wanted));
        },
      });

      await run(place, work);

      assert.equal((await readThings(metadata))[0]?.due_at, wanted);
    },
  );
}

function failurePromises(promise: PromiseOf): void {
  promise('a row that fails is tried again, later each time, then given up', async (place) => {
    const { clock, metadata } = place;
    await place.add({ id: 'x', owner: 'a', due_at: clock.now() });
    const tries: number[] = [];
    const work = workThat(place, {
      onWork: async (_, { attempts }) => {
        tries.push(attempts);
        throw new Error('on purpose');
      },
    });

    for (let attempt = 1; attempt < ATTEMPTS_MAX; attempt += 1) {
      await run(place, work);
      clock.advance(RETRY_MS * attempt - 1);
      await run(place, work);
      assert.equal(tries.length, attempt);
      clock.advance(1);
    }
    await run(place, work);

    assert.deepEqual(tries, [1, 2, 3]);
    assert.deepEqual(await readSettlements(metadata), [{ thing: 'x', note: 'on purpose' }]);
  });

  promise('what is hopeless is given up at once', async (place) => {
    await place.add({ id: 'x', owner: 'a', due_at: place.clock.now() });
    const cause = new Error('never');

    await run(place, workThat(place, { onWork: () => Promise.reject(new Hopeless(cause)) }));

    assert.deepEqual(await readSettlements(place.metadata), [{ thing: 'x', note: 'never' }]);
  });

  promise('work that cannot begin now uses up no try, but its time', async (place) => {
    const { clock, metadata } = place;
    await place.add({ id: 'x', owner: 'a', due_at: clock.now() });
    const startedAt = clock.now();
    const work = {
      ...workThat(place, { onWork: () => Promise.reject(new NotNow('away', 100)) }),
      isTooLate: (_: Thing, now: number) => now - startedAt >= 1_000,
    };

    for (let turn = 0; turn < 10; turn += 1) {
      await run(place, work);
      assert.deepEqual(await readSettlements(metadata), []);
      assert.equal((await readThings(metadata))[0]?.attempts, 0);
      clock.advance(100);
    }
    await run(place, work);

    assert.deepEqual(await readSettlements(metadata), [
      { thing: 'x', note: 'it has waited too long' },
    ]);
  });

  promise('a row that every node died over is given up in the end', async (place) => {
    await place.add({ id: 'x', owner: 'a', due_at: place.clock.now() });
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      await takeAndDie(place);
      place.clock.advance(LEASE_MS);
    }
    let runs = 0;

    await run(place, workThat(place, { onWork: async () => void (runs += 1) }));

    assert.equal(runs, 0);
    assert.match((await readSettlements(place.metadata))[0]?.note ?? '', /without a result/);
  });

  promise('work that forgets to settle is a failure', async (place) => {
    await place.add({ id: 'x', owner: 'a', due_at: place.clock.now() });

    await run(place, { ...workThat(place, {}), work: async () => {} });

    const [row] = await readThings(place.metadata);
    assert.deepEqual([row?.due_at, row?.lease_until], [place.clock.now() + RETRY_MS, null]);
  });

  promise('one row that fails does not hold up the others', async (place) => {
    const now = place.clock.now();
    for (const id of ['bad', 'better', 'good']) await place.add({ id, owner: 'a', due_at: now });
    const work = workThat(place, {
      onWork: async ({ id }) => {
        if (id === 'bad') throw new Error('no');
      },
    });

    await run(place, { ...work, placesMax: 1 });

    const settled = (await readSettlements(place.metadata)).map(({ thing }) => thing);
    assert.deepEqual(settled, ['better', 'good']);
  });
}

function fairnessPromises(promise: PromiseOf): void {
  promise('ten thousand due rows of one owner hold nobody else up', async (place) => {
    const now = place.clock.now();
    const many = Array.from({ length: 10_000 }, (_, number) => ({
      id: `many${number}`,
      owner: 'greedy',
      due_at: now - 1_000,
    }));
    await place.add(
      ...many,
      { id: 'b', owner: 'b', due_at: now },
      { id: 'c', owner: 'c', due_at: now },
    );
    const order: string[] = [];
    const stop = new AbortController();
    const work = workThat(place, {
      onWork: async ({ owner }) => {
        order.push(owner);
        if (order.length >= 12) stop.abort();
      },
    });

    await runDue(place, { ...work, placesMax: 4 }, stop.signal);

    assert.ok(order.indexOf('b') >= 0 && order.indexOf('b') < 4, order.join());
    assert.ok(order.indexOf('c') >= 0 && order.indexOf('c') < 4, order.join());
  });

  promise('an owner whose rows take long leaves places to others', async (place) => {
    const now = place.clock.now();
    for (const id of ['a1', 'a2', 'a3', 'a4']) {
      await place.add({ id, owner: 'a', due_at: now - 10 });
    }
    await place.add({ id: 'b1', owner: 'b', due_at: now });
    const running = new Set<string>();
    const most = { ofA: 0, atAll: 0 };
    const work = workThat(place, {
      onWork: async ({ id }) => {
        running.add(id);
        most.atAll = Math.max(most.atAll, running.size);
        most.ofA = Math.max(most.ofA, [...running].filter((each) => each.startsWith('a')).length);
        await sleep(30);
        running.delete(id);
      },
    });

    await run(place, { ...work, placesMax: 3, perOwnerMax: 2 });

    assert.deepEqual(most, { ofA: 2, atAll: 3 });
    assert.equal((await readSettlements(place.metadata)).length, 5);
  });

  promise('what an owner has under way counts as its turn', async (place) => {
    const now = place.clock.now();
    await place.add(
      { id: 'a1', owner: 'a', due_at: now - 9 },
      { id: 'a2', owner: 'a', due_at: now - 8 },
    );
    await place.add({ id: 'b1', owner: 'b', due_at: now });

    const rows = await claimAs(place, 'node', 1, new Map([['a', 1]]));

    assert.deepEqual(
      rows.map(({ id }) => id),
      ['b1'],
    );
  });
}

async function run(
  place: { readonly metadata: Metadata; readonly clock: Clock; readonly log?: Log },
  work: DueWork<Thing>,
): Promise<void> {
  const { metadata, clock, log = silentLog } = place;
  await runDue({ metadata, clock, log }, work, new AbortController().signal);
}

async function takeAndDie(place: Place): Promise<void> {
  assert.equal((await claimAs(place, 'dead', 1)).length, 1);
}

async function claimAs(
  { metadata, clock }: Place,
  holder: string,
  rowsMax: number,
  busy: ReadonlyMap<string, number> = new Map(),
): Promise<Thing[]> {
  const now = clock.now();
  const rows = { name: 'things', table: 'things', owner: 'owner' };
  const taking = { holder, now, leaseUntil: now + LEASE_MS, rowsMax, perOwnerMax: 8, busy };
  return claimRows<Thing>(metadata, rows, taking);
}
