import assert from 'node:assert/strict';
import { isoTime } from '../../../base/clock.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { measured, measuredGroup } from '../../../../test/support/alerts/example-rule.ts';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { onBothStores } from '../../../../test/support/open-access.ts';
import { A_DRAFT, startTicking } from '../../../../test/support/alerts/start-ticking.ts';
import { changeAlertRule, createAlertRule, switchAlertRule } from '../rules/manage-alert-rules.ts';

const { alerts } = LIMITS;
const firing = () => measured([measuredGroup('true')]);
const safe = () => measured([measuredGroup('safe')]);

onBothStores('a rule fires once, and is over when its condition is', async (_t, access) => {
  const ticking = await startTicking(access);
  const rule = await ticking.addRule();

  await ticking.tick();
  ticking.answer(firing);
  await ticking.tick(3);
  const during = await ticking.read();
  ticking.answer(safe);
  await ticking.tick(2);
  const after = await ticking.read();

  const [incident] = during.incidents;
  assert.equal(during.incidents.length, 1);
  assert.deepEqual(
    [incident?.rule_id, incident?.status, incident?.value, incident?.sample_ids],
    [rule.id, 'firing', 9, '["evt_1"]'],
  );
  assert.equal(incident?.condition, 'count > 5 in 5 minutes');
  assert.deepEqual(during.messages, [`fired ${incident?.id}`]);
  assert.deepEqual(
    after.incidents.map(({ status, resolved_reason: reason }) => [status, reason]),
    [['resolved', 'condition_over']],
  );
  assert.deepEqual(after.messages, [`fired ${incident?.id}`, `resolved ${incident?.id}`]);
  assert.deepEqual(after.events.map(({ kind }) => kind).toSorted(), ['fired', 'resolved']);
  const [run] = after.runs;
  assert.deepEqual([run?.health, run?.sparkline], ['ok', '[0,9,9,9,0,0]']);
  assert.equal(ticking.asked.length, 6);
  assert.equal(new Set(ticking.asked).size, 6);
});

onBothStores('what is written of a tick is written whole, or not at all', async (_t, access) => {
  const ticking = await startTicking(access);
  await ticking.addRule();
  ticking.answer(firing);
  const broken = ticking.node();
  const needs = { ...broken.needs };
  Object.assign(broken.needs, {
    queueMessages: async (...told: Parameters<typeof needs.queueMessages>) => {
      await needs.queueMessages(...told);
      throw new Error('on purpose');
    },
  });

  const [batch] = (await ticking.read()).batches;
  access.clock.advance((batch?.due_at ?? 0) - access.clock.now());
  await broken.run();
  const none = await ticking.read();
  access.clock.advance(SECOND_MS);
  await ticking.tick();
  const one = await ticking.read();

  assert.deepEqual([none.incidents, none.messages, none.groups, none.events], [[], [], [], []]);
  assert.deepEqual([none.runs[0]?.health, none.runs[0]?.failures], ['error', 1]);
  assert.deepEqual([one.incidents.length, one.messages.length], [1, 1]);
  assert.deepEqual([one.runs[0]?.health, one.runs[0]?.failures], ['ok', 0]);
});

onBothStores('a node that dies between asking and settling changes nothing', async (_t, access) => {
  const ticking = await startTicking(access);
  await ticking.addRule();
  const dying = ticking.node();
  const other = ticking.node();
  const [batch] = (await ticking.read()).batches;
  access.clock.advance((batch?.due_at ?? 0) - access.clock.now());

  // The node is asleep for longer than its lease, and another one does the tick meanwhile.
  ticking.answer(async () => {
    ticking.answer(firing);
    access.clock.advance(LIMITS.schedule.rowLeaseMs);
    await other.run();
    return firing();
  });
  await dying.run();
  const rows = await ticking.read();

  assert.equal(rows.incidents.length, 1);
  assert.deepEqual(rows.messages, [`fired ${rows.incidents[0]?.id}`]);
  assert.deepEqual(ticking.asked.length, 2);
  assert.equal(new Set(ticking.asked).size, 1);
  assert.deepEqual(ticking.outcomes, ['measured'], 'what the first node found was never written');
});

onBothStores('missed ticks are made up for, oldest first, up to a bound', async (_t, access) => {
  const ticking = await startTicking(access);
  const rule = await ticking.addRule();
  await ticking.tick();
  const [first = 0] = ticking.asked.splice(0);

  access.clock.advance(alerts.catchUpTicksMax * MINUTE_MS);
  await ticking.tick();
  const all = ticking.asked.splice(0);
  const within = await ticking.read();
  access.clock.advance((alerts.catchUpTicksMax + 7) * MINUTE_MS);
  await ticking.tick();
  const last = await ticking.read();

  const wanted = Array.from(
    { length: alerts.catchUpTicksMax },
    (_, i) => first + (i + 1) * MINUTE_MS,
  );
  assert.deepEqual(all, wanted);
  assert.deepEqual([within.runs[0]?.skipped_ticks, within.notices], [0, []]);
  assert.equal(ticking.asked.length, alerts.catchUpTicksMax);
  assert.deepEqual(
    ticking.asked,
    ticking.asked.toSorted((a, b) => a - b),
  );
  assert.equal(last.runs[0]?.skipped_ticks, 7);
  const since = all.at(-1) ?? 0;
  assert.deepEqual(
    last.events.map(({ kind, rule_id: id, details }) => [kind, id, JSON.parse(details) as unknown]),
    [
      [
        'ticks_skipped',
        rule.id,
        {
          rule: 'Errors',
          skipped: 7,
          interval: 60,
          seconds: 420,
          from: isoTime(since + MINUTE_MS),
          to: isoTime(since + 8 * MINUTE_MS),
        },
      ],
    ],
  );
  assert.deepEqual(
    last.notices.map(({ key, to }) => [key, to]),
    [['ticks_skipped', 'owners']],
  );
  assert.equal(last.batches[0]?.due_at, (last.runs[0]?.ticked_at ?? 0) + MINUTE_MS);
});

onBothStores('a rule that joins a batch which is behind begins with itself', async (_t, access) => {
  const ticking = await startTicking(access);
  const { rules, actor } = ticking;
  await ticking.addRule({ name: 'old' });
  const switched = await ticking.addRule({ name: 'switched', enabled: false });
  await ticking.tick();
  const startedAt = access.clock.now();
  const seen: [string, number][] = [];
  ticking.answer(({ name }, { at }) => {
    seen.push([name, at]);
    return firing();
  });

  access.clock.advance(9.5 * MINUTE_MS);
  await ticking.addRule({ name: 'made' });
  await switchAlertRule(rules, actor, switched.id, true);
  ticking.frontier = async () => startedAt + 5 * MINUTE_MS;
  await ticking.tick();
  const behind = seen.splice(0);
  ticking.frontier = undefined;
  access.clock.advance(2 * MINUTE_MS);
  await ticking.tick();

  assert.deepEqual(
    behind,
    [1, 2, 3, 4, 5].map((minute) => ['old', startedAt + minute * MINUTE_MS]),
  );
  const first = (name: string) => seen.find(([those]) => those === name)?.[1];
  assert.deepEqual(
    ['made', 'switched'].map(first),
    [11, 11].map((minute) => startedAt + minute * MINUTE_MS),
  );
});

onBothStores(
  'a clock that is ahead where a rule is made keeps it from nothing',
  async (_t, access) => {
    const ticking = await startTicking(access);
    await ticking.addRule();
    await ticking.tick();
    ticking.asked.splice(0);
    const ahead = { ...ticking.rules, clock: fakeClock(access.clock.now() + HOUR_MS) };
    await createAlertRule(ahead, ticking.actor, { ...A_DRAFT, name: 'made ahead' });

    await ticking.tick();

    assert.equal(ticking.asked.length, 2);
  },
);

onBothStores('an edit while a rule is evaluated drops what was found', async (_t, access) => {
  const ticking = await startTicking(access);
  const rule = await ticking.addRule();
  const { rules, actor } = ticking;
  ticking.answer(async () => {
    await changeAlertRule(rules, actor, rule.id, { version: 1, query: 'level=warn' });
    return firing();
  });

  await ticking.tick();
  const dropped = await ticking.read();
  ticking.answer(firing);
  await ticking.tick();
  const next = await ticking.read();

  assert.deepEqual([dropped.incidents, dropped.groups, dropped.messages], [[], [], []]);
  assert.deepEqual(ticking.outcomes, ['dropped', 'measured']);
  assert.equal(next.incidents[0]?.rule_version, 2);
});

onBothStores('editing and disabling end what fires, with that reason', async (_t, access) => {
  const ticking = await startTicking(access);
  const rule = await ticking.addRule();
  const { rules, actor } = ticking;
  ticking.answer(firing);

  await ticking.tick();
  await changeAlertRule(rules, actor, rule.id, { version: 1, query: 'level=warn' });
  await ticking.tick();
  await changeAlertRule(rules, actor, rule.id, { version: 2, name: 'Warnings' });
  await ticking.tick();
  await switchAlertRule(rules, actor, rule.id, false);
  const rows = await ticking.read();

  assert.deepEqual(
    rows.incidents.map(({ resolved_reason: reason }) => reason),
    ['rule_edited', 'rule_disabled'],
  );
  assert.equal(rows.messages.length, 4);
  assert.deepEqual(rows.groups, []);
});

for (const [word, skewMs] of [
  ['ahead', HOUR_MS],
  ['behind', -HOUR_MS],
] as const) {
  onBothStores(`a clock that is an hour ${word} changes nothing`, async (_t, access) => {
    const ticking = await startTicking(access);
    await ticking.addRule();
    const clock = fakeClock(access.clock.now() + skewMs);
    const skewed = ticking.node({ clock });
    const right = ticking.node();
    const story = [safe, firing, firing, safe, safe, safe];
    const start = (await ticking.read()).batches[0]?.due_at ?? 0;
    clock.advance(start - access.clock.now());
    access.clock.advance(start - access.clock.now());

    ticking.answer((_rule, { at }) => story[(at - start) / MINUTE_MS]?.() ?? safe());
    for (let turn = 0; turn < story.length * 4; turn++) {
      await skewed.run();
      await right.run();
      clock.advance(MINUTE_MS / 4);
      access.clock.advance(MINUTE_MS / 4);
    }
    const rows = await ticking.read();

    const found = rows.incidents.map((row) => [row.started_at, row.fired_at, row.resolved_at]);
    assert.deepEqual(found, [[start + MINUTE_MS, start + MINUTE_MS, start + 4 * MINUTE_MS]]);
    assert.deepEqual(
      ticking.asked,
      story.map((_, index) => start + index * MINUTE_MS),
    );
  });
}

onBothStores('what is open shows the ticks that nobody made up for', async (_t, access) => {
  const ticking = await startTicking(access);
  await ticking.addRule();
  await ticking.addRule({ name: 'calm' });
  ticking.answer(({ name }) => (name === 'calm' ? safe() : firing()));
  await ticking.tick();

  access.clock.advance((alerts.catchUpTicksMax + 3) * MINUTE_MS);
  await ticking.tick();
  const timeline = await access.metadata.db
    .selectFrom('alert_incident_events')
    .select(['kind', 'details'])
    .orderBy('at')
    .execute();
  const { events } = await ticking.read();

  const gaps = timeline.filter(({ kind }) => kind === 'ticks_skipped');
  assert.deepEqual(
    gaps.map(({ details }) => (JSON.parse(details) as { skipped: number }).skipped),
    [3],
  );
  assert.equal(events.filter(({ kind }) => kind === 'ticks_skipped').length, 2);
});
