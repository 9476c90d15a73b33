/** What the events of services hold, and which KPIs fit them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import type { KpiDraft } from '../../../contract/kpi-settings.ts';
import { answeringStore, type Cells } from '../../../../test/support/answering-store.ts';
import { readSelector } from '../managing/check-searches.ts';
import { settleDraft } from '../managing/settle-kpi.ts';
import { measuringActor } from '../measuring/ask-slots.ts';
import { measurePast } from './measure-past.ts';
import { countServices, readFacts } from './read-facts.ts';
import { fittingTemplates } from './templates.ts';

const NOW = Date.UTC(2026, 0, 15, 12, 0, 30);
const ACTOR = measuringActor(organizationId('org_a'));
const { signal } = new AbortController();
const storeThat = (answer: Parameters<typeof answeringStore>[1]) =>
  answeringStore({ now: NOW }, answer);
const times = (values: readonly string[] = []): string[] =>
  values.filter((value) => value.startsWith('2026-'));
const FACTS = {
  events: 1_000,
  errors: 25,
  durationField: undefined,
  saturationField: undefined,
  saturated: 0,
};

const reported = (facts: Partial<typeof FACTS> | object): unknown[] =>
  fittingTemplates({ ...FACTS, ...facts }).map(({ template, reason, draft }) => [
    template,
    reason,
    draft,
  ]);

test('templates fit what the events hold', () => {
  assert.deepEqual(reported({}), [
    [
      'errors',
      '2.5% of events are errors.',
      {
        name: 'Error rate',
        measure: { kind: 'ratio', bad: 'level IN (error, critical, fatal, alert, emergency)' },
        unit: '%',
        better: 'lower',
        importance: 8,
      },
    ],
    [
      'throughput',
      '1000 events in the last hour.',
      {
        name: 'Throughput',
        measure: { kind: 'aggregate', function: 'rate', field: null, where: null },
        unit: '/s',
        better: 'higher',
        emptyMeans: 'zero',
        importance: 5,
      },
    ],
    [
      'freshness',
      'Events arrive regularly.',
      {
        name: 'Freshness',
        measure: { kind: 'aggregate', function: 'age', field: null, where: null },
        unit: 's',
        better: 'lower',
        importance: 3,
      },
    ],
  ]);
  assert.deepEqual(reported({ events: 0 }), []);
});

test('latency and saturation have the field that the events have, in its unit', () => {
  const latency = (durationField: string): unknown => reported({ durationField })[2];
  assert.deepEqual(
    [latency('duration_ms'), latency('duration_seconds'), latency('took')],
    [
      [
        'latency',
        'Events have a numeric field `duration_ms`.',
        {
          name: 'Latency (p95)',
          measure: { kind: 'aggregate', function: 'p95', field: 'duration_ms', where: null },
          unit: 'ms',
          better: 'lower',
          importance: 6,
        },
      ],
      [
        'latency',
        'Events have a numeric field `duration_seconds`.',
        {
          name: 'Latency (p95)',
          measure: { kind: 'aggregate', function: 'p95', field: 'duration_seconds', where: null },
          unit: 's',
          better: 'lower',
          importance: 6,
        },
      ],
      [
        'latency',
        'Events have a numeric field `took`.',
        {
          name: 'Latency (p95)',
          measure: { kind: 'aggregate', function: 'p95', field: 'took', where: null },
          unit: '',
          better: 'lower',
          importance: 6,
        },
      ],
    ],
  );
  const saturation = (facts: object): unknown => reported(facts)[2];
  assert.deepEqual(
    [
      saturation({ saturationField: 'cpu_percent' }),
      saturation({ saturationField: 'queue_size', saturated: 5 }),
      saturation({ saturated: 1 }),
    ],
    [
      [
        'saturation',
        'Events have a numeric field `cpu_percent`.',
        {
          name: 'Saturation',
          measure: { kind: 'aggregate', function: 'max', field: 'cpu_percent', where: null },
          unit: '%',
          better: 'lower',
          minimumEvents: 1,
          importance: 5,
        },
      ],
      [
        'saturation',
        'Events have a numeric field `queue_size`.',
        {
          name: 'Saturation',
          measure: { kind: 'aggregate', function: 'max', field: 'queue_size', where: null },
          unit: '',
          better: 'lower',
          minimumEvents: 1,
          importance: 5,
        },
      ],
      [
        'saturation',
        '1 event mentions a full resource.',
        {
          name: 'Saturation',
          measure: {
            kind: 'ratio',
            bad: '"queue full" OR "pool exhausted" OR "out of memory" OR "too many connections" OR "no space left" OR throttled OR overloaded',
          },
          unit: '%',
          better: 'lower',
          importance: 5,
        },
      ],
    ],
  );
});

/** events, errors, saturated, thirteen durations, nine saturations. */
const factRow = (
  counts: Cells,
  durations: Readonly<Record<number, number>>,
  saturations: Readonly<Record<number, number>> = {},
): Cells => [
  ...counts,
  ...Array.from({ length: 13 }, (_, at) => durations[at] ?? 0),
  ...Array.from({ length: 9 }, (_, at) => saturations[at] ?? 0),
];

test('the field that most events have is found, the most telling of nearly equal ones', async () => {
  const fieldsOf = async (
    durations: Readonly<Record<number, number>>,
  ): Promise<string | undefined> => {
    const { search } = storeThat(() => [factRow([1_000, 1, 2], durations)]);
    return (
      await readFacts(search, ACTOR, { selector: readSelector('service=a') }, NOW, signal)
    ).get('')?.durationField;
  };

  assert.equal(await fieldsOf({ 0: 10 }), 'duration_ms');
  assert.equal(await fieldsOf({ 0: 9 }), undefined);
  assert.equal(await fieldsOf({}), undefined);
  assert.equal(await fieldsOf({ 1: 50, 12: 100 }), 'latency_ms');
  assert.equal(await fieldsOf({ 1: 49, 12: 100 }), 'duration_seconds');
});

test('facts are those of the last hour, by the name of the service where it is asked for', async () => {
  const { search, asked } = storeThat(() => [
    ['a', ...factRow([10, 3, 2], { 0: 10 }, { 2: 5 })],
    [null, ...factRow([0, 0, 0], {})],
  ]);
  const facts = await readFacts(search, ACTOR, { by: 'service' }, NOW, signal);

  assert.deepEqual(
    [...facts],
    [
      [
        'a',
        {
          events: 10,
          errors: 3,
          durationField: 'duration_ms',
          saturationField: 'cpu_percent',
          saturated: 2,
        },
      ],
      [
        '',
        {
          events: 0,
          errors: 0,
          durationField: undefined,
          saturationField: undefined,
          saturated: 0,
        },
      ],
    ],
  );
  assert.deepEqual(
    [times(asked[0]?.values), asked[0]?.values.at(-1)],
    [['2026-01-15 11:01:00.000', '2026-01-15 12:01:00.000'], '5001'],
  );
});

test('services are counted with their errors, the most events first', async () => {
  const { search, asked } = storeThat(() => [
    ['b', 'info', 5],
    ['a', 'ERROR', 2],
    ['a', 'info', 3],
    ['c', 'fatal', 9],
    ['c', 'critical', 1],
    ['c', 'alert', 1],
    ['c', 'emergency', 1],
    ['c', 'warn', null],
  ]);
  const counts = await countServices(
    search,
    ACTOR,
    'service',
    { from: NOW - 60_000, to: NOW, now: NOW },
    signal,
  );

  assert.deepEqual(counts, [
    { name: 'c', events: 12, errors: 12 },
    { name: 'a', events: 5, errors: 2 },
    { name: 'b', events: 5, errors: 0 },
  ]);
  assert.deepEqual(times(asked[0]?.values), ['2026-01-15 11:59:30.000', '2026-01-15 12:00:30.000']);
});

const settingsOf = (draft: Partial<KpiDraft>) =>
  settleDraft({ measure: { kind: 'aggregate', function: 'count' }, everySeconds: 3_600, ...draft });

test('the past of a KPI is seven days of whole slots, and limits are suggested from it', async () => {
  const rows = Array.from({ length: 20 }, (_, at): Cells => [
    NOW / 1_000 - 30 - 3_600 * (20 - at),
    100,
  ]);
  const { search, asked } = storeThat(() => rows);
  const needs = { search, clock: { now: () => NOW } };
  const [past] = await measurePast(needs, ACTOR, readSelector('*'), [settingsOf({})], signal);

  assert.equal(past?.slots.size, 168);
  assert.deepEqual(times(asked[0]?.values), ['2026-01-08 12:00:00.000', '2026-01-15 12:00:00.000']);
  assert.deepEqual(past?.slots.get(NOW - 30_000 - 3_600_000), {
    good: null,
    total: 100,
    value: 100,
    state: 'ok',
  });
  assert.deepEqual(past?.suggested, { warning: 150, critical: 300 });
  assert.deepEqual(await measurePast(needs, ACTOR, readSelector('*'), [], signal), []);
});

test('an age is never beyond its slot, and what cannot be measured is refused', async () => {
  const age = (ageSeconds: number) => {
    const end = NOW / 1_000 - 30;
    const rows = Array.from({ length: 168 }, (_, at): Cells => [
      end - 3_600 * (168 - at),
      1,
      end - 3_600 * (167 - at) - ageSeconds,
    ]);
    const { search } = storeThat(() => rows);
    const settings = settingsOf({ measure: { kind: 'aggregate', function: 'age' } });
    return measurePast(
      { search, clock: { now: () => NOW } },
      ACTOR,
      readSelector('*'),
      [settings],
      signal,
    );
  };

  assert.deepEqual((await age(100))[0]?.suggested, { warning: 150, critical: 300 });
  assert.deepEqual((await age(2_000))[0]?.suggested, { warning: 3_000, critical: null });
  assert.deepEqual((await age(3_000))[0]?.suggested, { warning: null, critical: null });
  const { search } = storeThat(() => {
    throw new AppError('UNKNOWN_INDEX', 'No such index.');
  });
  await assert.rejects(
    measurePast(
      { search, clock: { now: () => NOW } },
      ACTOR,
      readSelector('*'),
      [settingsOf({})],
      signal,
    ),
    (error) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual(error.facts.details, [{ path: 'measure', message: 'No such index.' }]);
      return true;
    },
  );
});
