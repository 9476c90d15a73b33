/** One batch, its ticks, and what they leave behind, with a store that answers as a test says. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAlertTables, OURS } from '../../../../test/support/alerts/alert-tables.ts';
import {
  exampleRule,
  measured,
  measuredGroup,
} from '../../../../test/support/alerts/example-rule.ts';
import { silentLog } from '../../../base/log.ts';
import type { AlertBatchRow, AlertRuleRow } from '../../../engines/metadata/tables/alerts.ts';
import { ClaimLost } from '../../../engines/schedule/schedule.ts';
import type { Measurement, Tick } from '../conditions/measurement.ts';
import { NOTHING_SHARED } from '../conditions/share-counts.ts';
import type { Rule } from '../rule.ts';
import { readRuns } from '../tables/alert-rule-runs-table.ts';
import type { Notice } from '../states/settle-needs.ts';
import { createMeasuredTicks } from './quiet.ts';
import { runBatches } from './run-batch.ts';
import type { TickNeeds } from './tick-needs.ts';

const TICKED = Date.UTC(2026, 0, 15, 12);
const MINUTE_MS = 60_000;
/** The next tick has just been passed. */
const NOW = TICKED + MINUTE_MS + 2_000;

interface Setting {
  readonly frontier?: number | Error;
  readonly storeNow?: number;
  readonly stuckMs?: number;
  readonly measure?: (rule: Rule, tick: Tick) => Measurement | Error;
  readonly isQuiet?: boolean;
  readonly isHeard?: boolean;
  /** How many rules one statement counts for. */
  readonly together?: number;
}

async function open(t: TestContext, setting: Setting = {}) {
  const tables = await openAlertTables(t);
  const { metadata, putBatch, putRule, putRun } = tables;
  const asked: string[] = [];
  const meters: string[] = [];
  const waits: number[] = [];
  const notices: Notice[] = [];
  const told: string[] = [];
  const settled: unknown[] = [];
  const frontier = setting.frontier ?? NOW;
  const together = setting.together ?? 1;
  const needs: TickNeeds = {
    metadata,
    clock: { now: () => NOW + 500 },
    storeTime: {
      frontier: async () => {
        if (frontier instanceof Error) throw frontier;
        return frontier;
      },
      now: () => setting.storeNow ?? NOW,
      stuckMs: () => setting.stuckMs ?? 0,
      behindMs: () => 0,
    },
    log: silentLog,
    meters: {
      ticked: (outcome, count) => meters.push(`${outcome} ${count}`),
      evaluated: () => {},
      shared: (rules, statements) => meters.push(`shared ${rules} by ${statements}`),
      late: (ms) => meters.push(`late ${ms}`),
      fired: (ms) => meters.push(`fired after ${ms}`),
      firedAfter: () => {},
    },
    openAsks: () => ({
      measureRule: async (rule, tick) => {
        asked.push(
          `${rule.id} ${(tick.at - TICKED) / MINUTE_MS} ${tick.counted?.count ?? ''}`.trim(),
        );
        const answer = setting.measure?.(rule, tick) ?? measured([measuredGroup('safe')]);
        if (answer instanceof Error) throw answer;
        return answer;
      },
      searchText: async () => '*',
      findSamples: async () => [],
    }),
    sharing: {
      shareRules: async (rules) =>
        Array.from({ length: Math.ceil(rules.length / together) }, (_, i) =>
          rules.slice(i * together, (i + 1) * together),
        ),
      countShared: async (rules, { at, timeoutMs }) => {
        asked.push(`together ${rules.map(({ id }) => id).join(' ')} ${at - TICKED} ${timeoutMs}`);
        const [first] = rules;
        if (first === undefined) return NOTHING_SHARED;
        const counted = { count: 5, late: 0, lateTimes: undefined };
        return { counts: new Map([[first.id, counted]]), statements: 1 };
      },
    },
    pace: {
      begin: (statements, lateMs) => {
        asked.push(`paced ${statements} ${lateMs}`);
        return { run: (work) => work(), end: () => void asked.push('pace ends') };
      },
    },
    quiet: {
      isQuietSince: () => setting.isQuiet ?? false,
      catchUp: async () => setting.isHeard ?? true,
      measured: createMeasuredTicks(),
    },
    wait: async (ms) => void waits.push(ms),
    queueMessages: async (_unit, rule, all) => {
      for (const { transition } of all) told.push(`${rule.id} ${transition.kind}`);
    },
    queueNotice: async (_unit, _organization, notice) => void notices.push(notice),
  };
  await putBatch({ id: 'alb_1', ticked_at: TICKED });
  const batch = async (): Promise<AlertBatchRow> =>
    metadata.db.selectFrom('alert_batches').selectAll().executeTakeFirstOrThrow();
  return {
    ...tables,
    needs,
    asked,
    meters,
    waits,
    notices,
    told,
    settled,
    async addRule(id: string, row: Partial<AlertRuleRow> = {}) {
      await putRule({ id, batch_id: 'alb_1', ...row });
      await putRun({ rule_id: id, ticked_at: TICKED, sparkline: '[0]' });
    },
    async work(given: Partial<AlertBatchRow> = {}, signal = new AbortController().signal) {
      await runBatches(needs).work(
        { ...(await batch()), ...given },
        { attempts: 1, signal, settle: async (_unit, next) => void settled.push(next.dueAt) },
      );
    },
    batch,
    run: async (id: string) => (await readRuns(metadata, OURS, [id])).get(id),
  };
}

test('every rule of the batch is measured at the tick that was passed', async (t) => {
  const batch = await open(t);
  await batch.addRule('alr_1');
  await batch.addRule('alr_2');
  await batch.addRule('alr_off', { is_enabled: 0 });

  await batch.work();

  assert.deepEqual(batch.asked, ['paced 2 2000', 'alr_1 1', 'alr_2 1', 'pace ends']);
  assert.deepEqual(batch.meters, ['measured 2', 'late 2000']);
  assert.equal((await batch.batch()).ticked_at, TICKED + MINUTE_MS);
  assert.deepEqual(batch.settled, [TICKED + 2 * MINUTE_MS]);
  const run = await batch.run('alr_1');
  assert.deepEqual([run?.ticked_at, run?.sparkline], [TICKED + MINUTE_MS, '[0,0]']);
  assert.equal((await batch.run('alr_off'))?.ticked_at, TICKED);
  assert.equal(
    batch.needs.quiet.measured.last(exampleRule({}, { id: 'alr_1' })),
    TICKED + MINUTE_MS,
  );
});

test('a batch looks for its tick a few times, and comes again a second later', async (t) => {
  const batch = await open(t, { frontier: TICKED + MINUTE_MS - 1 });
  await batch.addRule('alr_1');

  await batch.work();

  assert.deepEqual(batch.waits, [250, 250, 250, 250]);
  assert.deepEqual([batch.settled, batch.asked], [[NOW + 1_000], []]);
  assert.equal((await batch.run('alr_1'))?.health, 'ok');
});

test('rules say that they are behind when the store does not get on for a minute', async (t) => {
  const healthAfter = async (stuckMs: number) => {
    const batch = await open(t, { frontier: new Error('away'), stuckMs });
    await batch.addRule('alr_1');
    await batch.work();
    const run = await batch.run('alr_1');
    return [run?.health, run?.health_detail, run?.health_since];
  };

  assert.deepEqual(await healthAfter(59_999), ['ok', '', 0]);
  assert.deepEqual(await healthAfter(60_000), [
    'behind',
    "The log store is unavailable or not making progress, so the rule can't be checked.",
    NOW + 500,
  ]);
});

test('a batch from the future is set back', async (t) => {
  const batch = await open(t);
  await batch.addRule('alr_1');
  const ahead = await open(t);

  await batch.work({ ticked_at: NOW + MINUTE_MS + 1 });
  await ahead.work({ ticked_at: NOW + MINUTE_MS });

  assert.equal((await batch.batch()).ticked_at, TICKED + MINUTE_MS);
  assert.deepEqual([batch.settled, batch.asked], [[TICKED + 2 * MINUTE_MS], []]);
  assert.deepEqual(ahead.settled, [NOW + 1_000]);
});

test('missed ticks are made up for, and of very many the Owners are told', async (t) => {
  const batch = await open(t, { frontier: TICKED + 62 * MINUTE_MS });
  await batch.addRule('alr_1');
  await batch.putIncident({ id: 'inc_1' });

  await batch.work();

  const ticks = batch.asked.filter((each) => each.startsWith('alr_1'));
  assert.deepEqual([ticks.length, ticks[0], ticks.at(-1)], [60, 'alr_1 3', 'alr_1 62']);
  assert.deepEqual(batch.settled, [TICKED + 63 * MINUTE_MS]);
  assert.deepEqual(batch.meters.slice(0, 2), ['measured 1', 'skipped 2']);
  assert.equal((await batch.run('alr_1'))?.skipped_ticks, 2);
  assert.deepEqual(batch.notices, [
    {
      title: 'Alert checks were skipped',
      body:
        'Rules with a check interval of 60 s were not checked for a while. Xplain caught up on the latest checks, ' +
        'but skipped 2 older ones. Conditions met only then did not fire.',
      to: 'owners',
      key: 'ticks_skipped',
    },
  ]);
  const gap =
    '"skipped":2,"interval":60,"seconds":120,"from":"2026-01-15T12:01:00.000Z","to":"2026-01-15T12:03:00.000Z"';
  const { db } = batch.metadata;
  const events = await db.selectFrom('alert_events').selectAll().execute();
  assert.deepEqual(
    events.map(({ kind, text, details }) => [kind, text, details]),
    [['ticks_skipped', 'alr_1: 2 checks were skipped', `{"rule":"alr_1",${gap}}`]],
  );
  const timeline = await db.selectFrom('alert_incident_events').selectAll().execute();
  assert.deepEqual(
    timeline.map(({ kind, details }) => [kind, details]),
    [['ticks_skipped', `{${gap}}`]],
  );
});

test('a new rule begins with the newest tick, and with none from before it was made', async (t) => {
  const batch = await open(t, {
    frontier: TICKED + 2 * MINUTE_MS,
    storeNow: TICKED + 3 * MINUTE_MS,
  });
  await batch.putRule({ id: 'alr_new', batch_id: 'alb_1', updated_at: TICKED + 2 * MINUTE_MS });
  await batch.putRule({
    id: 'alr_newer',
    batch_id: 'alb_1',
    updated_at: TICKED + 2 * MINUTE_MS + 1,
  });
  await batch.putRule({ id: 'alr_ahead', batch_id: 'alb_1', updated_at: TICKED + 9 * MINUTE_MS });

  await batch.work();

  assert.deepEqual(
    batch.asked.filter((each) => each.startsWith('alr')),
    ['alr_ahead 2', 'alr_new 2'],
  );
});

test('a rule that has had its tick already is passed over', async (t) => {
  const batch = await open(t);
  await batch.putRule({ id: 'alr_1', batch_id: 'alb_1' });
  await batch.putRun({ rule_id: 'alr_1', ticked_at: TICKED + MINUTE_MS });

  await batch.work();

  assert.deepEqual(batch.asked, ['paced 0 2000', 'pace ends']);
  assert.deepEqual(batch.settled, [TICKED + 2 * MINUTE_MS]);
});

test('quiet rules are not asked for, if every word was heard', async (t) => {
  const outcomesOf = async (isHeard: boolean) => {
    const batch = await open(t, { isQuiet: true, isHeard });
    await batch.addRule('alr_1');
    batch.needs.quiet.measured.note(exampleRule({}, { id: 'alr_1' }), TICKED);
    await batch.work();
    return [batch.meters[0], batch.asked.length];
  };

  assert.deepEqual(await outcomesOf(true), ['quiet 1', 2]);
  assert.deepEqual(await outcomesOf(false), ['measured 1', 3]);
});

test('a rule that pauses after failures is passed over', async (t) => {
  const batch = await open(t);
  await batch.putRule({ id: 'alr_1', batch_id: 'alb_1' });
  await batch.putRun({ rule_id: 'alr_1', ticked_at: TICKED, retry_at: NOW + MINUTE_MS });

  await batch.work();

  assert.deepEqual([batch.meters[0], batch.asked], ['paused 1', ['paced 0 2000', 'pace ends']]);
  assert.equal((await batch.run('alr_1'))?.sparkline, '[null]');
});

test('rules that share a statement are counted together, one alone is not', async (t) => {
  const batch = await open(t, { together: 2 });
  for (const id of ['alr_1', 'alr_2', 'alr_3']) await batch.addRule(id);

  await batch.work();

  assert.deepEqual(batch.asked.toSorted(), [
    'alr_1 1 5',
    'alr_2 1',
    'alr_3 1',
    'pace ends',
    'paced 2 2000',
    'together alr_1 alr_2 60000 30000',
  ]);
  assert.equal(batch.meters[0], 'shared 1 by 1');
});

test('what fires is told, with the time that it took', async (t) => {
  const batch = await open(t, { measure: () => measured([measuredGroup('true')]) });
  await batch.addRule('alr_1');

  await batch.work();

  assert.deepEqual(batch.told, ['alr_1 fired']);
  assert.deepEqual(batch.meters, ['measured 1', 'fired after 2000', 'late 2000']);
});

test('when the store goes away what is finished counts, and the others are done again', async (t) => {
  const away = { kind: 'failed', code: 'STORAGE_UNAVAILABLE', message: 'away' } as const;
  const batch = await open(t, {
    measure: (rule) => (rule.id === 'alr_2' ? away : measured([measuredGroup('safe')])),
  });
  await batch.addRule('alr_1');
  await batch.addRule('alr_2');

  await batch.work();

  assert.equal((await batch.run('alr_1'))?.ticked_at, TICKED + MINUTE_MS);
  assert.equal((await batch.run('alr_2'))?.ticked_at, TICKED);
  assert.deepEqual([(await batch.batch()).ticked_at, batch.settled], [TICKED, [NOW + 1_000]]);
  assert.deepEqual(batch.meters, ['measured 1']);
});

test('a rule that cannot be settled holds up no other', async (t) => {
  const batch = await open(t, { measure: () => measured([measuredGroup('true')]) });
  await batch.addRule('alr_1');
  await batch.addRule('alr_2');
  const { queueMessages } = batch.needs;
  const needs = {
    ...batch.needs,
    queueMessages: async (...[unit, rule, ...rest]: Parameters<typeof queueMessages>) => {
      if (rule.id === 'alr_1') throw new Error('defect');
      await queueMessages(unit, rule, ...rest);
    },
  };
  const { signal } = new AbortController();
  const settle = async (): Promise<void> => {};

  await runBatches(needs).work(await batch.batch(), { attempts: 1, signal, settle });

  assert.deepEqual(batch.told, ['alr_2 fired']);
  assert.equal((await batch.run('alr_1'))?.health, 'error');
  assert.deepEqual(batch.meters.slice(0, 2), ['failed 1', 'measured 1']);
  assert.equal((await batch.batch()).ticked_at, TICKED + MINUTE_MS);
});

test('a batch that another node has, or that is to stop, is left alone', async (t) => {
  const lost = await open(t);
  await lost.addRule('alr_1');
  const stopped = await open(t);

  await assert.rejects(lost.work({ fence: 7 }), ClaimLost);
  await assert.rejects(stopped.work({}, AbortSignal.abort()), { name: 'AbortError' });
  assert.deepEqual([lost.settled, stopped.settled], [[], []]);
  assert.equal((await lost.run('alr_1'))?.ticked_at, TICKED);
});

test('two statements of a batch run at the same time', async (t) => {
  const batch = await open(t);
  for (const id of ['alr_1', 'alr_2', 'alr_3', 'alr_4']) await batch.addRule(id);
  let running = 0;
  let most = 0;
  const needs: TickNeeds = {
    ...batch.needs,
    openAsks: () => ({
      ...batch.needs.openAsks(),
      measureRule: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((later) => void setImmediate(later));
        running -= 1;
        return measured([measuredGroup('safe')]);
      },
    }),
  };
  const { signal } = new AbortController();

  await runBatches(needs).work(await batch.batch(), {
    attempts: 1,
    signal,
    settle: async () => {},
  });

  assert.equal(most, 2);
});

test('a batch that is to stop while it waits for its turn counts nothing', async (t) => {
  const batch = await open(t, { together: 2 });
  await batch.addRule('alr_1');
  await batch.addRule('alr_2');
  const stop = new AbortController();
  const run = <T>(work: () => Promise<T>): Promise<T> => {
    stop.abort();
    return work();
  };
  const needs: TickNeeds = {
    ...batch.needs,
    pace: { begin: () => ({ run, end: () => {} }) },
  };
  const claim = { attempts: 1, signal: stop.signal, settle: async () => {} };

  await assert.rejects(runBatches(needs).work(await batch.batch(), claim), { name: 'AbortError' });

  assert.deepEqual(batch.asked, []);
});

test('nothing that happens to a batch may end its ticks', async (t) => {
  const { needs, settled, batch } = await open(t);
  const work = runBatches(needs);
  const { signal } = new AbortController();

  assert.deepEqual(
    [work.name, work.table, work.owner, work.placesMax, work.perOwnerMax],
    ['alert-batches', 'alert_batches', 'organization_id', 8, 2],
  );
  assert.deepEqual([work.attemptsMax, work.retryDelayMs?.(9)], [Number.MAX_SAFE_INTEGER, 1_000]);
  await work.giveUp(
    { ...(await batch()), due_at: 77 },
    { attempts: 1, signal, settle: async (_unit, next) => void settled.push(next.dueAt) },
    undefined,
  );
  assert.deepEqual(settled, [77]);
});
