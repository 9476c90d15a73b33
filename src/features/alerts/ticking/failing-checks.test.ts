import assert from 'node:assert/strict';
import { silentLog } from '../../../base/log.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import {
  failedMeasurement,
  measured,
  measuredGroup,
} from '../../../../test/support/alerts/example-rule.ts';
import { onBothStores } from '../../../../test/support/open-access.ts';
import { startTicking } from '../../../../test/support/alerts/start-ticking.ts';

const { alerts } = LIMITS;
const firing = () => measured([measuredGroup('true')]);
const safe = () => measured([measuredGroup('safe')]);

onBothStores('forty ticks of flapping are one incident and two messages', async (_t, access) => {
  const ticking = await startTicking(access);
  await ticking.addRule();
  for (let turn = 0; turn < 40; turn++) {
    ticking.answer(turn % 2 === 0 ? firing : safe);
    await ticking.tick();
  }
  const flapping = await ticking.read();
  ticking.answer(safe);
  await ticking.tick(alerts.calmTicks);
  const calm = await ticking.read();

  assert.deepEqual(
    flapping.incidents.map((row) => row.is_flapping),
    [1],
  );
  assert.equal(flapping.messages.length, 1);
  assert.deepEqual(
    calm.incidents.map((row) => [row.is_flapping, row.status]),
    [[0, 'resolved']],
  );
  assert.equal(calm.messages.length, 2);
});

onBothStores(
  'a rule that fails is told of once, then daily, and never disabled',
  async (_t, access) => {
    const ticking = await startTicking(access);
    await ticking.addRule({ interval: 300, window: 300 });
    ticking.answer(() => failedMeasurement);

    await ticking.tick(alerts.failingTicks - 1);
    const before = await ticking.read();
    await ticking.tick();
    const told = await ticking.read();
    const asked = ticking.asked.length;
    // Three ticks make a quarter of an hour.
    await ticking.tick(12);
    const retried = ticking.asked.length - asked;
    const later = await ticking.read();
    await ticking.tick(alerts.noticeEveryMs / MINUTE_MS / 5);
    const daily = await ticking.read();
    ticking.answer(safe);
    await ticking.tick(alerts.failingRetryMs / MINUTE_MS / 5);
    const well = await ticking.read();

    assert.deepEqual([before.notices.length, before.runs[0]?.health], [0, 'error']);
    const author = (
      await access.metadata.db
        .selectFrom('alert_rules')
        .select('created_by')
        .executeTakeFirstOrThrow()
    ).created_by;
    assert.deepEqual(
      told.notices.map(({ to }) => to),
      [{ ownersAnd: [author] }],
    );
    assert.equal(retried, 4);
    assert.equal(later.notices.length, 1);
    assert.equal(daily.notices.length, 2);
    assert.deepEqual([well.runs[0]?.health, well.runs[0]?.failures], ['ok', 0]);
    assert.deepEqual(well.incidents, []);
    assert.deepEqual([...new Set(well.events.map(({ kind }) => kind))].toSorted(), [
      'rule_failing',
      'rule_recovered',
    ]);
  },
);

onBothStores(
  'a frontier that does not move makes rules behind, nothing resolves, and an outage is two lines',
  async (_t, access) => {
    const lines: string[] = [];
    const note = (_fields: object, message: string): number => lines.push(message);
    const log = { ...silentLog, info: note, warn: note, error: note };
    const ticking = await startTicking(access, { log });
    await ticking.addRule();
    ticking.answer(firing);
    await ticking.tick();
    const node = ticking.node();
    await node.needs.storeTime.frontier();
    const stuckAt = access.clock.now();
    ticking.frontier = async () => stuckAt;
    ticking.answer(safe);

    for (let turn = 0; turn < 13; turn++) {
      access.clock.advance(5 * SECOND_MS);
      await node.run();
      if (turn === 10) assert.equal((await ticking.read()).runs[0]?.health, 'ok');
    }
    const stuck = await ticking.read();
    ticking.frontier = async () => Promise.reject(new Error('away'));
    for (let turn = 0; turn < 12; turn++) {
      access.clock.advance(15 * SECOND_MS);
      await node.run();
    }
    const away = await ticking.read();
    ticking.frontier = undefined;
    access.clock.advance(SECOND_MS);
    await node.run();
    const back = await ticking.read();

    assert.equal(stuck.runs[0]?.health, 'behind');
    assert.deepEqual([away.runs[0]?.health, away.incidents[0]?.status], ['behind', 'firing']);
    assert.equal(away.runs[0]?.ticked_at, stuck.runs[0]?.ticked_at);
    assert.deepEqual([back.runs[0]?.health, back.incidents[0]?.status], ['ok', 'resolved']);
    assert.equal(back.runs[0]?.skipped_ticks, 0);
    assert.deepEqual(lines, [
      'reading the frontier of the store failed',
      'reading the frontier of the store works again',
    ]);
  },
);

onBothStores(
  'a store that goes away in the middle of a tick does not count as an answer',
  async (_t, access) => {
    const ticking = await startTicking(access);
    await ticking.addRule({ name: 'a' });
    await ticking.addRule({ name: 'b' });
    ticking.answer(({ name }) =>
      name === 'a'
        ? firing()
        : { kind: 'failed', code: 'STORAGE_UNAVAILABLE', message: 'The store is away.' },
    );

    await ticking.tick();
    const half = await ticking.read();
    access.clock.advance(SECOND_MS);
    ticking.answer(firing);
    await ticking.tick();
    const whole = await ticking.read();

    assert.equal(half.incidents.length, 1, 'what is finished counts');
    assert.deepEqual(
      half.runs.map(({ failures }) => failures),
      [0, 0],
    );
    assert.equal(whole.incidents.length, 2);
    assert.equal(ticking.asked.length, 3, 'the other rule alone is asked again');
    assert.equal(new Set(ticking.asked).size, 1);
  },
);

onBothStores(
  'a rule that cannot be settled holds up no other, and is told of',
  async (_t, access) => {
    const ticking = await startTicking(access);
    for (const name of ['a', 'broken', 'c']) await ticking.addRule({ name });
    ticking.answer(firing);
    const node = ticking.node();
    const { queueMessages } = node.needs;
    Object.assign(node.needs, {
      queueMessages: async (...told: Parameters<typeof queueMessages>) => {
        await queueMessages(...told);
        if (told[1].name === 'broken') throw new Error('on purpose');
      },
    });
    const tick = async () => {
      const [batch] = (await ticking.read()).batches;
      access.clock.advance((batch?.due_at ?? 0) - access.clock.now());
      await node.run();
    };

    for (let turn = 0; turn < alerts.failingTicks; turn++) await tick();
    const rows = await ticking.read();

    assert.deepEqual(rows.incidents.map((row) => row.rule_name).toSorted(), ['a', 'c']);
    assert.equal(rows.messages.length, 2);
    assert.deepEqual(rows.runs.map(({ health }) => health).toSorted(), ['error', 'ok', 'ok']);
    assert.equal(new Set(rows.runs.map((run) => run.ticked_at)).size, 1);
    assert.equal(new Set(ticking.asked).size, alerts.failingTicks, 'the batch goes on');
    assert.deepEqual(
      rows.notices.map(({ title }) => title),
      ['Alert rule failing: broken'],
    );
    assert.ok(rows.events.some(({ kind }) => kind === 'rule_failing'));
    const failed = ticking.outcomes.filter((outcome) => outcome === 'failed');
    assert.equal(failed.length, alerts.failingTicks);
  },
);

onBothStores('a tick that cannot be written down at all is done again', async (_t, access) => {
  const ticking = await startTicking(access);
  await ticking.addRule();
  ticking.answer(firing);
  const node = ticking.node();
  const { transaction } = node.needs.metadata;
  let isAway = true;
  Object.assign(node.needs, {
    metadata: {
      ...node.needs.metadata,
      db: node.needs.metadata.db,
      transaction: (...work: Parameters<typeof transaction>) =>
        transaction.call(node.needs.metadata, async (unit) => {
          const done = await work[0](unit);
          if (isAway && ticking.asked.length > 0) throw new Error('on purpose');
          return done;
        }),
    },
  });
  const [batch] = (await ticking.read()).batches;
  access.clock.advance((batch?.due_at ?? 0) - access.clock.now());

  await node.run();
  const none = await ticking.read();
  isAway = false;
  access.clock.advance(LIMITS.schedule.rowLeaseMs);
  await node.run();
  const one = await ticking.read();

  assert.deepEqual([none.incidents, none.messages, none.runs[0]?.ticked_at], [[], [], null]);
  assert.deepEqual([one.incidents.length, one.runs[0]?.ticked_at], [1, ticking.asked[0]]);
  assert.equal(new Set(ticking.asked).size, 1);
});
