/** How slots are asked for, from a store that only counts what it is asked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { StoreUnavailable } from '../../../flow/search/index.ts';
import { organizationId } from '../../../base/ids.ts';
import type { KpiSettings } from '../../../contract/kpi-settings.ts';
import type { ErrorCode } from '../../../spec/codes.ts';
import { readSelector } from '../managing/check-searches.ts';
import { settleDraft } from '../managing/settle-kpi.ts';
import { answeringStore } from '../../../../test/support/answering-store.ts';
import {
  type Answer,
  askRows,
  askSlots,
  isWhole,
  measuringActor,
  slotIn,
  wantedOf,
} from './ask-slots.ts';
import { askTogether } from './ask-together.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const ACTOR = measuringActor(organizationId('org_a'));
const { signal } = new AbortController();

function storeThat(answer: Parameters<typeof answeringStore>[1]) {
  const { search, asked } = answeringStore({ now: NOON }, answer);
  return { needs: { search }, asked };
}

const SLOTS = [NOON - 180_000, NOON - 120_000, NOON - 60_000];
const QUESTION = { selector: readSelector('service=a'), everySeconds: 60, slots: SLOTS, now: NOON };

type Measure = KpiSettings['measure'];
const kpi = (id: string, measure: Measure) => ({ id, settings: settleDraft({ measure }) });
const ratio = (id: string, bad = 'level=error') => kpi(id, { kind: 'ratio', bad });
const count = (id: string) => kpi(id, { kind: 'aggregate', function: 'count' });
const query = (id: string, text: string) => kpi(id, { kind: 'query', query: text });

function valuesOf(answer: Answer | undefined): unknown {
  if (answer?.kind !== 'slots') return answer;
  return [...answer.slots].map(([from, { value, total }]) => [
    (from - NOON) / 60_000,
    value,
    total,
  ]);
}

const seconds = (minutes: number): number => NOON / 1_000 + minutes * 60;

test('KPIs of one length of slots are one statement about their time', async () => {
  const { needs, asked } = storeThat(() => [
    [seconds(-3), 8, 2, 8],
    [seconds(-1), 5, 0, 5],
  ]);
  const kpis = [ratio('r'), count('c')];
  const answers = await askSlots(needs, ACTOR, { ...QUESTION, kpis }, signal);

  assert.equal(asked.length, 1);
  assert.deepEqual(
    asked[0]?.values.filter((value) => value.startsWith('2026') || value === '5'),
    ['2026-01-15 11:57:00.000', '2026-01-15 12:00:00.000', '5'],
  );
  assert.ok((asked[0]?.timeoutMs ?? 0) > 10_000 && (asked[0]?.timeoutMs ?? 0) <= 20_000);
  assert.deepEqual(valuesOf(answers.get('r')), [
    [-3, 25, 8],
    [-2, null, 0],
    [-1, 0, 5],
  ]);
  assert.deepEqual(valuesOf(answers.get('c')), [
    [-3, 8, 8],
    [-2, 0, 0],
    [-1, 5, 5],
  ]);
});

test('without KPIs nothing is asked', async () => {
  const { needs, asked } = storeThat(() => []);

  assert.equal((await askSlots(needs, ACTOR, { ...QUESTION, kpis: [] }, signal)).size, 0);
  assert.equal(asked.length, 0);
});

const refusing = (code: ErrorCode) =>
  storeThat(({ values }) => {
    if (values.includes('refused')) throw new AppError(code, `no: ${code}`);
    return [];
  });

test('where one KPI is to blame, the others are asked without it', async () => {
  const codes = [
    'QUERY_SYNTAX_ERROR',
    'VALIDATION_ERROR',
    'UNKNOWN_INDEX',
    'NOT_FOUND',
    'FORBIDDEN',
  ] as const;
  for (const code of codes) {
    const { needs, asked } = refusing(code);
    const kpis = [ratio('a'), ratio('b', 'level=refused'), ratio('c')];
    const answers = await askSlots(needs, ACTOR, { ...QUESTION, kpis }, signal);

    assert.deepEqual(
      ['a', 'b', 'c'].map((id) => answers.get(id)?.kind),
      ['slots', 'failed', 'slots'],
    );
    assert.deepEqual(answers.get('b'), { kind: 'failed', detail: `no: ${code}` });
    assert.equal(asked.length, 5);
  }
});

test('what is too much is nobody’s alone, and what is the platform’s is not told to anybody', async () => {
  const kpis = [ratio('a'), ratio('b', 'level=refused')];
  for (const code of ['QUERY_TIMEOUT', 'QUERY_MEMORY_LIMIT', 'QUERY_SCAN_LIMIT'] as const) {
    const { needs, asked } = refusing(code);
    const answers = await askSlots(needs, ACTOR, { ...QUESTION, kpis }, signal);
    const failed = { kind: 'failed', detail: `no: ${code}` };
    assert.deepEqual([asked.length, answers.get('a'), answers.get('b')], [1, failed, failed]);
  }
  const { needs } = refusing('INTERNAL');
  await assert.rejects(askSlots(needs, ACTOR, { ...QUESTION, kpis }, signal), (error) => {
    assert.ok(error instanceof StoreUnavailable);
    assert.deepEqual(
      [error.message, error.name],
      ['the log store is unavailable', 'StoreUnavailable'],
    );
    assert.ok(error.cause instanceof AppError);
    return true;
  });
});

test('a query of its own is asked for all slots at once', async () => {
  const { needs, asked } = storeThat(() => [[seconds(-2), 7]]);
  const kpis = [query('q', 'a=1 | stats count AS value')];
  const answers = await askSlots(needs, ACTOR, { ...QUESTION, kpis }, signal);

  assert.equal(asked.length, 1);
  assert.deepEqual(valuesOf(answers.get('q')), [
    [-3, null, null],
    [-2, 7, null],
    [-1, null, null],
  ]);
});

test('a query that cannot be is asked slot by slot, for the last twelve', async () => {
  const { needs, asked } = storeThat((_, number) => (number === 2 ? [] : [['x', number]]));
  const slots = Array.from({ length: 14 }, (_, at) => NOON + (at - 14) * 60_000);
  const kpis = [query('q', 'a=1 | stats count AS value BY a')];
  const answers = await askSlots(needs, ACTOR, { ...QUESTION, slots, kpis }, signal);

  assert.equal(asked.length, 12);
  const bounds = asked.map(({ values }) =>
    values.filter((value) => value.startsWith('2026')).map((value) => value.slice(11, 16)),
  );
  assert.deepEqual(
    [bounds[0], bounds.at(-1)],
    [
      ['11:48', '11:49'],
      ['11:59', '12:00'],
    ],
  );
  assert.deepEqual((valuesOf(answers.get('q')) as unknown[]).slice(0, 3), [
    [-12, 1, null],
    [-11, null, null],
    [-10, 3, null],
  ]);
  assert.equal((valuesOf(answers.get('q')) as unknown[]).length, 12);
});

test('a value that is no number is a failure, and one that is missing is none', async () => {
  const ask = async (value: unknown): Promise<Answer | undefined> => {
    const { needs } = storeThat(() => [[value]]);
    const kpis = [query('q', '* | top a | table value')];
    return (
      await askSlots(needs, ACTOR, { ...QUESTION, slots: SLOTS.slice(-1), kpis }, signal)
    ).get('q');
  };

  assert.deepEqual(await ask('many'), {
    kind: 'failed',
    detail: "The query returned a value that isn't a number.",
  });
  assert.deepEqual(valuesOf(await ask('5')), [[-1, 5, null]]);
  assert.deepEqual(valuesOf(await ask(null)), [[-1, null, null]]);
  assert.deepEqual(valuesOf(await ask('')), [[-1, null, null]]);
});

test('a query that is refused fails, and one that the store cannot answer does not', async () => {
  const kpis = [query('q', 'level=refused | stats count AS value')];
  const failing = refusing('UNKNOWN_INDEX');
  const answers = await askSlots(failing.needs, ACTOR, { ...QUESTION, kpis }, signal);

  assert.deepEqual(answers.get('q'), { kind: 'failed', detail: 'no: UNKNOWN_INDEX' });
  await assert.rejects(
    askSlots(refusing('INTERNAL').needs, ACTOR, { ...QUESTION, kpis }, signal),
    StoreUnavailable,
  );
});

test('few slots in a long time are named', () => {
  const wanted = (...minutes: number[]): readonly number[] | undefined =>
    wantedOf({ everySeconds: 60, slots: minutes.map((minute) => minute * 60_000), now: NOON }).only;
  const long = (length: number): number[] => Array.from({ length }, (_, at) => at * 2);

  assert.equal(wanted(0, 1, 2), undefined);
  assert.deepEqual(wanted(0, 2), [0, 120_000]);
  assert.equal(wanted(...long(100))?.length, 100);
  assert.equal(wanted(...long(101)), undefined);
});

test('a slot that is taken is waited for, but not longer than the statement may take', async () => {
  const tree = { kind: 'query', stages: [readSelector('*')], start: 0, end: 0 } as const;
  const asked = { everySeconds: 60, slots: SLOTS, now: NOON };
  const store = storeThat(() => []);
  const takenTimes = (times: number) => {
    let left = times;
    const end = async () => {};
    const acquire = async () =>
      left-- > 0 ? undefined : { release: end, [Symbol.asyncDispose]: end };
    return { search: { ...store.needs.search, counters: { acquire } } };
  };

  assert.deepEqual(await askRows(takenTimes(2), ACTOR, tree, asked, signal, { msMax: 5_000 }), []);
  assert.equal(store.asked.length, 1);
  assert.ok((store.asked[0]?.timeoutMs ?? Infinity) <= 5_000);
  await assert.rejects(askRows(takenTimes(100), ACTOR, tree, asked, signal, { msMax: 90 }), {
    code: 'QUERY_SLOTS_BUSY',
  });
  assert.equal(store.asked.length, 1);
});

test('the rows that may come are as many as slots and services', async () => {
  const limits: string[] = [];
  const tree = { kind: 'query', stages: [readSelector('*')], start: 0, end: 0 } as const;
  for (const rowsPerSlot of [1, 3]) {
    const { needs, asked } = storeThat(() => []);
    const slots = [SLOTS[0] ?? 0, SLOTS[2] ?? 0];
    await askRows(needs, ACTOR, tree, { everySeconds: 60, slots, now: NOON }, signal, {
      rowsPerSlot,
    });
    limits.push(asked[0]?.values.at(-1) ?? '');
  }
  assert.deepEqual(limits, ['5', '11']);
});

test('what measures may read what every member may read', () => {
  assert.deepEqual([...ACTOR.permissions], ['logs:read', 'alerts:read', 'services:read']);
  assert.equal(slotIn({ xplain_slot: '60.0004' }), 60_000);
  assert.equal(slotIn({}), 0);
  assert.equal(isWhole(ratio('r').settings), true);
  assert.equal(isWhole(query('q', '* | stats count AS value').settings), true);
  assert.equal(isWhole(query('q', '* | stats count AS value BY a').settings), false);
});

const part = (service: string, text: string, ...kpis: ReturnType<typeof kpi>[]) => ({
  service,
  text,
  selector: readSelector(text),
  kpis,
});

test('services that are asked for together have each their own rows', async () => {
  const { needs, asked } = storeThat(() => [
    ['0', seconds(-3), 8, 2, 9],
    ['1', seconds(-3), 4, 4, 5],
    ['1', seconds(-1), 3, 0, 6],
  ]);
  const parts = [
    part('a', 'service=a', ratio('ar'), count('ac')),
    part('b', 'service=b', count('bc'), ratio('br')),
  ];
  const found = await askTogether(needs, ACTOR, QUESTION, parts, signal);

  assert.equal(asked.length, 1);
  assert.equal(asked[0]?.values.at(-1), '8');
  assert.deepEqual(
    [
      ['a', 'ar'],
      ['a', 'ac'],
      ['b', 'br'],
      ['b', 'bc'],
    ].map(([service = '', id = '']) => valuesOf(found.get(service)?.get(id))),
    [
      [
        [-3, 25, 8],
        [-2, null, 0],
        [-1, null, 0],
      ],
      [
        [-3, 9, 9],
        [-2, 0, 0],
        [-1, 0, 0],
      ],
      [
        [-3, 100, 4],
        [-2, null, 0],
        [-1, 0, 3],
      ],
      [
        [-3, 5, 5],
        [-2, 0, 0],
        [-1, 6, 6],
      ],
    ],
  );
});

test('of services that are refused together the good ones are asked again, in halves', async () => {
  const good = [part('a', 'service=a', count('ac')), part('b', 'service=b', count('bc'))];
  const bad = [part('c', 'service=refused', count('cc')), part('d', 'service=d', count('dc'))];
  const { needs, asked } = refusing('VALIDATION_ERROR');
  const found = await askTogether(needs, ACTOR, QUESTION, [...good, ...bad], signal);

  assert.deepEqual([...found.keys()], ['a', 'b']);
  assert.equal(asked.length, 3);
  const turned = await askTogether(needs, ACTOR, QUESTION, [...bad, ...good], signal);
  assert.deepEqual([...turned.keys()], ['a', 'b']);
  await assert.rejects(askTogether(refusing('QUERY_TIMEOUT').needs, ACTOR, QUESTION, bad, signal), {
    code: 'QUERY_TIMEOUT',
  });
  assert.equal((await askTogether(needs, ACTOR, QUESTION, good.slice(1), signal)).size, 0);
  assert.equal(asked.length, 6);
});
