/** How what was found at a tick is written down: together, or each rule for itself. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAlertTables, OURS } from '../../../../test/support/alerts/alert-tables.ts';
import {
  exampleRule,
  failedMeasurement,
  measured,
  measuredGroup,
} from '../../../../test/support/alerts/example-rule.ts';
import { type Log, silentLog } from '../../../base/log.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import { ClaimLost } from '../../../engines/schedule/schedule.ts';
import type { Measurement } from '../conditions/measurement.ts';
import { advance } from '../states/advance.ts';
import { firstRun } from '../states/next-run.ts';
import { readRuns } from '../tables/alert-rule-runs-table.ts';
import type { Result } from './evaluate-rule.ts';
import { settleResults } from './evaluate-tick.ts';
import type { TickNeeds } from './tick-needs.ts';

const AT = Date.UTC(2026, 0, 15, 12);
const TIMES = { now: AT + 7, storeNow: AT + 3 };
const TICK = { at: AT, skipped: 2 };

async function open(t: TestContext) {
  const { metadata, putRule, putRun } = await openAlertTables(t);
  const logged: string[] = [];
  const note = (fields: object, message: string): void => {
    logged.push('rule' in fields ? `${message}: ${String(fields.rule)}` : message);
  };
  const log: Log = { ...silentLog, warn: note, error: note };
  const state: { broken: readonly string[]; failures: unknown[]; transactions: number } = {
    broken: [],
    failures: [],
    transactions: 0,
  };
  const needs = {
    log,
    queueMessages: async (_unit: Unit, { id }: { id: string }) => {
      if (state.broken.includes(id)) throw new Error('broken');
    },
    queueNotice: async () => true,
  } as unknown as TickNeeds;
  const ruleOf = (id: string, version = 1) => exampleRule({}, { id, organization: OURS, version });
  const stop = new AbortController();
  for (const id of ['alr_1', 'alr_2', 'alr_3']) {
    await putRule({ id });
    await putRun({ rule_id: id });
  }
  return {
    state,
    logged,
    stop,
    found: (id: string, measurement: Measurement, isPlain = false, version = 1): Result => {
      const rule = ruleOf(id, version);
      const next = advance(rule, [], measurement, TICK);
      const finding = { run: firstRun(rule), tick: TICK, evidence: new Map(), condition: '' };
      const found = { ...finding, rule, measurement, groups: [], next };
      return { kind: 'found', finding: found, isPlain, unmetUntil: [] };
    },
    passed: (id: string, kind: 'paused' | 'quiet'): Result => {
      const rule = ruleOf(id);
      return { kind, rule, run: firstRun(rule), tick: TICK };
    },
    settle: (results: readonly Result[], finish?: (unit: Unit) => Promise<void>) =>
      settleResults(needs, results, TIMES, {
        signal: stop.signal,
        finish,
        transact: async (work) => {
          state.transactions += 1;
          const [failure] = state.failures.splice(0, 1);
          if (failure instanceof Error) throw failure;
          return metadata.transaction(work);
        },
      }),
    run: async (id: string) => {
      const run = (await readRuns(metadata, OURS, [id])).get(id);
      return [run?.ticked_at, run?.health, run?.sparkline, run?.skipped_ticks];
    },
  };
}

const SAFE = measured([measuredGroup('safe', undefined, { value: 4 })]);
const FIRES = measured([measuredGroup('true')]);

test('rules of a tick are settled together, each in its own way', async (t) => {
  const { settle, found, passed, run, state } = await open(t);
  const finished: string[] = [];

  const outcomes = await settle(
    [found('alr_1', SAFE, true), passed('alr_2', 'quiet'), passed('alr_3', 'paused')],
    async () => void finished.push('finished'),
  );

  assert.deepEqual(outcomes, ['measured', 'quiet', 'paused']);
  assert.deepEqual([finished, state.transactions], [['finished'], 1]);
  assert.deepEqual(await run('alr_1'), [AT, 'ok', '[4]', 2]);
  assert.deepEqual(await run('alr_2'), [AT, 'learning', '[0]', 2]);
  assert.deepEqual(await run('alr_3'), [AT, 'learning', '[null]', 2]);
});

test('what failed is told so, and what is about another version is dropped', async (t) => {
  const { settle, found } = await open(t);

  assert.deepEqual(
    await settle([
      found('alr_1', failedMeasurement),
      found('alr_2', SAFE),
      found('alr_3', SAFE, false, 7),
      found('alr_3', SAFE, true, 7),
    ]),
    ['failed', 'measured', 'dropped', 'measured'],
  );
});

test('when one cannot be settled each is settled by itself, and then the tick ends', async (t) => {
  const { settle, found, passed, run, state, logged } = await open(t);
  state.broken = ['alr_1'];
  const finished: string[] = [];

  const outcomes = await settle(
    [found('alr_1', FIRES), found('alr_2', FIRES), passed('alr_3', 'quiet')],
    async () => void finished.push('finished'),
  );

  assert.deepEqual(outcomes, ['failed', 'measured', 'quiet']);
  assert.deepEqual(logged, ['saving alert checks one by one', 'alert rule not settled: alr_1']);
  assert.deepEqual([(await run('alr_1'))[1], (await run('alr_2'))[1]], ['error', 'ok']);
  assert.deepEqual([finished, state.transactions], [['finished'], 6]);
});

test('a rule that is gone meanwhile is dropped with its failure', async (t) => {
  const { settle, found, passed, state } = await open(t);
  state.failures = [new Error('together'), new Error('alone')];

  assert.deepEqual(await settle([found('alr_1', FIRES, false, 7)]), ['dropped']);
  state.failures = [new Error('together'), new Error('alone')];
  assert.deepEqual(await settle([passed('alr_2', 'quiet')]), ['failed']);
  assert.equal(state.transactions, 6, 'nothing ends the tick');
});

test('whoever lost the batch, or is to stop, writes nothing more', async (t) => {
  const { settle, found, state, stop, logged } = await open(t);
  const results = [found('alr_1', SAFE)];
  const lost = new ClaimLost('alert_batches', 'alb_1');

  state.failures = [lost];
  await assert.rejects(settle(results), lost);
  state.failures = [new Error('together'), lost];
  await assert.rejects(settle(results), lost);
  assert.equal(state.transactions, 3);
  state.failures = [new Error('end')];
  await assert.rejects(settle([]), /end/);
  stop.abort();
  state.failures = [new Error('stopped')];
  await assert.rejects(settle(results), /stopped/);
  assert.equal(state.transactions, 5);
  assert.deepEqual(logged, ['saving alert checks one by one']);
});
