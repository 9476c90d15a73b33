/* oxlint-disable unicorn/no-thenable -- A field of the wire. */
/** What a definition may hold: both sides of every bound, and a place for everything that is refused. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { DashboardDefinition } from '../../../contract/dashboard-definition.ts';
import type { DashboardPanel } from '../../../contract/dashboard-panels.ts';
import {
  canonicalDefinition,
  canonicalText,
  completeDefinition,
} from '../../../contract/definition-form.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { PLANS } from '../../../spec/plans.ts';
import { PANEL_KINDS, QUERY_KINDS } from '../../../spec/dashboards.ts';
import { dashboardOf, valuePanel } from '../../../../test/support/dashboards/dashboards.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import { dashboardRoutes } from '../managing/dashboard-routes.ts';
import { checkDefinition } from './check-definition.ts';

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

test('a definition has a size, however it is laid out', async (t) => {
  const create = await start(t);
  const sized = (bytes: number): DashboardDefinition => {
    const panels = repeat(
      27,
      (at) =>
        ({
          id: `p${at}`,
          kind: 'text',
          x: 0,
          y: at * 2,
          w: 24,
          h: 2,
          options: { markdown: text(9_900) },
        }) as const,
    );
    const rest = Buffer.byteLength(JSON.stringify(dashboardOf(panels)));
    const last = 9_900 - (rest - bytes);
    return dashboardOf(
      panels.map((panel, at) =>
        at === 26 ? { ...panel, options: { markdown: text(last) } } : panel,
      ),
    );
  };
  const most = sized(limits.definitionBytesMax);
  assert.equal(Buffer.byteLength(JSON.stringify(most)), limits.definitionBytesMax);

  const taken = await create(most);
  assert.equal(taken.status, 201, taken.text);
  const over = await create(sized(limits.definitionBytesMax + 1));
  assert.deepEqual([over.status, over.body.details?.[0]?.path], [400, 'definition']);
  const huge = await create(
    dashboardOf([], { description: text(LIMITS.http.definitionBodyBytesMax) }),
  );
  assert.equal(huge.status, 413);
});

test('a refresh has a number of searches, and equal ones count once', () => {
  const values = (count: number) =>
    dashboardOf(
      repeat(count, (at) => valuePanel(`p${at}`, `x${at} | stats count`, at, { options: {} })),
    );
  const fitting = Math.floor(limits.statementsMax / 3);

  checkDefinition(values(fitting));
  assert.throws(() => checkDefinition(values(fitting + 1)), { code: 'VALIDATION_ERROR' });
  checkDefinition(
    dashboardOf(
      repeat(limits.panelsMax, (at) =>
        valuePanel(`p${at}`, '* | stats count', at, { options: {} }),
      ),
    ),
  );
});

test('what does not fit together is refused with its place', () => {
  const rows: readonly (readonly [
    definition: DashboardDefinition,
    code: string,
    path: string,
    position?: number,
  ])[] = [
    [dashboardOf([table('a', 0), table('b', 0)]), 'VALIDATION_ERROR', 'panels.1'],
    [dashboardOf([table('a', 0, { h: 3 }), table('b', 1)]), 'VALIDATION_ERROR', 'panels.1'],
    [dashboardOf([table('a', 0), table('a', 1)]), 'VALIDATION_ERROR', 'panels.1'],
    [panelWith({ query: undefined }), 'VALIDATION_ERROR', 'panels.0.query'],
    [panelWith({ search: 's' }), 'VALIDATION_ERROR', 'panels.0.query'],
    [panelWith({ query: undefined, search: 's' }), 'VALIDATION_ERROR', 'panels.0.search'],
    [panelWith({ then: 'head 1' }), 'VALIDATION_ERROR', 'panels.0.then'],
    [panelWith({ query: '* | stats' }), 'QUERY_SYNTAX_ERROR', 'panels.0.query', 9],
    [panelWith({ query: '* | outputlookup x' }), 'QUERY_SYNTAX_ERROR', 'panels.0.query', 4],
    [panelWith({ time: { earliest: 'x' } }), 'VALIDATION_ERROR', 'panels.0.time.earliest'],
    [dashboardOf([], { time: { latest: 'x' } }), 'VALIDATION_ERROR', 'time.latest'],
    [dashboardOf([], { timeZone: 'Mars/Base' }), 'VALIDATION_ERROR', 'timeZone'],
    [
      dashboardOf([], { searches: [{ id: 's', query: 'x' }] }),
      'VALIDATION_ERROR',
      'searches.0.query',
    ],
    [
      dashboardOf([], { annotations: [{ name: 'a', source: 'query' }] }),
      'VALIDATION_ERROR',
      'annotations.0.query',
    ],
    [listOf(2, { default: ['0', '1'] }), 'VALIDATION_ERROR', 'variables.0.default'],
    [listOf(2, { default: ['9'] }), 'VALIDATION_ERROR', 'variables.0.default'],
  ];
  for (const [definition, code, path, position] of rows) {
    const failure = failureOf(definition);
    assert.equal(failure.code, code, path);
    assert.equal(failure.facts.details?.[0]?.path, `definition.${path}`);
    if (position !== undefined) assert.equal(failure.facts.details[0].position, position);
  }
});

interface Failure {
  readonly code: string;
  readonly facts: { readonly details?: readonly { path: string; position?: number }[] };
}

function failureOf(definition: DashboardDefinition): Failure {
  try {
    checkDefinition(definition);
  } catch (error) {
    return error as Failure;
  }
  return assert.fail(`taken: ${JSON.stringify(definition)}`);
}

test('a variable stands where it can be bound, and a query variable uses those above it', () => {
  const variables: DashboardDefinition['variables'] = [
    { name: 'text', type: 'text' },
    { name: 'many', type: 'list', options: [{ value: 'a' }, { value: 'b' }], multiple: true },
    { name: 'field', type: 'list', options: [{ value: 'host' }], use: 'field', all: false },
    { name: 'found', type: 'query', query: 'host=$many$ | top $field$' },
    { name: 'span', type: 'interval' },
  ];
  const withQuery = (query: string) => ({ ...panelWith({ query }), variables });

  for (const query of [
    'host=$many$',
    'a=$text$ $found$',
    '* | timechart span=$span$ count BY $field$',
    '"$unknown$"',
  ]) {
    checkDefinition(withQuery(query));
  }
  for (const [query, position] of [
    ['size>$many$', 5],
    ['* | where match(a, $text$)', 19],
    ['* | eval a=$found$', 11],
    ['host=web-$text$', 9],
    ['a=$missing$', 2],
  ] as const) {
    const failure = failureOf(withQuery(query));
    assert.equal(failure.code, 'QUERY_SYNTAX_ERROR', query);
    assert.equal(failure.facts.details?.[0]?.position, position, query);
  }
  const below = failureOf({
    ...dashboardOf(),
    variables: [
      { name: 'a', type: 'query', query: 'x=$b$' },
      { name: 'b', type: 'text' },
    ],
  });
  assert.equal(below.facts.details?.[0]?.path, 'definition.variables.0.query');
});

test('commands behind a shared search see its rows alone', () => {
  const then = (commands: string) => ({
    ...panelWith({ query: undefined, search: 's', then: commands }),
    searches: [{ id: 's', query: '* | stats count BY a' }],
  });

  checkDefinition(then('where count>1 | stats sum(count)'));
  checkDefinition(then('| head 1'));
  for (const [commands, position] of [
    ['lookup teams a', 0],
    ['head 1 | join a [search x]', 9],
    ['head 1 | append [search x]', 9],
    ['inputlookup t', 0],
    ['where', 5],
  ] as const) {
    const failure = failureOf(then(commands));
    assert.equal(failure.code, 'QUERY_SYNTAX_ERROR', commands);
    assert.equal(failure.facts.details?.[0]?.path, 'definition.panels.0.then', commands);
    assert.equal(failure.facts.details[0].position, position, commands);
  }
});

test('unknown fields and newer schemas are refused', async (t) => {
  const create = await start(t);
  for (const [definition, path] of [
    [{ ...dashboardOf(), schema: 2 }, 'schema'],
    [{ ...dashboardOf(), colour: 'red' }, 'colour'],
    [{ ...dashboardOf(), id: 'dsh_1' }, 'id'],
    [panelWith({ heigth: 4 }), 'panels.0.heigth'],
    [panelWith({ options: { bars: true } }), 'panels.0.options.bars'],
    [panelWith({ kind: 'pie' }), 'panels.0'],
    [{ ...dashboardOf(), refreshSeconds: 5 }, 'refreshSeconds'],
    [{ ...dashboardOf(), key: 'Not a key' }, 'key'],
  ] as const) {
    const { status, body } = await create(definition);
    assert.deepEqual([status, body.code], [400, 'VALIDATION_ERROR'], path);
    assert.equal(body.details?.[0]?.path, `definition.${path}`, JSON.stringify(body.details));
  }
});

test('a note has a bound', async (t) => {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const { call } = startAccess(t, access, {
    mount: (app) => dashboardRoutes(app, { metadata, clock, plans: PLANS }),
  });
  const { owner } = await access.newOrganization();
  const create = (length: number) =>
    call('POST /api/v1/dashboards', {
      as: owner,
      body: { definition: dashboardOf(), note: text(length) },
    });

  assert.equal((await create(limits.noteCharactersMax)).status, 201);
  assert.equal((await create(limits.noteCharactersMax + 1)).status, 400);
});

test('the canonical form leaves defaults out, the complete one has every field, and both are stable', () => {
  const kinds = PANEL_KINDS.map((kind, at) => {
    const takesQuery = (QUERY_KINDS as readonly string[]).includes(kind);
    return { id: kind, kind, x: 0, y: at * 2, w: 24, h: 2, ...(takesQuery ? { query: '*' } : {}) };
  }) as DashboardPanel[];
  const definition = dashboardOf(kinds, {
    variables: [
      { name: 'a', type: 'text' },
      { name: 'b', type: 'list', options: [{ value: '1' }] },
      { name: 'c', type: 'query', query: '*' },
      { name: 'd', type: 'interval' },
    ],
    annotations: [{ name: 'A', source: 'incidents' }],
  });

  const complete = completeDefinition(definition);

  assert.deepEqual(canonicalDefinition(complete as DashboardDefinition), definition);
  assert.deepEqual(completeDefinition(complete as DashboardDefinition), complete);
  assert.equal(canonicalText(complete as DashboardDefinition), canonicalText(definition));
  assert.doesNotMatch(JSON.stringify(complete), /undefined/);
  const defaults = complete.panels.map(({ options }) => options as Record<string, unknown>);
  assert.deepEqual(
    [defaults[2]?.['top'], defaults[6]?.['rows'], defaults[7]?.['top']],
    [limits.barsDefault, limits.logRowsDefault, limits.patternsDefault],
  );
  const swapped = JSON.parse(
    JSON.stringify({ panels: definition.panels, name: definition.name, schema: 1 }),
  ) as DashboardDefinition;
  assert.equal(
    canonicalText(swapped),
    canonicalText({ schema: 1, name: definition.name, panels: definition.panels ?? [] }),
  );
});
