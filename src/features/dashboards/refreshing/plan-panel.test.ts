/* oxlint-disable unicorn/no-thenable -- A field of the wire. */
/** Which searches a panel needs, and what they ask. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { completeDefinition, type CompletePanel } from '../../../contract/definition-form.ts';
import type { DashboardPanel } from '../../../contract/dashboard-panels.ts';
import { openZone, parse, print, type Query } from '../../../language/index.ts';
import { HOUR_MS } from '../../../spec/units.ts';
import { dashboardOf } from '../../../../test/support/dashboards/dashboards.ts';
import type { KeptAnswer } from './answer-cache.ts';
import { type PanelPlan, planPanel, type QueryPanel } from './plan-panel.ts';
import { goOnFrom, overTime, type Statement, statementOf, withBins } from './statement.ts';
import { isSumOfLine, sumOfLine } from './sum-of-line.ts';
import { visiblePanels } from './visible-panels.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const MOMENT = {
  now: NOON,
  zone: openZone('UTC') ?? assert.fail(),
  earliest: '-1h',
  latest: 'now',
};
const SEARCHES = [{ id: 's', query: '* | stats count BY service, level' }];

function plan(panel: object): PanelPlan {
  const whole = { id: 'p', x: 0, y: 0, w: 4, h: 4, query: 'a=1', ...panel } as DashboardPanel;
  const definition = completeDefinition(dashboardOf([whole], { searches: SEARCHES }));
  return planPanel(definition.panels[0] as QueryPanel, definition.searches, new Map(), MOMENT);
}

const reported = ({ tree, rowsMax, range }: Statement): unknown[] => [
  print(tree),
  rowsMax,
  (range.from - NOON) / HOUR_MS,
  (range.to - NOON) / HOUR_MS,
];
const queryOf = (text: string): Query => parse(text).query ?? assert.fail(text);

test('every kind of panel reads as many rows as it can show', () => {
  const kinds: object[] = [
    { kind: 'value', options: { sparkline: false, compare: 'none' } },
    { kind: 'bars' },
    { kind: 'share' },
    { kind: 'heatmap' },
    { kind: 'table', options: { rows: 7 } },
    { kind: 'logs', options: { rows: 9 } },
    { kind: 'patterns', options: { top: 5 } },
    { kind: 'timeseries' },
  ];
  assert.deepEqual(
    kinds.map((panel) => {
      const { shown, isRaw, isSummed, isQuick, ...more } = plan(panel);
      return [...reported(shown), isRaw, isSummed, isQuick, Object.keys(more).length];
    }),
    [
      ['a=1', 1, -1, 0, true, false, false, 0],
      ['a=1', 1000, -1, 0, true, false, false, 0],
      ['a=1', 1000, -1, 0, true, false, false, 0],
      ['a=1', 10000, -1, 0, true, false, false, 0],
      ['a=1', 7, -1, 0, true, false, false, 0],
      ['a=1', 9, -1, 0, true, false, false, 0],
      ['a=1 | patterns limit=5', 5, -1, 0, true, false, false, 0],
      ['a=1', 10000, -1, 0, true, false, false, 0],
    ],
  );
});

test('a panel has a range of its own, or goes on from a shared search', () => {
  const own = plan({ kind: 'table', time: { earliest: '-2h', latest: '-1h' } }).shown;
  const shared = plan({
    kind: 'table',
    query: null,
    search: 's',
    then: 'where count > 5',
    options: { rows: 3 },
  }).shown;
  const all = plan({ kind: 'table', query: null, search: 's' }).shown;

  assert.deepEqual(reported(own), ['a=1', 200, -2, -1]);
  assert.deepEqual(
    [reported(shared), shared.base && reported(shared.base)],
    [
      ['| inputlookup $rows$ | where count > 5', 3, -1, 0],
      ['* | stats count BY service, level', 10000, -1, 0],
    ],
  );
  assert.deepEqual(print(all.tree), '| inputlookup $rows$ | table *');
});

test('a value has its line and what it is compared with', () => {
  const value = (query: string, options: object = {}) => {
    const { shown, line, compared, isSummed } = plan({ kind: 'value', query, options });
    return [reported(shown), line && reported(line), compared && reported(compared), isSummed];
  };
  assert.deepEqual(
    [
      value('a=1 | stats count', { compare: 'previous' }),
      value('a=1 | stats avg(ms)', { compare: 'day' }),
      value('a=1 | stats count', { sparkline: false, compare: 'none' }),
      value('a=1 | stats count BY b', { compare: 'week' }),
    ],
    [
      [
        ['a=1 | timechart bins=240 count', 10000, -1, 0],
        ['a=1 | timechart bins=240 count', 10000, -1, 0],
        ['a=1 | stats count', 1, -2, -1],
        true,
      ],
      [
        ['a=1 | stats avg(ms)', 1, -1, 0],
        ['a=1 | timechart bins=240 avg(ms)', 10000, -1, 0],
        ['a=1 | stats avg(ms)', 1, -25, -24],
        false,
      ],
      [['a=1 | stats count', 1, -1, 0], undefined, undefined, false],
      [
        ['a=1 | stats count BY b', 1, -1, 0],
        undefined,
        ['a=1 | stats count BY b', 1, -169, -168],
        false,
      ],
    ],
  );
});

test('counts of what the store counts anyway are quick', () => {
  const quick = [
    '* | stats count',
    'index=a level=error | stats count BY service',
    'level IN (error, warn) | stats count BY _index, source',
    'NOT level=error | timechart count',
    'index=a OR service=b | timechart count BY level',
  ];
  const slow = [
    '*',
    'a=1 | stats count',
    'NOT a=1 | stats count',
    'a IN (1, 2) | stats count',
    'level=error OR a=1 | stats count',
    'level=error timeout | stats count',
    'level=error | stats count, avg(ms)',
    'level=error | stats count(ms)',
    'level=error | stats count BY a',
    'level=error | timechart avg(ms)',
    'level=error | timechart count BY a',
    'level=error | table level',
    'level=error | stats count | where count > 1',
    '| makeresults | stats count',
    '[search * | return level] | stats count',
  ];
  for (const query of quick) assert.equal(plan({ kind: 'table', query }).isQuick, true, query);
  for (const query of slow) assert.equal(plan({ kind: 'table', query }).isQuick, false, query);
  assert.equal(
    plan({ kind: 'table', query: null, search: 's', then: 'stats count' }).isQuick,
    false,
  );
});

test('events as they were sent are raw, and tables that show none of their text are not', () => {
  const isRaw = (panel: object): boolean => plan({ kind: 'table', ...panel }).isRaw;

  assert.deepEqual(
    [
      isRaw({ kind: 'logs' }),
      isRaw({ kind: 'patterns' }),
      isRaw({}),
      isRaw({ query: '* | stats count' }),
    ],
    [true, true, true, false],
  );
});

test('a statement asks about the range that its query names, and is known by how it was written', () => {
  const statement = statementOf(queryOf('a=1 earliest=-3h latest=-2h | head 1'), MOMENT, 5);
  const { tree, written, now, timeZone } = statement;

  assert.deepEqual(
    [...reported(statement), now, timeZone],
    ['a=1 | head 1', 5, -3, -2, NOON, 'UTC'],
  );
  assert.deepEqual(
    tree.stages[0]?.kind === 'search' && [tree.stages[0].earliest, tree.stages[0].latest],
    [undefined, undefined],
  );
  assert.deepEqual(JSON.parse(written), [
    'a=1 earliest=-3h latest=-2h | head 1',
    '-1h',
    'now',
    'UTC',
    5,
  ]);
  const then = goOnFrom(statement, queryOf('* | head 2'), 6);
  assert.deepEqual(JSON.parse(then.written), [written, '* | head 2', 6]);
  assert.equal(then.base, statement);
  assert.throws(
    () => statementOf(queryOf('*'), { ...MOMENT, earliest: 'now', latest: '-1h' }, 5),
    (error) => error instanceof AppError && error.facts.details?.[0]?.path === 'earliest',
  );
});

test('statistics of events have a line, others have none', () => {
  const lineOf = (text: string): string | undefined => {
    const line = overTime(statementOf(queryOf(text), MOMENT, 5));
    return line && `${line.rowsMax} ${print(line.tree)}`;
  };

  assert.deepEqual(
    [
      'a=1 | stats count, avg(ms) AS m',
      'a=1 | stats count BY b',
      'a=1 | head 5',
      '* | table a | stats count',
      '* | table _time, a | stats count',
    ].map(lineOf),
    [
      '10000 a=1 | timechart bins=240 count, avg(ms) AS m',
      undefined,
      undefined,
      undefined,
      '10000 * | table _time, a | timechart bins=240 count',
    ],
  );
  const rows = goOnFrom(statementOf(queryOf('*'), MOMENT, 5), queryOf('* | stats count'), 5);
  assert.equal(overTime(rows), undefined);
  const line = overTime(statementOf(queryOf('* | stats count'), MOMENT, 5));
  assert.match(line?.written ?? '', /,"over time"\]$/);
});

test('charts that name neither span nor number have the buckets of a panel', () => {
  const binsOf = (text: string): unknown => {
    const stage = withBins(queryOf(text)).stages.at(-1);
    return stage?.kind === 'timechart' && stage.options.bins;
  };

  assert.deepEqual(
    [
      '* | timechart count',
      '* | timechart bins=50 count',
      '* | timechart span=1h count',
      '* | head 1',
    ].map(binsOf),
    [240, 50, 100, false],
  );
});

test('only counts of events are sums of their line', () => {
  const sums = ['a=1 | stats count', '* | where a>1 | regex b="x" | stats count AS n, count(b)'];
  const others = [
    '* | stats avg(a)',
    '* | stats count, avg(a)',
    '* | stats count BY a',
    '* | head 5 | stats count',
    '* | stats count AS _time',
    '* | head 1',
  ];

  for (const text of sums) assert.equal(isSumOfLine(queryOf(text)), true, text);
  for (const text of others) assert.equal(isSumOfLine(queryOf(text)), false, text);
  const stats = { scannedRows: 1, scannedBytes: 1, elapsedMs: 1 };
  const rest = { stats, truncated: false, limits_applied: [], warnings: [] };
  const columns = [
    { name: '_time', type: 'time' as const },
    { name: 'n', type: 'number' as const },
  ];
  const rows = [
    { _time: 'a', n: 2 },
    { _time: 'b', n: null },
    { _time: 'c', n: '3' },
  ];
  const kept: KeptAnswer = { computedAt: 7, result: { ...rest, columns, rows } };

  assert.deepEqual(sumOfLine(kept), {
    computedAt: 7,
    result: { ...rest, columns: columns.slice(1), rows: [{ n: 5 }] },
  });
});

test('what a collapsed heading hides is not asked for, unless it is named', () => {
  const at = (id: string, y: number, x: number, more: object = {}) =>
    ({ id, x, y, ...more }) as CompletePanel;
  const heading = (id: string, y: number, collapsed: boolean) =>
    at(id, y, 0, { kind: 'heading', options: { collapsed } });
  const panels = [
    at('d', 3, 4),
    at('c', 3, 2),
    heading('h', 2, true),
    at('b', 1, 0),
    heading('i', 5, false),
    at('e', 6, 0),
  ];
  const ids = (wanted?: string[]): string[] => visiblePanels(panels, wanted).map(({ id }) => id);

  assert.deepEqual(ids(), ['b', 'h', 'i', 'e']);
  assert.deepEqual(
    visiblePanels(panels.slice(0, 2), undefined).map(({ id }) => id),
    ['c', 'd'],
  );
  assert.deepEqual(ids(['d', 'b']), ['d', 'b']);
  assert.deepEqual(ids([]), []);
  assert.throws(
    () => ids(['d', 'z']),
    (error) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual(error.facts.details, [
        { path: 'panels.1', message: 'No such panel in this dashboard.' },
      ]);
      return true;
    },
  );
});
