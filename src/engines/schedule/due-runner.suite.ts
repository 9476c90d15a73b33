import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import { type LabelledValue, silentMetrics, type Metrics } from '../../base/metrics.ts';
import { LIMITS } from '../../spec/limits.ts';
import {
  makeDue,
  type Place,
  type PromiseOf,
  readSettlements,
  readThings,
  workThat,
} from '../../../test/support/metadata/due-things.ts';
import { openDueRunner } from './open-due-runner.ts';
import type { DueRunner } from './schedule.ts';

/** What a node does that looks for due rows as long as it runs. */
export function runnerPromises(promise: PromiseOf): void {
  promise('a node that is told looks at once', async (place) => {
    const here = { ...place, clock: systemClock };
    await place.add({ id: 'x', owner: 'a', due_at: null });
    await using runner = start(here);
    runner.start(workThat(here, {}));
    await sleep(100);

    await place.metadata.transaction(async (unit) => {
      await makeDue(unit, 'x', systemClock.now());
      await unit.notify('things', '');
    });

    await until(async () => (await readSettlements(place.metadata)).length === 1);
  });

  promise('a node that knows of a due time wakes up then', async (place) => {
    const here = { ...place, clock: systemClock };
    const dueAt = systemClock.now() + 400;
    await place.add({ id: 'x', owner: 'a', due_at: dueAt });
    let workedAt = 0;
    await using runner = start(here);
    runner.start(workThat(here, { onWork: async () => void (workedAt = systemClock.now()) }));

    await until(async () => (await readSettlements(place.metadata)).length === 1);

    assert.ok(workedAt >= dueAt, String(workedAt - dueAt));
  });

  promise('a node looks now and then, whatever it was told', async (place) => {
    const here = { ...place, clock: systemClock };
    await using runner = start(here);
    runner.start({ ...workThat(here, {}), everyMs: LIMITS.schedule.rowsEveryMs });
    await sleep(100);

    await place.add({ id: 'x', owner: 'a', due_at: systemClock.now() });

    await until(async () => (await readSettlements(place.metadata)).length === 1);
  });

  promise('a row that takes long keeps no free place from others', async (place) => {
    const here = { ...place, clock: systemClock };
    const gate = Promise.withResolvers<void>();
    await place.add({ id: 'slow', owner: 'a', due_at: systemClock.now() });
    await using runner = start(here);
    const onWork = async ({ id }: { id: string }) => (id === 'slow' ? gate.promise : undefined);
    runner.start({ ...workThat(here, { onWork }), everyMs: 30 });
    await until(async () => (await readThings(place.metadata))[0]?.claimed_by !== null);

    await place.add({ id: 'quick', owner: 'a', due_at: systemClock.now() });
    await until(async () => (await readSettlements(place.metadata)).length === 1);

    assert.equal((await readSettlements(place.metadata))[0]?.thing, 'quick');
    gate.resolve();
  });

  promise(
    'a node that stops takes no more, and gives back what it could not end',
    async (place) => {
      const here = { ...place, clock: systemClock };
      const dueAt = systemClock.now();
      await place.add(
        { id: 'a', owner: 'a', due_at: dueAt },
        { id: 'b', owner: 'b', due_at: dueAt },
      );
      const runner = start(here);
      const events: string[] = [];
      runner.start({
        ...workThat(here, {
          onWork: async ({ id }, { signal }) => {
            events.push(`${id} begins`);
            while (!signal.aborted) await sleep(5);
            events.push(`${id} stops`);
            throw new Error('aborted');
          },
        }),
        placesMax: 1,
      });
      await until(() => events.length === 1);

      await runner[Symbol.asyncDispose]();

      assert.deepEqual(events, ['a begins', 'a stops']);
      const [row] = await readThings(place.metadata);
      assert.deepEqual([row?.due_at, row?.lease_until, row?.attempts], [dueAt, null, 0]);
      assert.throws(() => runner.start(workThat(here, {})), /stopped/);
    },
  );

  promise('a node does not wait for ever for work that will not end', async (place) => {
    await place.add({ id: 'x', owner: 'a', due_at: place.clock.now() });
    const gate = Promise.withResolvers<void>();
    const waits: number[] = [];
    let isWorking = false;
    const runner = openDueRunner({
      ...place,
      metrics: silentMetrics,
      wait: async (ms, signal) => {
        waits.push(ms);
        if (ms !== LIMITS.schedule.stopMsMax) while (!signal.aborted) await sleep(5);
      },
    });
    runner.start(
      workThat(place, {
        onWork: async () => {
          isWorking = true;
          await gate.promise;
        },
      }),
    );
    await until(() => isWorking);

    await runner[Symbol.asyncDispose]();

    assert.ok(waits.includes(LIMITS.schedule.stopMsMax));
    assert.ok(place.logged.includes('due work did not stop'));
    gate.resolve();
    await until(async () => (await readSettlements(place.metadata)).length === 1);
  });

  promise('a node that is cut off lets go of what it had taken', async (place) => {
    await place.add({ id: 'x', owner: 'a', due_at: systemClock.now() });
    const other = await place.open();
    const here = { ...place, clock: systemClock, metadata: other, log: silentLog };
    let isAborted = false;
    await using runner = start(here);
    runner.start({
      ...workThat(here, {
        leaseMs: 300,
        onWork: async (_, { signal }) => {
          await other[Symbol.asyncDispose]();
          while (!signal.aborted) await sleep(5);
          isAborted = true;
        },
      }),
      everyMs: 50,
    });

    await until(() => isAborted);
  });

  promise('what is due, late and given up is in the metrics', async (place) => {
    const { metrics, read } = countingMetrics();
    const here = { ...place, clock: systemClock };
    const now = systemClock.now();
    for (const id of ['a', 'b', 'c']) await place.add({ id, owner: 'o', due_at: now - 5_000 });
    const gate = Promise.withResolvers<void>();
    await using runner = start(here, metrics);
    runner.start({
      ...workThat(here, {
        onWork: async ({ id }) => {
          await gate.promise;
          if (id === 'a') throw new Error('no');
        },
      }),
      placesMax: 1,
      attemptsMax: 1,
      everyMs: 20,
    });

    await until(() => read('xplain_due_rows things') === 3);
    const late = read('xplain_due_late_seconds things') ?? 0;
    assert.ok(late >= 5 && late < 60, String(late));
    gate.resolve();
    await until(() => read('xplain_due_rows things') === 0);
    await until(() => read('xplain_due_worked_total things done') === 2);

    assert.equal(read('xplain_due_worked_total things given_up'), 1);
  });
}

/** What would be shown, by name and labels. */
function countingMetrics() {
  const counts = new Map<string, number>();
  const gauges = new Map<string, () => readonly LabelledValue[]>();
  const keyOf = (name: string, labels: Readonly<Record<string, string>> = {}): string =>
    [name, ...Object.values(labels)].join(' ');
  const metrics: Metrics = {
    ...silentMetrics,
    counter: (name) => ({
      add: (value, labels) => {
        const key = keyOf(name, labels);
        counts.set(key, (counts.get(key) ?? 0) + value);
      },
    }),
    gauge: (name, _, value) => {
      gauges.set(name, () => {
        const now = value();
        return typeof now === 'number' ? [{ value: now, labels: {} }] : now;
      });
    },
  };
  const read = (key: string): number | undefined => {
    for (const [name, values] of gauges) {
      const found = values().find(({ labels }) => keyOf(name, labels) === key);
      if (found !== undefined) return found.value;
    }
    return counts.get(key);
  };
  return { metrics, read };
}

function start(
  { metadata, log }: Pick<Place, 'metadata' | 'log'>,
  metrics: Metrics = silentMetrics,
): DueRunner {
  return openDueRunner({ metadata, clock: systemClock, log, metrics });
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 6_000; turn += 1) {
    if (await isTrue()) return;
    await sleep(5);
  }
  assert.fail('it did not happen');
}
