import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DashboardDefinition } from '../../../../../src/contract/dashboard-definition.ts';
import { completeDefinition } from '../../../../../src/contract/definition-form.ts';
import { PANEL_KINDS } from '../../../../../src/spec/dashboards.ts';
import { fillDefinition } from './fill-definition.ts';

test('what is left out is filled as the contract says, for every kind of panel and variable', () => {
  const place = { x: 0, y: 0, w: 6, h: 4 };
  const definition: DashboardDefinition = {
    schema: 1,
    name: 'All kinds',
    time: { earliest: '-1h' },
    variables: [
      { name: 'a', type: 'text' },
      { name: 'b', type: 'list', options: [{ value: 'x' }] },
      { name: 'c', type: 'query', query: '*' },
      { name: 'd', type: 'interval' },
    ],
    searches: [{ id: 's', query: '* | stats count' }],
    annotations: [{ name: 'Deployments', source: 'query', query: 'deployed' }],
    panels: [
      ...PANEL_KINDS.map((kind) => ({ id: kind, kind, ...place })),
      { id: 'own', kind: 'table', ...place, time: { earliest: '-7d' }, link: { dashboard: 'x' } },
      { id: 'far', kind: 'bars', ...place, options: { top: 3 }, link: { url: 'https://a.b' } },
    ],
  };

  assert.deepEqual(fillDefinition(definition), completeDefinition(definition));
  const empty: DashboardDefinition = { schema: 1, name: 'Empty' };
  assert.deepEqual(fillDefinition(empty), completeDefinition(empty));
});
