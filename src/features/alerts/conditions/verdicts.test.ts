/** Rules that have their events judged, by the real evaluation. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { type JudgeSetting, realJudges } from '../../../../test/support/real-judge.ts';
import {
  type ConditionsUnderTest,
  simulatedStore,
  startConditions,
} from '../../../../test/support/alerts/start-conditions.ts';
import type { Log } from '../../../base/log.ts';
import type { AlertCondition } from '../../../contract/alert-conditions.ts';
import type { OpenedModel } from '../../../engines/model/model.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import type { Rule } from '../rule.ts';
import type { Judge, JudgeAnswer, JudgeQuestion } from './judge.ts';
import { measureRule } from './measure-rule.ts';
import type { Known, Measurement } from './measurement.ts';

const simulated = await simulatedStore();
const realJudge = realJudges();

interface Judged extends ConditionsUnderTest {
  readonly judged: (rule: Rule, known?: Partial<Known>) => Promise<Measurement>;
  readonly logged: string[];
}

interface Setting extends JudgeSetting {
  readonly judge?: Judge;
}

async function start(t: TestContext, setting: Setting = {}): Promise<Judged> {
  const tested = await startConditions(t, simulated);
  const logged: string[] = [];
  const note = (fields: object, message: string): void => {
    logged.push(`${message} ${JSON.stringify(fields, (_, value) => errorText(value))}`);
  };
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const needs = { ...tested.needs, judge: setting.judge ?? realJudge(tested, log, setting), log };
  return {
    ...tested,
    logged,
    judged: (rule, known = {}) => {
      const { signal } = new AbortController();
      const tick = { at: tested.clock.now(), timeoutMs: 30 * SECOND_MS, signal };
      return measureRule(needs, rule, tick, {
        members: [],
        memory: '',
        groups: new Set(),
        ...known,
      });
    },
  };
}

function errorText(value: unknown): unknown {
  return value instanceof Error ? `${value.message} ${value.stack}` : value;
}

const VERDICT: AlertCondition & { kind: 'verdict' } = {
  kind: 'verdict',
  criteria: 'Judge whether the payment was captured.',
  expectedItems: [{ id: 'capture', description: 'The payment was captured' }],
};

function verdictRule(tested: ConditionsUnderTest, changed: Partial<typeof VERDICT> = {}): Rule {
  return tested.newRule({ ...VERDICT, ...changed }, { interval: 300 });
}

const CANARY = 'canary-5f1e';

async function writeFailure(tested: ConditionsUnderTest): Promise<void> {
  await tested.write([
    { body: `ERROR payment capture failed ${CANARY}`, level: 'error' },
    { body: 'INFO payment authorized' },
  ]);
  tested.clock.advance(SECOND_MS);
}

const codeOf = (measurement: Measurement): string =>
  measurement.kind === 'failed' ? measurement.code : measurement.kind;

function heldOf(measurement: Measurement): unknown[] {
  assert(measurement.kind === 'measured', codeOf(measurement));
  return measurement.groups.map(({ key, holds }) => [key?.['item'], holds]);
}

/** Everything that the metadata store holds, as text. */
async function everyRow({ search }: ConditionsUnderTest): Promise<string> {
  const { db } = search.access.metadata;
  const tables = await db.introspection.getTables();
  const rows = await Promise.all(
    tables.map(({ name }) =>
      db
        .selectFrom(name as 'organizations')
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows);
}

test('verdict: a failure fires for its item, and no word of it is kept anywhere', async (t) => {
  const tested = await start(t);
  await writeFailure(tested);

  const measurement = await tested.judged(verdictRule(tested));

  assert.deepEqual(heldOf(measurement), [['capture', 'true']]);
  assert(measurement.kind === 'measured');
  const details = measurement.groups[0]?.details ?? {};
  assert.deepEqual(Object.keys(details), ['item', 'status', 'evidence']);
  assert.equal(details['status'], 'failed');
  assert.match(String(details['evidence']), /^[0-9a-f]{16}$/);
  const { spent } = JSON.parse(measurement.memory ?? '') as { spent: number };
  assert.equal(spent, 0, 'the evaluator of the installation itself costs no credits');
  const [entry, ...more] = await tested.search.access.auditOf(tested.organization);
  assert.equal(more.length, 0);
  assert.equal(entry?.action, 'evaluation.run');
  assert.match(JSON.stringify(entry), /alerts/);

  const kept = [await everyRow(tested), JSON.stringify(measurement), ...tested.logged].join('\n');
  assert.match(kept, /evaluation\.run/);
  assert(!kept.includes(CANARY));
  assert(!kept.includes('authorized'));
});

function modelThat(ask: () => Promise<never>): OpenedModel {
  const provider = { provider: 'broken', region: 'eu', ask, [Symbol.asyncDispose]: async () => {} };
  return { kind: 'open', provider };
}

test('verdict: a run that fails keeps no word either', async (t) => {
  const tested = await start(t, {
    model: modelThat(() => Promise.reject(new Error(`no answer about ${CANARY}`))),
  });
  await writeFailure(tested);

  const measurement = await tested.judged(verdictRule(tested));

  assert.equal(measurement.kind, 'failed');
  assert(tested.logged.length > 0);
  const kept = [await everyRow(tested), JSON.stringify(measurement), ...tested.logged].join('\n');
  assert(!kept.includes(CANARY));
});

test('verdict: without rows nothing is found, and nobody is asked', async (t) => {
  const tested = await start(t);
  tested.clock.advance(SECOND_MS);

  assert.deepEqual(heldOf(await tested.judged(verdictRule(tested))), [['capture', 'true']]);
  const generic = verdictRule(tested, { mode: 'generic_verdict', fireOn: ['failed'] });
  assert.deepEqual(heldOf(await tested.judged(generic)), [['f1', 'safe']]);
  assert.deepEqual(await tested.search.access.auditOf(tested.organization), []);
});

test('verdict: outside of the EU, and without credits, nothing is judged', async (t) => {
  const outside = await start(t, { model: { kind: 'refused', reason: 'not in the EU' } });
  await writeFailure(outside);
  assert.equal(codeOf(await outside.judged(verdictRule(outside))), 'AI_PROVIDER_NOT_EU');

  let asked = 0;
  const model = modelThat(() => Promise.reject(new Error(`asked ${(asked += 1)} times`)));
  const poor = await start(t, { monthlyCredits: 0, model });
  await writeFailure(poor);
  assert.equal(codeOf(await poor.judged(verdictRule(poor))), 'AI_CREDITS_EXHAUSTED');
  assert.equal(asked, 0);
});

/** Says what it is told to, and counts how often it is asked. */
function scripted(finding: Partial<JudgeAnswer['findings'][number]>, creditsSpent = 1) {
  const asked: JudgeQuestion[] = [];
  const whole = {
    id: 'capture',
    status: 'failed',
    confidence: 1,
    isIncomplete: false,
    eventIds: [],
    ...finding,
  } as const;
  const judge: Judge = {
    judge: async (_, question) => {
      asked.push(question);
      return { findings: [whole], creditsSpent };
    },
    estimate: async () => 1,
  };
  return { judge, asked };
}

test('verdict: a rule spends no more than its credits of a day', async (t) => {
  const { judge, asked } = scripted({});
  const tested = await start(t, { judge });
  const rule = verdictRule(tested, { creditsPerDay: 2 });
  await writeFailure(tested);
  let memory = '';
  const codes: string[] = [];
  for (let run = 0; run < 3; run += 1) {
    const measurement = await tested.judged(rule, { memory });
    codes.push(codeOf(measurement));
    if (measurement.kind === 'measured') memory = measurement.memory ?? memory;
  }
  assert.deepEqual(codes, ['measured', 'measured', 'AI_CREDITS_EXHAUSTED']);
  assert.equal(asked.length, 2);

  tested.clock.advance(DAY_MS);
  await writeFailure(tested);
  assert.equal(codeOf(await tested.judged(rule, { memory })), 'measured');
});

test('verdict: an organization has ten runs a minute', async (t) => {
  const tested = await start(t);
  await writeFailure(tested);
  const rule = verdictRule(tested);
  const codes: string[] = [];
  for (let run = 0; run <= LIMITS.alerts.verdictRunsPerMinuteMax; run += 1) {
    codes.push(codeOf(await tested.judged(rule)));
  }
  assert.deepEqual(codes, [
    ...Array.from({ length: LIMITS.alerts.verdictRunsPerMinuteMax }, () => 'measured'),
    'RATE_LIMITED',
  ]);

  tested.clock.advance(MINUTE_MS);
  assert.equal(codeOf(await tested.judged(rule)), 'measured');
});

test('verdict: confidence and status decide', async (t) => {
  const look = async (
    finding: Partial<JudgeAnswer['findings'][number]>,
    changed: Partial<typeof VERDICT> = {},
  ): Promise<unknown> => {
    const tested = await start(t, scripted(finding));
    await writeFailure(tested);
    return heldOf(await tested.judged(verdictRule(tested, changed)))[0];
  };

  assert.deepEqual(await look({ confidence: LIMITS.alerts.verdictConfidenceDefault }), [
    'capture',
    'true',
  ]);
  assert.deepEqual(await look({ confidence: LIMITS.alerts.verdictConfidenceDefault - 0.01 }), [
    'capture',
    'safe',
  ]);
  assert.deepEqual(await look({ status: 'passed' }), ['capture', 'safe']);
  assert.deepEqual(await look({ status: 'not_found' }), ['capture', 'true']);
  assert.deepEqual(await look({ status: 'not_found' }, { fireOn: ['failed'] }), [
    'capture',
    'safe',
  ]);
  assert.deepEqual(await look({ status: 'not_found', isIncomplete: true }), ['capture', 'unknown']);
});

test('verdict: nothing found proves nothing while events may be missing', async (t) => {
  const { judge } = scripted({ status: 'not_found' });
  const tested = await start(t, { judge });
  await writeFailure(tested);
  await tested.openGap('refusing', tested.clock.now() - MINUTE_MS, null);

  const measurement = await tested.judged(verdictRule(tested));

  assert.deepEqual(heldOf(measurement), [['capture', 'unknown']]);
  assert.deepEqual(measurement.kind === 'measured' && measurement.behind, ['refusing']);
});

test('verdict: as many rows are judged as the rule says', async (t) => {
  const { judge, asked } = scripted({});
  const tested = await start(t, { judge });
  await tested.write(Array.from({ length: 3 }, () => ({})));
  tested.clock.advance(SECOND_MS);

  await tested.judged(verdictRule(tested, { rows: 3 }));
  await tested.judged(verdictRule(tested, { rows: 2 }));

  assert.deepEqual(
    asked.map(({ rows, isCut }) => [rows.length, isCut]),
    [
      [3, false],
      [2, true],
    ],
  );
});
