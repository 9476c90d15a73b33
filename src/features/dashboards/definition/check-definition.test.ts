/* oxlint-disable unicorn/no-thenable -- A field of the wire. */
/** What is refused of a definition, and where; without the routes that hand it in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import type { DashboardDefinition } from '../../../contract/dashboard-definition.ts';
import type { DashboardPanel } from '../../../contract/dashboard-panels.ts';
import { dashboardOf, valuePanel } from '../../../../test/support/dashboards/dashboards.ts';
import { checkDefinition } from './check-definition.ts';
import { readAllRows, readQuery, readThen } from './read-query.ts';

const panelAt = (id: string, x: number, y: number, more: object = {}): DashboardPanel => ({
  id,
  kind: 'table',
  x,
  y,
  w: 4,
  h: 4,
  query: '*',
  ...more,
});
const only = (more: object): DashboardDefinition => dashboardOf([panelAt('a', 0, 0, more)]);
const withVariable = (variable: object): DashboardDefinition =>
  dashboardOf([], { variables: [{ name: 'v', ...variable } as never] });
const SHARED = { searches: [{ id: 's', query: '* | stats count BY a' }] };
const fromShared = (more: object): DashboardDefinition =>
  dashboardOf([panelAt('a', 0, 0, { query: null, search: 's', ...more })], SHARED);
const OPTIONS = [{ value: 'a' }, { value: 'b' }];

test('what can be shown is taken as it is', () => {
  const fine: [name: string, DashboardDefinition][] = [
    [
      'panels that touch',
      dashboardOf([
        panelAt('a', 0, 0),
        panelAt('b', 4, 0),
        panelAt('c', 0, 4),
        panelAt('d', 20, 9),
      ]),
    ],
    ['a shared search', fromShared({ then: 'where count > 1' })],
    ['a range of its own', only({ time: { earliest: '-1d', latest: 'now' } })],
    ['a zone', dashboardOf([], { timeZone: 'Europe/Berlin' })],
    ['one chosen', withVariable({ type: 'list', options: OPTIONS, default: ['b'] })],
    [
      'two chosen',
      withVariable({ type: 'list', options: OPTIONS, multiple: true, default: ['a', 'b'] }),
    ],
    [
      'two chosen of a query',
      withVariable({ type: 'query', query: '*', multiple: true, default: ['a', 'b'] }),
    ],
    ['incidents', dashboardOf([], { annotations: [{ name: 'a', source: 'incidents' }] as never })],
    [
      'a heading',
      dashboardOf([{ id: 'h', kind: 'heading', x: 0, y: 0, w: 24, h: 2, title: 'x' } as never]),
    ],
  ];
  for (const [name, definition] of fine) {
    assert.doesNotThrow(() => checkDefinition(definition), name);
  }
});

test('what cannot be shown is refused at its place', () => {
  const either = 'Set either a query or a shared search.';
  const one = 'Only one value is allowed.';
  const over = (x: number, y: number) => dashboardOf([panelAt('a', 4, 4), panelAt('b', x, y)]);
  const onTop = 'The panel “b” overlaps “a”.';
  const cases: [DashboardDefinition, path: string, message: string][] = [
    [dashboardOf([panelAt('a', 0, 0), panelAt('a', 4, 0)]), 'panels.1', '“a” is a duplicate.'],
    [
      dashboardOf([], {
        variables: [
          { name: 'v', type: 'text' },
          { name: 'v', type: 'text' },
        ] as never,
      }),
      'variables.1',
      '“v” is a duplicate.',
    ],
    [
      dashboardOf([], { searches: [...SHARED.searches, ...SHARED.searches] }),
      'searches.1',
      '“s” is a duplicate.',
    ],
    [
      dashboardOf([], {
        annotations: [
          { name: 'a', source: 'incidents' },
          { name: 'a', source: 'incidents' },
        ] as never,
      }),
      'annotations.1',
      '“a” is a duplicate.',
    ],
    [only({ x: 21 }), 'panels.0.w', 'The panel exceeds column 24.'],
    [only({ query: null }), 'panels.0.query', either],
    [only({ search: 's' }), 'panels.0.query', either],
    [only({ then: 'head 1' }), 'panels.0.then', '`then` requires a shared search.'],
    [fromShared({ search: 't' }), 'panels.0.search', 'No such shared search: “t”.'],
    [
      fromShared({ time: { earliest: '-1h', latest: 'now' } }),
      'panels.0.time',
      'A shared search uses the time range of the dashboard.',
    ],
    [
      withVariable({ type: 'list', options: OPTIONS, default: ['a', 'b'] }),
      'variables.0.default',
      one,
    ],
    [withVariable({ type: 'query', query: '*', default: ['a', 'b'] }), 'variables.0.default', one],
    [
      withVariable({ type: 'list', options: [...OPTIONS, ...OPTIONS] }),
      'variables.0.options.2',
      '“a” is a duplicate.',
    ],
    [
      withVariable({ type: 'list', options: OPTIONS, default: ['c'] }),
      'variables.0.default',
      '“c” is not one of the options.',
    ],
    [
      dashboardOf([], { annotations: [{ name: 'a', source: 'query' }] as never }),
      'annotations.0.query',
      'This source requires a query.',
    ],
    [
      dashboardOf([], { annotations: [{ name: 'a', source: 'incidents', query: '*' }] as never }),
      'annotations.0.query',
      "Incidents don't take a query.",
    ],
    [over(4, 4), 'panels.1', onTop],
    [over(7, 7), 'panels.1', onTop],
    [over(1, 1), 'panels.1', onTop],
    [over(7, 1), 'panels.1', onTop],
    [
      dashboardOf([], { searches: [{ id: 's', query: 'level=error' }] }),
      'searches.0.query',
      'A shared search must return a table. Add stats or table.',
    ],
  ];
  for (const [definition, path, message] of cases) {
    assert.throws(
      () => checkDefinition(definition),
      detailsAre([{ path: `definition.${path}`, message }]),
    );
  }
});

function detailsAre(details: unknown) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof AppError);
    assert.deepEqual(error.facts.details, details);
    return true;
  };
}

test('times and queries that cannot be read are refused where they stand', () => {
  const broken: [DashboardDefinition, path: string][] = [
    [only({ time: { earliest: 'x', latest: 'now' } }), 'panels.0.time.earliest'],
    [dashboardOf([], { time: { earliest: '-1h', latest: 'x' } }), 'time.latest'],
    [dashboardOf([], { timeZone: 'No/Such_Zone' }), 'timeZone'],
    [only({ query: 'a=(' }), 'panels.0.query'],
    [fromShared({ then: 'nonsense' }), 'panels.0.then'],
    [withVariable({ type: 'query', query: 'a=(' }), 'variables.0.query'],
    [dashboardOf([], { searches: [{ id: 's', query: 'a=(' }] }), 'searches.0.query'],
    [
      dashboardOf([], { annotations: [{ name: 'a', source: 'query', query: 'a=(' }] as never }),
      'annotations.0.query',
    ],
  ];
  for (const [definition, path] of broken) {
    assert.throws(
      () => checkDefinition(definition),
      (error) => {
        assert.ok(error instanceof AppError);
        assert.equal(error.facts.details?.[0]?.path, `definition.${path}`);
        return true;
      },
    );
  }
});

test('a query is read with every number of values that can be chosen', () => {
  const query =
    (variable: object, text: string): (() => unknown) =>
    () =>
      checkDefinition(
        dashboardOf([panelAt('a', 0, 0, { query: text })], {
          variables: [{ name: 'v', ...variable } as never],
        }),
      );
  const spans = { type: 'list', options: [{ value: '5m' }, { value: '1h' }] };
  const chart = '* | timechart span=$v$ count';

  assert.doesNotThrow(query({ ...spans, all: false }, chart));
  assert.throws(query({ ...spans, all: false, multiple: true }, chart));
  assert.doesNotThrow(query({ ...spans, all: true }, chart));
  const fields = { type: 'list', options: OPTIONS, use: 'field' };
  assert.doesNotThrow(query({ ...fields, all: false }, '* | stats count BY $v$'));
  assert.throws(query({ ...fields, all: true }, '* | stats count BY $v$'));
  assert.throws(
    query({ type: 'query', query: '*', all: false, multiple: true }, '* | where a>$v$'),
  );
  assert.doesNotThrow(query({ type: 'query', query: '*', all: false }, '* | where a>$v$'));
  assert.doesNotThrow(query({ type: 'interval' }, chart));
  assert.throws(query({ type: 'text' }, chart));
  assert.throws(query({ type: 'text' }, 'a=$w$'));
});

test('a variable may use those above it', () => {
  const second = { name: 'w', type: 'query', query: 'a=$v$ | stats count BY a' };
  const first = { name: 'v', type: 'text' };
  const check =
    (variables: object[]): (() => unknown) =>
    () =>
      checkDefinition(dashboardOf([], { variables: variables as never }));

  assert.doesNotThrow(check([first, second]));
  assert.throws(check([second, first]));
});

test('a refresh takes two hundred searches, equal ones counted once', () => {
  const compared = (count: number, more: object = {}) =>
    Array.from({ length: count }, (_, at) =>
      valuePanel(`p${at}`, `a=${at}`, at, {
        options: { sparkline: true, compare: 'day' },
        ...more,
      }),
    );
  const rest = {
    searches: [{ id: 's', query: '* | stats count' }],
    variables: [
      { name: 'v', type: 'query', query: '*' },
      { name: 'w', type: 'text' },
    ],
    annotations: [{ name: 'a', source: 'incidents' }],
  } as never;
  const others = [66, 67].map((at) => valuePanel(`p${at}`, `b=${at}`, at));

  assert.doesNotThrow(() => checkDefinition(dashboardOf([...compared(65), ...others], rest)));
  assert.throws(
    () => checkDefinition(dashboardOf([...compared(66), ...others], rest)),
    detailsAre([
      {
        path: 'definition.panels',
        message: 'Too many searches per refresh: up to 203, maximum 200.',
      },
    ]),
  );
  assert.doesNotThrow(() => checkDefinition(dashboardOf(compared(90, { query: '*' }))));
});

test('a definition may have 256 kilobytes', () => {
  const named = (name: string): DashboardDefinition => dashboardOf([], { name });
  const frame = JSON.stringify(checkDefinition(named(''))).length;
  const name = 'x'.repeat(262_144 - frame);

  assert.doesNotThrow(() => checkDefinition(named(name)));
  assert.throws(
    () => checkDefinition(named(`${name}x`)),
    detailsAre([
      {
        path: 'definition',
        message: 'The definition is too large: 262145 bytes, maximum 262144.',
      },
    ]),
  );
});

test('commands behind a shared search see its rows alone', () => {
  const message =
    'Commands after a shared search can only process its rows. Subsearches, join and lookup aren’t supported.';
  const cases: [text: string, position: number][] = [
    ['outputlookup x', 0],
    ['head 1 | inputlookup append=true x', 9],
    ['lookup x a', 0],
    ['join a [search *]', 0],
    ['append [search *]', 0],
    ['appendcols [search *]', 0],
    ['search [search * | return a]', 0],
  ];
  for (const [text, position] of cases) {
    assert.throws(
      () => readThen(text, new Map(), 'then'),
      (error) => {
        assert.ok(error instanceof AppError, text);
        assert.deepEqual(
          [error.code, error.facts.details],
          ['QUERY_SYNTAX_ERROR', [{ path: 'then', message, position }]],
          text,
        );
        return true;
      },
    );
  }
});

test('positions are those of the text that was written', () => {
  const positionOf = (read: () => unknown): unknown => {
    try {
      read();
    } catch (error) {
      assert.ok(error instanceof AppError);
      return [error.message, error.facts.details];
    }
    return assert.fail();
  };

  assert.deepEqual(
    positionOf(() => readThen(' | head 1 | nonsense', new Map(), 'then')),
    [
      'Unknown command `nonsense`.',
      [{ path: 'then', message: 'Unknown command `nonsense`.', position: 12 }],
    ],
  );
  assert.deepEqual(
    positionOf(() => readQuery('a=1 | nonsense', new Map(), 'query')),
    [
      'Unknown command `nonsense`.',
      [{ path: 'query', message: 'Unknown command `nonsense`.', position: 6 }],
    ],
  );
  assert.deepEqual(
    positionOf(() => readQuery('a=1 | outputlookup x', new Map(), 'query')),
    [
      "Dashboards can't write lookup tables or events. Remove outputlookup and collect.",
      [
        {
          path: 'query',
          message:
            "Dashboards can't write lookup tables or events. Remove outputlookup and collect.",
          position: 6,
        },
      ],
    ],
  );
  const [first] = readThen('| head 1', new Map(), 'then').stages;
  assert.deepEqual(first?.kind === 'inputlookup' && first.table, '$rows$');
  assert.deepEqual(
    readAllRows().stages.map(({ kind }) => kind),
    ['inputlookup', 'table'],
  );
});
