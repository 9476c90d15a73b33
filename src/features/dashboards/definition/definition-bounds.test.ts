/** Both sides of every bound of a definition. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { DashboardPanel } from '../../../contract/dashboard-panels.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { PLANS } from '../../../spec/plans.ts';
import { dashboardOf } from '../../../../test/support/dashboards/dashboards.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import { dashboardRoutes } from '../managing/dashboard-routes.ts';

const limits = LIMITS.dashboards;

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const { call } = startAccess(t, access, {
    rates: { management: 0 },
    mount: (app) => dashboardRoutes(app, { metadata, clock, plans: PLANS }),
  });
  const { owner } = await access.newOrganization('enterprise');
  return (definition: unknown) =>
    call('POST /api/v1/dashboards', { as: owner, body: { definition } });
}

const table = (id: string, at: number, more: object = {}) =>
  ({ id, kind: 'table', x: 0, y: at * 2, w: 24, h: 2, query: '*', ...more }) as DashboardPanel;
const repeat = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const text = (length: number): string => 'x'.repeat(length);
const panelWith = (more: object) => dashboardOf([table('p', 0, more)]);
const listOf = (count: number, more: object = {}) =>
  dashboardOf([], {
    variables: [
      { name: 'v', type: 'list', options: repeat(count, (at) => ({ value: `${at}` })), ...more },
    ],
  });

/** What just fits, what is one too many, and where that is told. */
const BOUNDS: readonly (readonly [name: string, fits: unknown, over: unknown, path: string])[] = [
  [
    'panels',
    dashboardOf(repeat(limits.panelsMax, (at) => table(`p${at}`, at))),
    dashboardOf(repeat(limits.panelsMax + 1, (at) => table(`p${at}`, at))),
    'panels',
  ],
  [
    'name',
    dashboardOf([], { name: text(limits.nameCharactersMax) }),
    dashboardOf([], { name: text(limits.nameCharactersMax + 1) }),
    'name',
  ],
  [
    'description',
    dashboardOf([], { description: text(limits.descriptionCharactersMax) }),
    dashboardOf([], { description: text(limits.descriptionCharactersMax + 1) }),
    'description',
  ],
  [
    'tags',
    dashboardOf([], { tags: repeat(limits.tagsMax, String) }),
    dashboardOf([], { tags: repeat(limits.tagsMax + 1, String) }),
    'tags',
  ],
  [
    'tag',
    dashboardOf([], { tags: [text(limits.tagCharactersMax)] }),
    dashboardOf([], { tags: [text(limits.tagCharactersMax + 1)] }),
    'tags.0',
  ],
  [
    'variables',
    dashboardOf([], {
      variables: repeat(limits.variablesMax, (at) => ({ name: `v${at}`, type: 'text' })),
    }),
    dashboardOf([], {
      variables: repeat(limits.variablesMax + 1, (at) => ({ name: `v${at}`, type: 'text' })),
    }),
    'variables',
  ],
  [
    'searches',
    dashboardOf([], {
      searches: repeat(limits.searchesMax, (at) => ({ id: `s${at}`, query: '* | stats count' })),
    }),
    dashboardOf([], {
      searches: repeat(limits.searchesMax + 1, (at) => ({
        id: `s${at}`,
        query: '* | stats count',
      })),
    }),
    'searches',
  ],
  [
    'annotations',
    dashboardOf([], {
      annotations: repeat(limits.annotationsMax, (at) => ({ name: `a${at}`, source: 'incidents' })),
    }),
    dashboardOf([], {
      annotations: repeat(limits.annotationsMax + 1, (at) => ({
        name: `a${at}`,
        source: 'incidents',
      })),
    }),
    'annotations',
  ],
  [
    'title',
    panelWith({ title: text(limits.titleCharactersMax) }),
    panelWith({ title: text(limits.titleCharactersMax + 1) }),
    'panels.0.title',
  ],
  [
    'thresholds',
    panelWith({ thresholds: repeat(limits.thresholdsMax, (at) => ({ from: at, state: 'ok' })) }),
    panelWith({
      thresholds: repeat(limits.thresholdsMax + 1, (at) => ({ from: at, state: 'ok' })),
    }),
    'panels.0.thresholds',
  ],
  ['width', panelWith({ w: limits.widthMin }), panelWith({ w: limits.widthMin - 1 }), 'panels.0.w'],
  [
    'height',
    panelWith({ h: limits.heightMin }),
    panelWith({ h: limits.heightMin - 1 }),
    'panels.0.h',
  ],
  [
    'most height',
    panelWith({ h: limits.heightMax }),
    panelWith({ h: limits.heightMax + 1 }),
    'panels.0.h',
  ],
  ['row', panelWith({ y: limits.rowMax }), panelWith({ y: limits.rowMax + 1 }), 'panels.0.y'],
  ['column', panelWith({ x: 22, w: 2 }), panelWith({ x: 23, w: 2 }), 'panels.0.w'],
  [
    'unit',
    panelWith({ kind: 'bars', options: { unit: text(limits.unitCharactersMax) } }),
    panelWith({ kind: 'bars', options: { unit: text(limits.unitCharactersMax + 1) } }),
    'panels.0.options.unit',
  ],
  [
    'address',
    panelWith({ link: { url: `https://${text(limits.linkCharactersMax - 8)}` } }),
    panelWith({ link: { url: `https://${text(limits.linkCharactersMax - 7)}` } }),
    'panels.0.link.url',
  ],
  [
    'bars',
    panelWith({ kind: 'bars', options: { top: limits.barsMax } }),
    panelWith({ kind: 'bars', options: { top: limits.barsMax + 1 } }),
    'panels.0.options.top',
  ],
  [
    'columns',
    panelWith({ options: { columns: repeat(limits.tableColumnsMax, String) } }),
    panelWith({ options: { columns: repeat(limits.tableColumnsMax + 1, String) } }),
    'panels.0.options.columns',
  ],
  [
    'rows',
    panelWith({ options: { rows: limits.tableRowsMax } }),
    panelWith({ options: { rows: limits.tableRowsMax + 1 } }),
    'panels.0.options.rows',
  ],
  [
    'events',
    panelWith({ kind: 'logs', options: { rows: limits.logRowsMax } }),
    panelWith({ kind: 'logs', options: { rows: limits.logRowsMax + 1 } }),
    'panels.0.options.rows',
  ],
  [
    'fields',
    panelWith({ kind: 'logs', options: { fields: repeat(limits.logFieldsMax, String) } }),
    panelWith({ kind: 'logs', options: { fields: repeat(limits.logFieldsMax + 1, String) } }),
    'panels.0.options.fields',
  ],
  [
    'patterns',
    panelWith({ kind: 'patterns', options: { top: limits.patternsMax } }),
    panelWith({ kind: 'patterns', options: { top: limits.patternsMax + 1 } }),
    'panels.0.options.top',
  ],
  [
    'options',
    listOf(limits.listOptionsMax),
    listOf(limits.listOptionsMax + 1),
    'variables.0.options',
  ],
  [
    'chosen',
    listOf(limits.valuesMax, { multiple: true, default: repeat(limits.valuesMax, String) }),
    listOf(limits.valuesMax + 1, { multiple: true, default: repeat(limits.valuesMax + 1, String) }),
    'variables.0.default',
  ],
  [
    'value',
    listOf(1, { options: [{ value: text(limits.valueCharactersMax) }] }),
    listOf(1, { options: [{ value: text(limits.valueCharactersMax + 1) }] }),
    'variables.0.options.0.value',
  ],
  [
    'text',
    dashboardOf([], {
      variables: [{ name: 'v', type: 'text', default: text(limits.textValueCharactersMax) }],
    }),
    dashboardOf([], {
      variables: [{ name: 'v', type: 'text', default: text(limits.textValueCharactersMax + 1) }],
    }),
    'variables.0.default',
  ],
];
const plain = (kind: string, options: object) => ({
  ...dashboardOf(),
  panels: [{ id: 'p', kind, x: 0, y: 0, w: 2, h: 2, options }],
});
const PLAIN_BOUNDS: typeof BOUNDS = [
  [
    'markdown',
    plain('text', { markdown: text(limits.markdownCharactersMax) }),
    plain('text', { markdown: text(limits.markdownCharactersMax + 1) }),
    'panels.0.options.markdown',
  ],
  [
    'services',
    plain('health', { services: repeat(limits.healthServicesMax, String) }),
    plain('health', { services: repeat(limits.healthServicesMax + 1, String) }),
    'panels.0.options.services',
  ],
];

test('both sides of every bound of a definition (bar 5)', async (t) => {
  const create = await start(t);
  for (const [name, fits, over, path] of [...BOUNDS, ...PLAIN_BOUNDS]) {
    const taken = await create(fits);
    assert.equal(taken.status, 201, `${name}: ${taken.text}`);
    const { status, body } = await create(over);
    assert.deepEqual([status, body.code], [400, 'VALIDATION_ERROR'], name);
    assert.equal(body.details?.[0]?.path, `definition.${path}`, name);
  }
});
