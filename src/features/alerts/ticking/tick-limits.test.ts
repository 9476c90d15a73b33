import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../../../spec/limits.ts';
import { MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { measured, measuredGroup } from '../../../../test/support/alerts/example-rule.ts';
import { type AccessUnderTest, onBothStores } from '../../../../test/support/open-access.ts';
import { startTicking } from '../../../../test/support/alerts/start-ticking.ts';

const { alerts } = LIMITS;
const safe = () => measured([measuredGroup('safe')]);

/** How many batches are worked on at most, when all are held until so many are. */
async function mostAtOnce(
  access: AccessUnderTest,
  organizations: number,
  expected: number,
): Promise<number> {
  const batches = 2 * alerts.batchesPerOrganization;
  const first = await startTicking(access);
  const others = Array.from({ length: organizations - 1 }, () => startTicking(access));
  for (const ticking of [first, ...(await Promise.all(others))]) {
    // Rules of different intervals are in batches of their own.
    for (let number = 1; number <= batches; number += 1) {
      await ticking.addRule({ name: `rule ${number}`, interval: 60 * number, window: 3_600 });
    }
  }
  const gate = Promise.withResolvers<void>();
  const asked = new Set<string>();
  let running = 0;
  let most = 0;
  first.answer(async ({ id }) => {
    asked.add(id);
    running += 1;
    most = Math.max(most, running);
    // Time for one too many to come.
    if (running === expected) setTimeout(gate.resolve, 50);
    await Promise.race([gate.promise, sleep(10 * SECOND_MS, undefined, { ref: false })]);
    running -= 1;
    return safe();
  });
  access.clock.advance(batches * MINUTE_MS);
  await first.node().run();
  assert.equal(asked.size, organizations * batches);
  return most;
}

onBothStores('a node works on so many batches of one organization at once', async (_t, access) => {
  const { batchesPerOrganization } = alerts;
  assert.equal(await mostAtOnce(access, 1, batchesPerOrganization), batchesPerOrganization);
});

onBothStores('a node works on so many batches at once', async (_t, access) => {
  const { batchesPerNode, batchesPerOrganization } = alerts;
  const organizations = Math.ceil(batchesPerNode / batchesPerOrganization) + 1;
  assert.equal(await mostAtOnce(access, organizations, batchesPerNode), batchesPerNode);
});

onBothStores('a statement has half the interval of its rule, up to a bound', async (_t, access) => {
  const ticking = await startTicking(access);
  const longest = (2 * alerts.statementMsMax) / SECOND_MS;
  const timeouts = new Map<number, number>();
  ticking.answer(({ settings }, { timeoutMs }) => {
    timeouts.set(settings.interval, timeoutMs);
    return safe();
  });
  for (const interval of [longest - 1, longest, longest + 1]) {
    await ticking.addRule({ name: `every ${interval}`, interval });
  }

  // All of them are due by then.
  access.clock.advance(2 * longest * SECOND_MS);
  await ticking.tick();

  assert.deepEqual(
    [...timeouts].toSorted(([a], [b]) => a - b),
    [
      [longest - 1, alerts.statementMsMax - SECOND_MS / 2],
      [longest, alerts.statementMsMax],
      [longest + 1, alerts.statementMsMax],
    ],
  );
});

for (const [health, stuckMs] of [
  ['ok', alerts.behindMs - 1],
  ['behind', alerts.behindMs],
] as const) {
  onBothStores(
    `a rule is ${health} once the store has stood still for ${stuckMs} ms`,
    async (_t, access) => {
      const ticking = await startTicking(access);
      await ticking.addRule({ interval: alerts.intervalSecondsMin });
      await ticking.tick();
      const node = ticking.node();
      const stuckAt = access.clock.now();
      ticking.frontier = async () => stuckAt;
      await node.needs.storeTime.frontier();

      access.clock.advance(stuckMs);
      await node.run();
      const { runs, batches } = await ticking.read();

      assert.equal(runs[0]?.health, health);
      assert.equal(batches[0]?.due_at, access.clock.now() + SECOND_MS, 'it has been looked at');
    },
  );
}
