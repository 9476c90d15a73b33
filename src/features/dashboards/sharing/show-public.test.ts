import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DashboardData } from '../../../contract/dashboard-data.ts';
import { completeDefinition } from '../../../contract/definition-form.ts';
import { dashboardOf } from '../../../../test/support/dashboards/dashboards.ts';
import { showPublic } from './show-public.ts';

const AT = '2026-01-15T12:00:00.000Z';
const SHOWN = {
  tag: 't',
  columns: [
    { name: 'service_id', type: 'text' },
    { name: 'service', type: 'text' },
  ],
  rows: [
    { service_id: 'svc_a', service: 'a' },
    { service_id: 'svc_b', service: null },
  ],
  from: AT,
  to: AT,
  computedAt: AT,
  stale: true,
  limits_applied: [],
  cost: { scannedRows: 9, scannedBytes: 9, elapsedMs: 9, sharedBy: 9 },
};
const place = (id: string, x: number, y: number, more: object) => ({
  id,
  x,
  y,
  w: 4,
  h: 4,
  ...more,
});

function show(panels: object[], data: object, more: object = {}) {
  const definition = completeDefinition(dashboardOf(panels as never, more));
  const whole = {
    from: AT,
    to: AT,
    timeZone: 'UTC',
    freshSeconds: 10,
    panels: {},
    variables: {},
    annotations: [],
    ...data,
  };
  return showPublic(definition, whole as unknown as DashboardData, AT);
}

test('panels stand in reading order, with nothing of what they have cost or ask', () => {
  const table = { kind: 'table', query: 'secret=1' };
  const { panels } = show(
    [
      place('c', 0, 4, table),
      place('b', 4, 0, table),
      place('a', 0, 0, { ...table, thresholds: undefined }),
    ],
    {
      panels: {
        a: {
          ...SHOWN,
          sparkline: { columns: [], rows: [] },
          comparison: { value: 1, from: AT, to: AT },
        },
        b: { unchanged: true, stale: false, more: 1 },
      },
    },
  );

  assert.deepEqual(
    panels.map(({ id }) => id),
    ['a', 'b', 'c'],
  );
  assert.deepEqual(panels, [
    {
      id: 'a',
      kind: 'table',
      title: '',
      description: '',
      x: 0,
      y: 0,
      w: 4,
      h: 4,
      thresholds: [],
      options: { columns: [], rows: 200, cellBars: [] },
      result: {
        tag: 't',
        columns: [
          { name: 'service_id', type: 'text' },
          { name: 'service', type: 'text' },
        ],
        rows: [
          { service_id: 'svc_a', service: 'a' },
          { service_id: 'svc_b', service: null },
        ],
        from: '2026-01-15T12:00:00.000Z',
        to: '2026-01-15T12:00:00.000Z',
        sparkline: { columns: [], rows: [] },
        comparison: { value: 1, from: '2026-01-15T12:00:00.000Z', to: '2026-01-15T12:00:00.000Z' },
        computedAt: '2026-01-15T12:00:00.000Z',
        stale: true,
        limits_applied: [],
      },
    },
    {
      id: 'b',
      kind: 'table',
      title: '',
      description: '',
      x: 4,
      y: 0,
      w: 4,
      h: 4,
      thresholds: [],
      options: { columns: [], rows: 200, cellBars: [] },
      result: { unchanged: true, stale: false },
    },
    {
      id: 'c',
      kind: 'table',
      title: '',
      description: '',
      x: 0,
      y: 4,
      w: 4,
      h: 4,
      thresholds: [],
      options: { columns: [], rows: 200, cellBars: [] },
      result: null,
    },
  ]);
});

test('services are told by their names alone', () => {
  const { panels } = show(
    [place('h', 0, 0, { kind: 'health', options: { services: ['svc_a'] } })],
    { panels: { h: SHOWN } },
  );
  const [panel] = panels;

  assert.deepEqual(panel?.options, {});
  assert.deepEqual(
    panel?.result && 'rows' in panel.result && [panel.result.columns, panel.result.rows],
    [
      [{ name: 'service', type: 'text' }],
      [{ service: 'a' }, { service: 'A service without measurements' }],
    ],
  );
});

test('a failure tells no more than its kind', () => {
  const codes = ['FORBIDDEN', 'RATE_LIMITED', 'QUERY_TIMEOUT', 'QUERY_SYNTAX_ERROR'];
  const failures = codes.map((code) => {
    const error = { code, error: 'a secret', details: [{ path: 'x', message: 'y' }] };
    return show([place('a', 0, 0, { kind: 'table', query: '*' })], { panels: { a: { error } } })
      .panels[0]?.result;
  });

  assert.deepEqual(failures, [
    { error: { code: 'FORBIDDEN', error: 'This link shows no events.' } },
    {
      error: {
        code: 'RATE_LIMITED',
        error: 'Too many requests for this link. Retry in a moment.',
      },
    },
    { error: { code: 'QUERY_TIMEOUT', error: 'This panel took too long.' } },
    { error: { code: 'QUERY_SYNTAX_ERROR', error: "This panel can't be shown." } },
  ]);
});

test('variables are told with what can be chosen, and annotations that failed are left out', () => {
  const variables = [
    { name: 'a', type: 'text', label: 'A' },
    { name: 'b', type: 'query', query: 'secret=1', multiple: true, all: true },
    { name: 'c', type: 'query', query: 'secret=1', multiple: false, all: false },
  ];
  const marks = { name: 'Deploys', color: 'info', isGrouped: false, marks: [] };
  const shown = show(
    [],
    {
      variables: {
        b: {
          values: ['x'],
          options: [{ value: 'x', label: 'X', more: 1 }],
          isCut: true,
          error: { code: 'INTERNAL' },
        },
      },
      annotations: [marks, { ...marks, error: { code: 'INTERNAL', error: 'x' } }],
    },
    { variables },
  );

  assert.deepEqual(shown, {
    name: 'Checkout',
    description: '',
    from: '2026-01-15T12:00:00.000Z',
    to: '2026-01-15T12:00:00.000Z',
    timeZone: 'UTC',
    refreshSeconds: null,
    freshSeconds: 10,
    expiresAt: '2026-01-15T12:00:00.000Z',
    panels: [],
    variables: [
      {
        name: 'a',
        type: 'text',
        label: 'A',
        multiple: false,
        all: false,
        values: [],
        options: [],
        isCut: false,
      },
      {
        name: 'b',
        type: 'query',
        label: '',
        multiple: true,
        all: true,
        values: ['x'],
        options: [{ value: 'x', label: 'X' }],
        isCut: true,
      },
      {
        name: 'c',
        type: 'query',
        label: '',
        multiple: false,
        all: false,
        values: [],
        options: [],
        isCut: false,
      },
    ],
    annotations: [{ name: 'Deploys', color: 'info', isGrouped: false, marks: [] }],
  });
});
