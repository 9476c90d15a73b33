import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  exampleRule,
  measured,
  measuredGroup,
} from '../../../../test/support/alerts/example-rule.ts';
import { silentLog } from '../../../base/log.ts';
import type { Known, Measurement, Tick } from '../conditions/measurement.ts';
import { advance } from '../states/advance.ts';
import { firstRun } from '../states/next-run.ts';
import { StoreUnavailable } from '../../../flow/search/index.ts';
import { evaluateRule, timeoutOf } from './evaluate-rule.ts';
import type { RuleBefore } from './tick-needs.ts';

const AT = Date.UTC(2026, 0, 15, 12);
const RULE = exampleRule();
const RUN = { ...firstRun(RULE), health: 'ok', memory: 'remembered' } as const;
const FIRING = advance(RULE, [], measured([measuredGroup('true')]), { at: AT - 60_000 }).groups;

interface Evaluated {
  readonly asked: { readonly tick: Tick; readonly known: Known }[];
  readonly metered: string[];
}

function needsWith(
  measurement: Measurement | Error,
  samples: () => Promise<readonly string[]> = async () => ['1', '2', '3', '4', '5', '6'],
): Evaluated & { readonly needs: Parameters<typeof evaluateRule>[0] } {
  const asked: Evaluated['asked'] = [];
  const metered: string[] = [];
  const needs = {
    log: silentLog,
    asks: {
      measureRule: async (_rule: unknown, tick: Tick, known: Known) => {
        asked.push({ tick, known });
        if (measurement instanceof Error) throw measurement;
        return measurement;
      },
      searchText: async () => 'the search',
      findSamples: samples,
    },
    meters: { evaluated: (kind: string, ms: number) => metered.push(`${kind} ${ms >= 0}`) },
  } as unknown as Parameters<typeof evaluateRule>[0];
  return { needs, asked, metered };
}

function before(facts: Partial<RuleBefore> = {}): RuleBefore {
  return { rule: RULE, run: RUN, groups: [], members: [], ...facts };
}

const TICK = { at: AT, skipped: 2, isKnown: false };
const { signal } = new AbortController();

test('a rule is measured with what is known of it, and says what it found', async () => {
  const measurement = measured([measuredGroup('true')]);
  const { needs, asked, metered } = needsWith(measurement);

  const result = await evaluateRule(needs, before(), TICK, signal);

  const { hash } = measuredGroup('true');
  assert.deepEqual(result, {
    kind: 'found',
    finding: {
      rule: RULE,
      run: RUN,
      tick: TICK,
      measurement,
      groups: [],
      next: advance(RULE, [], measurement, TICK),
      evidence: new Map([[hash, { search: 'the search', sampleIds: ['1', '2', '3', '4', '5'] }]]),
      condition: 'count > 5 in 5 minutes',
    },
    isPlain: false,
    unmetUntil: [],
  });
  assert.deepEqual(metered, ['threshold true']);
  const [{ tick, known } = assert.fail()] = asked;
  assert.deepEqual([tick.at, tick.timeoutMs, tick.counted], [AT, 30_000, undefined]);
  assert.deepEqual(known, { members: [], memory: 'remembered', groups: new Set() });
});

test('a rule that pauses, or is known to be quiet, is not measured', async () => {
  const { needs, asked } = needsWith(measured([]));
  const pausing = { ...RUN, retry_at: AT + 1 };
  const isKnown = { ...TICK, isKnown: true };

  const paused = await evaluateRule(needs, before({ run: pausing }), isKnown, signal);
  const quiet = await evaluateRule(needs, before(), isKnown, signal);

  assert.deepEqual(paused, { kind: 'paused', rule: RULE, run: pausing, tick: isKnown });
  assert.deepEqual(quiet, { kind: 'quiet', rule: RULE, run: RUN, tick: isKnown });
  assert.deepEqual(asked, []);
});

test('a rule that has never ticked begins with its first run', async () => {
  const { needs, asked } = needsWith(measured([]));

  const result = await evaluateRule(needs, before({ run: undefined }), TICK, signal);

  assert.deepEqual(result.kind === 'found' && result.finding.run, firstRun(RULE));
  assert.equal(asked[0]?.known.memory, '');
});

const SEEN = { seen: [], expired: [], isFull: false };
const PLAIN: readonly (readonly [string, Measurement, Partial<RuleBefore>, boolean])[] = [
  ['it was normal and is', measured([measuredGroup('safe')]), {}, true],
  ['it fires', measured([measuredGroup('true')]), {}, false],
  ['it was not normal', measured([measuredGroup('safe')]), { groups: FIRING }, false],
  ['it has seen members', measured([], { members: SEEN }), {}, false],
  ['it has something to remember', measured([], { memory: 'm' }), {}, false],
  ['it has never ticked', measured([]), { run: undefined }, false],
  ['it has failed before', measured([]), { run: { ...RUN, failures: 1 } }, false],
  ['it fails', { kind: 'failed', code: 'QUERY_TIMEOUT', message: 'slow' }, {}, false],
];

for (const [name, measurement, facts, isPlain] of PLAIN) {
  test(`nothing but the run changes: ${isPlain}, since ${name}`, async () => {
    const result = await evaluateRule(needsWith(measurement).needs, before(facts), TICK, signal);

    assert.equal(result.kind === 'found' && result.isPlain, isPlain);
  });
}

test('known groups are told, and what fires already has no new evidence', async () => {
  const { needs, asked } = needsWith(measured([measuredGroup('true')]));

  const result = await evaluateRule(needs, before({ groups: FIRING }), TICK, signal);

  assert.deepEqual([...(asked[0]?.known.groups ?? [])], [measuredGroup('true').hash]);
  assert.equal(result.kind === 'found' && result.finding.evidence.size, 0);
});

test('what a rule cannot help is no failure of its own', async () => {
  for (const code of ['STORAGE_UNAVAILABLE', 'QUERY_SLOTS_BUSY', 'SHUTTING_DOWN']) {
    const { needs, metered } = needsWith({ kind: 'failed', code, message: 'away' });

    await assert.rejects(evaluateRule(needs, before(), TICK, signal), (error) => {
      assert(error instanceof StoreUnavailable);
      assert.deepEqual([error.name, error.message], ['StoreUnavailable', 'away']);
      return true;
    });
    assert.deepEqual(metered, []);
  }
});

test('a defect is a failure of its rule', async () => {
  const { needs } = needsWith(new Error('defect'));

  const result = await evaluateRule(needs, before(), TICK, signal);

  assert.deepEqual(result.kind === 'found' && result.finding.measurement, {
    kind: 'failed',
    code: 'INTERNAL',
    message: 'Internal error. See the server log.',
  });
});

test('a tick that is stopped has no result', async () => {
  const { needs } = needsWith(measured([]));

  await assert.rejects(evaluateRule(needs, before(), TICK, AbortSignal.abort()), {
    name: 'AbortError',
  });
});

test('of a storm so many groups have samples as a message lists, all have a search', async () => {
  const groups = Array.from({ length: 21 }, (_, i) => measuredGroup('true', `h${i}`));
  const { needs } = needsWith(measured(groups));

  const result = await evaluateRule(needs, before(), TICK, signal);

  const evidence = result.kind === 'found' ? [...result.finding.evidence.values()] : [];
  assert.equal(evidence.length, 21);
  assert.deepEqual(
    [19, 20].map((at) => evidence[at]?.sampleIds.length),
    [5, 0],
  );
  assert.equal(evidence[20]?.search, 'the search');
});

test('an incident without samples is better than none', async () => {
  const samples = () => Promise.reject(new Error('slow'));
  const { needs } = needsWith(measured([measuredGroup('true')]), samples);

  const result = await evaluateRule(needs, before(), TICK, signal);

  const evidence = result.kind === 'found' ? [...result.finding.evidence.values()] : [];
  assert.deepEqual(evidence, [{ search: 'the search', sampleIds: [] }]);
});

test('statements have half of the interval, and 30 seconds at most', () => {
  const timeout = (interval: number) => timeoutOf(exampleRule({ interval }));

  assert.deepEqual([timeout(30), timeout(60), timeout(61)], [15_000, 30_000, 30_000]);
});
