/** What the settings of a KPI become, and which of them contradict themselves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import type { KpiDraft, KpiSettings } from '../../../contract/kpi-settings.ts';
import { settleChange, settleDraft } from './settle-kpi.ts';

type Draft = Partial<Omit<KpiDraft, 'serviceId' | 'name'>>;

const RATIO = { kind: 'ratio', bad: 'level=error' } as const;
const COUNT = { kind: 'aggregate', function: 'count' } as const;
const AVERAGE = { kind: 'aggregate', function: 'avg', field: 'ms' } as const;
const QUERY = { kind: 'query', query: '* | stats count AS value' } as const;

const settle = (draft: Draft): KpiSettings => settleDraft({ measure: AVERAGE, ...draft });

test('what is left out is filled in', () => {
  assert.deepEqual(settle({ measure: RATIO }), {
    measure: { kind: 'ratio', bad: 'level=error' },
    unit: '%',
    better: 'lower',
    warning: null,
    critical: null,
    everySeconds: 300,
    delaySeconds: 60,
    minimumEvents: 20,
    emptyMeans: 'no_data',
    importance: 5,
    decisive: false,
    slo: null,
  });
});

test('units and the least number of events go by the measure', () => {
  const cases: [KpiSettings['measure'], unit: string, minimumEvents: number][] = [
    [RATIO, '%', 20],
    [COUNT, '', 0],
    [{ kind: 'aggregate', function: 'rate' }, '/s', 0],
    [{ kind: 'aggregate', function: 'age' }, 's', 0],
    [AVERAGE, '', 20],
    [QUERY, '', 20],
  ];
  for (const [measure, unit, minimumEvents] of cases) {
    const settled = settle({ measure });
    assert.deepEqual([settled.unit, settled.minimumEvents], [unit, minimumEvents]);
  }
  const given = { unit: 'ms', minimumEvents: 3, better: 'higher', decisive: true } as const;
  assert.deepEqual(settle(given), { ...settle({}), ...given });
});

test('an aggregate says what it lacks, an objective has a window and a kind', () => {
  assert.deepEqual(settle({ measure: COUNT }).measure, {
    kind: 'aggregate',
    function: 'count',
    field: null,
    where: null,
  });
  assert.deepEqual(settle({ measure: { ...AVERAGE, where: 'a=b' } }).measure, {
    kind: 'aggregate',
    function: 'avg',
    field: 'ms',
    where: 'a=b',
  });
  assert.deepEqual(settle({ measure: QUERY }).measure, QUERY);
  assert.deepEqual(settle({ measure: RATIO, slo: { target: 99 } }).slo, {
    target: 99,
    windowDays: 30,
    kind: 'occurrences',
  });
  const slo = { target: 99, windowDays: 7, kind: 'timeslices' } as const;
  assert.deepEqual(settle({ warning: 1, slo }).slo, slo);
  assert.equal(settle({ slo: null }).slo, null);
});

test('a change keeps what it does not name', () => {
  const known = settle({ warning: 1, critical: 2, unit: 'ms' });

  assert.deepEqual(settleChange(known, { warning: undefined, critical: 3 } as never), {
    ...known,
    critical: 3,
  });
  assert.deepEqual(settleChange(known, { warning: null }), { ...known, warning: null });
});

test('limits that reach each other, and ends of a share, are in order', () => {
  const fine: Draft[] = [
    { warning: 2, critical: 2 },
    { better: 'higher', warning: 2, critical: 2 },
    { better: 'higher', warning: 2, critical: 1 },
    { better: 'range', warning: [1, 2], critical: [1, 2] },
    { better: 'range', warning: [1, 1] },
    { warning: 5 },
    { critical: 5 },
    { better: 'higher', critical: 5 },
    { measure: RATIO, warning: 0, critical: 100 },
    { measure: QUERY, slo: { target: 99, kind: 'occurrences' } },
    { critical: 1, slo: { target: 99, kind: 'timeslices' } },
    { warning: 101 },
  ];
  for (const draft of fine) assert.doesNotThrow(() => settle(draft), JSON.stringify(draft));
});

test('what contradicts itself is refused where it stands', () => {
  const beyond = 'The critical threshold must be beyond the warning threshold.';
  const pair = 'If range is better, a threshold must be a pair, e.g. [10, 20].';
  const share = 'A ratio must be between 0 and 100%.';
  const cases: [Draft, path: string, message: string][] = [
    [{ warning: 2, critical: 1 }, 'critical', beyond],
    [{ better: 'higher', warning: 1, critical: 2 }, 'critical', beyond],
    [{ better: 'range', warning: [1, 4], critical: [2, 4] }, 'critical', beyond],
    [{ better: 'range', warning: [1, 4], critical: [1, 3] }, 'critical', beyond],
    [{ better: 'range', warning: 1 }, 'warning', pair],
    [{ better: 'range', critical: 1 }, 'critical', pair],
    [{ warning: [1, 2] }, 'warning', 'If lower is better, a threshold must be a number.'],
    [{ better: 'range', warning: [2, 1] }, 'warning', 'The lower threshold must come first.'],
    [{ measure: RATIO, warning: -1 }, 'warning', share],
    [{ measure: RATIO, critical: 101 }, 'critical', share],
    [{ measure: RATIO, better: 'range', warning: [-1, 5] }, 'warning', share],
    [{ measure: RATIO, better: 'range', warning: [5, 101] }, 'warning', share],
    [{ measure: { kind: 'aggregate', function: 'avg' } }, 'measure.field', '`avg` needs a field.'],
    [
      { slo: { target: 99, kind: 'occurrences' } },
      'slo.kind',
      "This measure doesn't count good events. Use `timeslices`.",
    ],
    [
      { slo: { target: 99, kind: 'timeslices' } },
      'slo.kind',
      'Time slices need a threshold. Set `warning` or `critical`.',
    ],
  ];
  for (const [draft, path, message] of cases) {
    assert.throws(
      () => settle(draft),
      (error) => {
        assert.ok(error instanceof AppError);
        assert.deepEqual(
          [error.code, error.facts.details],
          ['VALIDATION_ERROR', [{ path, message }]],
        );
        return true;
      },
      JSON.stringify(draft),
    );
  }
});

test('searches that cannot be read are refused by the measure they are in', () => {
  const measures: KpiSettings['measure'][] = [
    { kind: 'ratio', bad: 'a=(' },
    { ...AVERAGE, where: 'a=(' },
    { kind: 'query', query: 'a=(' },
  ];
  for (const measure of measures) assert.throws(() => settle({ measure }), JSON.stringify(measure));
});
