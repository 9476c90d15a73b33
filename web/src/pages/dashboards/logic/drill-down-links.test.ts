import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DashboardDefinition } from '../../../../../src/contract/dashboard-definition.ts';
import type { ShownPanel } from '../../../../../src/contract/dashboard-data.ts';
import { drillDownLinks, variableComparedWith } from './drill-down-links.ts';
import { fillDefinition, hasQuery } from './fill-definition.ts';

const RANGE = { from: '2026-11-15T00:00:00.000Z', to: '2026-11-15T02:00:00.000Z' };
const place = { x: 0, y: 0, w: 6, h: 4 };
const DEFINITION: DashboardDefinition = {
  schema: 1,
  name: 'Checkout',
  variables: [
    { name: 'region', type: 'text' },
    { name: 'service', type: 'list', options: [{ value: 'a|b' }], multiple: true },
  ],
  searches: [{ id: 's', query: 'index=web region=$region$ | stats count BY path, status' }],
  panels: [
    {
      id: 'levels',
      kind: 'timeseries',
      ...place,
      query: 'service=$service$ | timechart count BY service',
    },
    {
      id: 'paths',
      kind: 'bars',
      ...place,
      search: 's',
      // oxlint-disable-next-line unicorn/no-thenable -- A field of the wire.
      then: 'stats sum(count) AS n BY path, status',
      link: { url: 'https://wiki.example/{path}?r=$region$' },
    },
    { id: 'known', kind: 'patterns', ...place, query: 'level=error' },
  ],
};
const VARIABLES = new Map([
  ['region', { values: ['eu "1" | x'], options: [], isCut: false }],
  ['service', { values: ['a|b'], options: [], isCut: false }],
]);

function links(id: string, answer: Pick<ShownPanel, 'columns' | 'rows'>, column: string, row = 0) {
  const definition = fillDefinition(DEFINITION);
  const panel = definition.panels.find((each) => each.id === id);
  assert.ok(panel !== undefined && hasQuery(panel));
  const shown = {
    ...RANGE,
    ...answer,
    tag: '',
    computedAt: RANGE.to,
    stale: false,
    limits_applied: [],
  };
  return drillDownLinks({
    definition,
    panel,
    shown,
    variables: VARIABLES,
    row,
    column,
    timeZone: 'UTC',
  });
}

const SERIES = {
  columns: [
    { name: '_time', type: 'time' },
    { name: 'a|b', type: 'number' },
  ],
  rows: [
    { _time: '2026-11-15T00:00:00.000Z', 'a|b': 1 },
    { _time: '2026-11-15T01:00:00.000Z', 'a|b': 2 },
  ],
};

test('a point leads to the events of its bucket and series, with variables bound as literals', () => {
  const found = links('levels', SERIES, 'a|b', 1);
  const address = new URL(found.eventsHref, 'https://x');

  assert.equal(address.searchParams.get('q'), 'service="a|b"');
  assert.equal(address.searchParams.get('earliest'), '2026-11-15T01:00:00.000Z');
  assert.equal(address.searchParams.get('latest'), '2026-11-15T02:00:00.000Z');
  assert.equal(found.query, 'service="a|b" | timechart count BY service');
  assert.deepEqual(found.filters, [{ variable: 'service', field: 'service', value: 'a|b' }]);
});

test('a bar of a shared search leads to its labels, over the range of the panel', () => {
  const answer = {
    columns: [
      { name: 'path · status', type: 'text' },
      { name: 'n', type: 'number' },
    ],
    rows: [{ 'path · status': '/pay & go · 500', n: 5 }],
  };
  const found = links('paths', answer, 'path · status');

  assert.equal(
    found.eventsQuery,
    String.raw`index=web region="eu \"1\" | x" path="/pay & go" status=500`,
  );
  assert.equal(found.from, RANGE.from);
  assert.equal(found.to, RANGE.to);
  assert.deepEqual(found.own, {
    kind: 'address',
    href: 'https://wiki.example/%2Fpay%20%26%20go?r=eu%20%221%22%20%7C%20x',
  });
});

test('a pattern leads to the events that hold its words', () => {
  const answer = {
    columns: [{ name: 'template', type: 'text' }],
    rows: [{ template: 'payment <*> refused by bank' }],
  };
  assert.equal(
    links('known', answer, 'template').eventsQuery,
    'level=error payment "refused by bank"',
  );
});

test('a variable filters a field where a query compares the two', () => {
  assert.equal(variableComparedWith('a=1 http.status = $code$ | x', 'http.status'), 'code');
  assert.equal(variableComparedWith('region IN ($r$)', 'region'), 'r');
  assert.equal(variableComparedWith('myregion=$r$', 'region'), undefined);
  assert.equal(variableComparedWith('region!=$r$', 'region'), undefined);
});
