import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeDefinition, type CompletePanel } from '../../../contract/definition-form.ts';
import type { ShownPanel } from '../../../contract/dashboard-data.ts';
import type { DashboardPanel } from '../../../contract/dashboard-panels.ts';
import type { SearchResult } from '../../../flow/search/index.ts';
import { openZone, parse } from '../../../language/index.ts';
import { dashboardOf } from '../../../../test/support/dashboards/dashboards.ts';
import type { KeptAnswer } from './answer-cache.ts';
import { type PanelAnswers, showPanel } from './show-panel.ts';
import { type Statement, statementOf } from './statement.ts';

const NOON = Date.UTC(2026, 0, 15, 12);

function statement(earliest = '-1h'): Statement {
  const { query } = parse('*');
  const zone = openZone('UTC');
  assert.ok(query !== undefined && zone !== undefined);
  return statementOf(query, { now: NOON, zone, earliest, latest: 'now' }, 10);
}

type Columns = SearchResult['columns'];

function answer(
  columns: Columns,
  rows: SearchResult['rows'],
  more: Partial<SearchResult> = {},
): KeptAnswer {
  const stats = { scannedRows: 10, scannedBytes: 100, elapsedMs: 1.234 };
  const rest = { stats, truncated: false, limits_applied: [], warnings: [] };
  return { result: { columns, rows, ...rest, ...more }, computedAt: NOON };
}

const columnsOf = (types: Readonly<Record<string, Columns[number]['type']>>): Columns =>
  Object.entries(types).map(([name, type]) => ({ name, type }));

const PLACE = { id: 'p', x: 0, y: 0, w: 4, h: 4, query: '*' } as const;

function show(panel: object, answers: PanelAnswers, isStale = false, sharedBy = 1): ShownPanel {
  const { panels } = completeDefinition(dashboardOf([{ ...PLACE, ...panel } as DashboardPanel]));
  const [complete] = panels as [Extract<CompletePanel, { kind: 'value' }>];
  return showPanel(complete, statement(), answers, isStale, sharedBy);
}

const tableOf = (panel: object, shown: KeptAnswer) => {
  const { columns, rows, limits_applied: limits } = show(panel, { shown });
  return { columns: columns.map(({ name, type }) => `${name} ${type}`), rows, limits };
};

const range = (length: number): number[] => Array.from({ length }, (_, at) => at);

test('a value is shown with its line, what it is compared with and what all of it cost', () => {
  const shown = answer(columnsOf({ count: 'number' }), [{ count: 7 }]);
  const line = { ...answer(columnsOf({ _time: 'time' }), []), computedAt: NOON - 5_000 };
  const before = answer(columnsOf({ name: 'text', count: 'number' }), [{ name: 'a', count: '5' }]);
  const compared = { answer: before, statement: statement('-2h') };
  const { tag, ...rest } = show({ kind: 'value' }, { shown, line, compared }, true, 3);

  assert.match(tag, /^[0-9a-f]{16}$/);
  assert.deepEqual(rest, {
    columns: [{ name: 'count', type: 'number' }],
    rows: [{ count: 7 }],
    sparkline: { columns: [{ name: '_time', type: 'time' }], rows: [] },
    comparison: { value: 5, from: '2026-01-15T10:00:00.000Z', to: '2026-01-15T12:00:00.000Z' },
    from: '2026-01-15T11:00:00.000Z',
    to: '2026-01-15T12:00:00.000Z',
    computedAt: '2026-01-15T11:59:55.000Z',
    stale: true,
    limits_applied: [],
    cost: { scannedRows: 30, scannedBytes: 300, elapsedMs: 3.7, sharedBy: 3 },
  });
});

test('a value alone has nothing beside it, and the same rows have the same tag', () => {
  const shown = answer(columnsOf({ count: 'number' }), [{ count: 7 }]);
  const first = show({ kind: 'value' }, { shown });
  const second = show({ kind: 'value' }, { shown: { ...shown, computedAt: 1 } }, true);

  assert.equal(first.tag, second.tag);
  assert.deepEqual(
    ['sparkline' in first, 'comparison' in first, first.stale, first.cost?.sharedBy],
    [false, false, false, 1],
  );
});

test('a line that is the same search costs nothing more', () => {
  const shown = answer(columnsOf({ count: 'number' }), [{ count: 7 }]);
  const { cost } = show({ kind: 'value' }, { shown, line: shown });

  assert.deepEqual(cost, { scannedRows: 10, scannedBytes: 100, elapsedMs: 1.23, sharedBy: 1 });
});

test('what there was before is the first number, or null', () => {
  const shown = answer([], []);
  const valueOf = (columns: Columns, rows: SearchResult['rows']): unknown =>
    show(
      { kind: 'value' },
      { shown, compared: { answer: answer(columns, rows), statement: statement() } },
    ).comparison?.value;

  assert.equal(
    valueOf(columnsOf({ a: 'text', b: 'number', c: 'number' }), [{ a: 'x', b: 0, c: 2 }]),
    0,
  );
  assert.equal(valueOf(columnsOf({ a: 'text' }), [{ a: 'x' }]), null);
  assert.equal(valueOf(columnsOf({ a: 'number' }), []), null);
});

test('twenty series are shown, and more are told', () => {
  const table = (count: number) => {
    const names = range(count).map((at) => `s${at}`);
    const columns = columnsOf({
      _time: 'time',
      ...Object.fromEntries(names.map((name) => [name, 'number'])),
    });
    return tableOf({ kind: 'timeseries' }, answer(columns, [{ _time: 't', s0: 1, s20: 2 }]));
  };

  assert.equal(table(20).columns.length, 21);
  assert.deepEqual(table(20).limits, []);
  const { columns, rows, limits } = table(21);
  assert.deepEqual([columns.length, columns[0], columns.at(-1)], [21, '_time time', 's19 number']);
  const [row] = rows as [Record<string, unknown>];
  assert.deepEqual([row['s0'], row['s1'], row['s20']], [1, null, undefined]);
  assert.deepEqual(limits, [
    { limit: 'series', max: 20, message: 'Showing the first 20 of 21 series.' },
  ]);
});

test('a table has the columns it names, or the first thirty', () => {
  const shown = answer(columnsOf({ a: 'text', b: 'number' }), [{ a: 'x', b: 1, c: 2 }]);

  assert.deepEqual(tableOf({ kind: 'table', options: { columns: ['b', 'none'] } }, shown), {
    columns: ['b number', 'none any'],
    rows: [{ b: 1, none: null }],
    limits: [],
  });
  assert.deepEqual(tableOf({ kind: 'table' }, shown).rows, [{ a: 'x', b: 1, c: 2 }]);
  const wide = (count: number) =>
    tableOf(
      { kind: 'table' },
      answer(columnsOf(Object.fromEntries(range(count).map((at) => [`c${at}`, 'text']))), [{}]),
    );
  assert.deepEqual([wide(30).columns.length, wide(30).limits], [30, []]);
  assert.deepEqual(
    [wide(31).columns.length, wide(31).limits],
    [30, [{ limit: 'columns', max: 30, message: 'Showing the first 30 of 31 columns.' }]],
  );
});

test('bars and shares are the largest, and one for all others', () => {
  const shown = answer(
    columnsOf({ service: 'text', host: 'text', count: 'number' }),
    range(9).map((at) => ({ service: `s${at}`, host: 'h', count: at === 8 ? 'none' : at })),
  );

  assert.deepEqual(tableOf({ kind: 'bars', options: { top: 2 } }, shown), {
    columns: ['service · host text', 'count number'],
    rows: [
      { 'service · host': 's7 · h', count: 7 },
      { 'service · host': 's6 · h', count: 6 },
      { 'service · host': 'Other', count: 15 },
    ],
    limits: [],
  });
  assert.deepEqual(tableOf({ kind: 'share' }, shown).rows.length, 7);
});

test('the number of bars is the first behind a label, or one that holds numbers, or the only column', () => {
  const bars = (columns: Columns, rows: SearchResult['rows']) =>
    tableOf({ kind: 'bars', options: { top: 3 } }, answer(columns, rows));

  const cases = [
    bars(columnsOf({ status: 'number', count: 'number' }), [{ status: 200, count: 5 }]),
    bars(columnsOf({ status: 'text', note: 'any', count: 'any' }), [
      { status: '1', note: 'x', count: '5' },
    ]),
    bars(columnsOf({ count: 'any' }), [{ count: 5 }]),
    bars(columnsOf({ name: 'text' }), [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }]),
    bars([], [{}]),
    bars(columnsOf({ name: 'text', other: 'text' }), [{ name: 'a', other: 'b' }]),
  ];
  assert.deepEqual(cases, [
    {
      columns: ['status text', 'count number'],
      rows: [{ status: '200', count: 5 }],
      limits: [],
    },
    {
      columns: ['status · note text', 'count number'],
      rows: [{ 'status · note': '1 · x', count: 5 }],
      limits: [],
    },
    {
      columns: ['label text', 'count number'],
      rows: [{ label: '', count: 5 }],
      limits: [],
    },
    {
      columns: ['name text'],
      rows: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
      limits: [],
    },
    { columns: [], rows: [{}], limits: [] },
    {
      columns: ['name text', 'other text'],
      rows: [{ name: 'a', other: 'b' }],
      limits: [],
    },
  ]);
});

test('a list that was cut says what the rest stands for, once', () => {
  const columns = columnsOf({ name: 'text', count: 'number' });
  const rows = (length: number) => range(length).map((at) => ({ name: `n${at}`, count: 1 }));
  const cut = { limit: 'rows', max: 5, message: 'cut' } as const;
  const limits = (length: number, before: SearchResult['limits_applied'] = []) =>
    tableOf({ kind: 'bars' }, answer(columns, rows(length), { limits_applied: before })).limits;

  assert.deepEqual(limits(999), []);
  assert.deepEqual(limits(1_000), [
    {
      limit: 'rows',
      max: 1_000,
      message: 'Other combines the remaining rows among the first 1000.',
    },
  ]);
  assert.deepEqual(limits(1_000, [cut]), [cut]);
  assert.equal(limits(1_000, [{ ...cut, limit: 'columns' }]).length, 2);
});
