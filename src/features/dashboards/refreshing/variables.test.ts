/** Variables: what is chosen, what can be chosen, and that no value is more than a value. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { completeDefinition } from '../../../contract/definition-form.ts';
import { parse, print, type Query } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import { dashboardOf, valuePanel } from '../../../../test/support/dashboards/dashboards.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { type SeededRandom, seededRandom } from '../../../../test/support/seeded-random.ts';
import {
  countingStore,
  shown,
  startDashboards,
} from '../../../../test/support/dashboards/start-dashboards.ts';
import { readQuery } from '../definition/read-query.ts';
import { boundVariable, chosenValues } from './bind-variables.ts';

const store = await openTestStore();

async function start(t: TestContext) {
  const counting = countingStore(store);
  const dashboards = await startDashboards(t, counting.store);
  const { id: organization, owner } = await dashboards.access.newOrganization();
  await dashboards.write(organization, [
    { agoMs: MINUTE_MS, body: 'one', fields: { region: 'eu', host: 'a' } },
    { agoMs: MINUTE_MS, body: 'two', fields: { region: 'us', host: 'b' } },
    { agoMs: MINUTE_MS, body: 'three' },
  ]);
  return { ...dashboards, ...counting, owner };
}

test('values come from the call, else from the definition; all of them leave events without the field', async (t) => {
  const { make, data, owner, ask } = await start(t);
  const id = await make(
    owner,
    dashboardOf([valuePanel('n', 'region=$region$ host=$host$ | stats count')], {
      variables: [
        {
          name: 'region',
          type: 'list',
          options: [{ value: 'eu' }, { value: 'us', label: 'America' }],
          multiple: true,
        },
        { name: 'host', type: 'text' },
      ],
    }),
  );
  const count = async (variables: Record<string, string | string[]>) => {
    const answer = await data(owner, id, { variables });
    return Number((shown(answer.panels['n']).rows[0] as { count: number }).count);
  };

  assert.equal(await count({}), 3);
  assert.equal(await count({ region: ['eu'] }), 1);
  assert.equal(await count({ region: ['eu', 'us'] }), 2);
  assert.equal(await count({ region: [], host: 'a' }), 1);
  assert.equal(await count({ region: 'us', host: 'a' }), 0);
  const answer = await data(owner, id, { variables: { region: 'us' } });
  assert.deepEqual(answer.variables['region'], {
    values: ['us'],
    options: [
      { value: 'eu', label: 'eu' },
      { value: 'us', label: 'America' },
    ],
    isCut: false,
  });
  for (const variables of [
    { region: 'mars' },
    { region: ['eu', 'mars'] },
    { host: ['a', 'b'] },
    { host: 'x'.repeat(LIMITS.dashboards.textValueCharactersMax + 1) },
  ]) {
    assert.equal((await ask(owner, id, { variables })).status, 400, JSON.stringify(variables));
  }
  await count({ host: 'x'.repeat(LIMITS.dashboards.textValueCharactersMax) });
});

test('options of a query, the first of which is chosen where all is no choice', async (t) => {
  const { make, data, owner, asked } = await start(t);
  const id = await make(
    owner,
    dashboardOf(
      [valuePanel('n', 'host=$host$ | stats count'), valuePanel('all', '* | stats count', 1)],
      {
        variables: [
          { name: 'region', type: 'query', query: 'region=* | stats count BY region', all: false },
          {
            name: 'host',
            type: 'query',
            query: 'region=$region$ | stats count BY host | rename host AS value, count AS label',
            all: false,
          },
        ],
      },
    ),
  );

  const first = await data(owner, id);
  const again = await data(owner, id);

  for (const answer of [first, again]) {
    assert.deepEqual(answer.variables['region']?.values, ['eu']);
    assert.deepEqual(answer.variables['host']?.options, [{ value: 'a', label: '1' }]);
    assert.deepEqual(shown(answer.panels['n']).rows, [{ count: 1 }]);
    assert.deepEqual(shown(answer.panels['all']).rows, [{ count: 3 }]);
  }
  assert.equal(asked(), 4);
  const other = await data(owner, id, { variables: { region: 'us' } });
  assert.deepEqual(shown(other.panels['n']).rows, [{ count: 1 }]);
  // What does not use the variable is not asked again.
  assert.equal(asked(), 6);
});

test('there are as many options as fit, and it says that there are more', async (t) => {
  const { make, data, owner, write } = await start(t);
  const { queryOptionsMax } = LIMITS.dashboards;
  await write(
    owner.actor.organization,
    Array.from({ length: queryOptionsMax + 1 }, (_, at) => ({
      agoMs: MINUTE_MS,
      body: 'x',
      fields: { n: `${at}` },
    })),
  );
  const id = await make(
    owner,
    dashboardOf([], {
      variables: [
        { name: 'over', type: 'query', query: 'n=* | stats count BY n' },
        { name: 'fits', type: 'query', query: `n=* | stats count BY n | head ${queryOptionsMax}` },
      ],
    }),
  );

  const { variables } = await data(owner, id);

  assert.deepEqual(
    [variables['over']?.options.length, variables['over']?.isCut],
    [queryOptionsMax, true],
  );
  assert.deepEqual(
    [variables['fits']?.options.length, variables['fits']?.isCut],
    [queryOptionsMax, false],
  );
});

test('an interval follows the range, or is what was chosen', async (t) => {
  const { make, data, owner, ask } = await start(t);
  const id = await make(
    owner,
    dashboardOf(
      [{ ...valuePanel('n', '* | timechart span=$step$ count'), kind: 'timeseries', options: {} }],
      {
        variables: [{ name: 'step', type: 'interval' }],
      },
    ),
  );
  const rows = async (variables: Record<string, string>) =>
    shown((await data(owner, id, { variables })).panels['n']).rows.length;

  const few = await rows({ step: '6h' });
  assert.ok(few === 4 || few === 5, String(few));
  assert.ok((await rows({})) > 100);
  assert.equal((await ask(owner, id, { variables: { step: '7s' } })).status, 400);
});

/** Everything that means something in a query, and some that does not. */
const PIECES: readonly [string, ...string[]] = [
  '*',
  '?',
  '"',
  "'",
  '|',
  '[',
  ']',
  '(',
  ')',
  '=',
  '!=',
  '\\',
  '$',
  '$x$',
  '$y$',
  ',',
  ' ',
  '\n',
  '\t',
  ' OR ',
  ' NOT ',
  ' AND ',
  'index=_audit',
  '`',
  '```',
  '%',
  ';',
  '--',
  '/*',
  '\u202e',
  '😀',
  'é',
  '<script>',
  'a',
  '0',
  '-1',
  'NULL',
  '_raw',
  'search',
  ' | stats count',
  '{',
  '}',
  '&',
  '#',
  '\u0001',
  '^',
  '~',
  ':',
];
function hostile(random: SeededRandom, pieces: number): string {
  return Array.from({ length: pieces }, () => random.pick(PIECES)).join('');
}

const QUERIES = [
  'field=$x$',
  'field!=$x$ other',
  'NOT field=$x$',
  '$x$',
  'field IN ($x$, b)',
  'field=CASE($x$)',
  'index=$x$ | stats count',
  '* | where field=$x$',
  '* | where field!=$x$ AND a=1',
  '* | eval a=if(field=$x$, 1, 2)',
  '* | eval a=$x$ . "b"',
  '* | fillnull value=$x$ a',
  '* | append [search field=$x$ | head 1]',
];

/** The tree without its literals, and without places in the text. */
function skeleton(query: Query): string {
  return JSON.stringify(query, (key, value: unknown) => {
    if (key === 'start' || key === 'end') return undefined;
    if (key === 'pattern' || key === 'value' || key === 'text' || key === 'words') return '…';
    return value;
  });
}

test('10,000 hostile values change nothing but literals, and each is one literal piece (bar 4)', () => {
  const seed = 20261116;
  const random = seededRandom(seed);
  const definition = completeDefinition(
    dashboardOf([], { variables: [{ name: 'x', type: 'text' }] }),
  );
  const [variable] = definition.variables;
  assert.ok(variable);
  const bind = (value: string): ReadonlyMap<string, ReturnType<typeof boundVariable>> => {
    const values = chosenValues(variable, { x: value }) ?? [];
    return new Map([['x', boundVariable(variable, values, { from: 0, to: 1 })]]);
  };
  const plain = new Map(
    QUERIES.map((text) => [text, skeleton(readQuery(text, bind('plain'), 'query'))]),
  );

  for (let at = 0; at < 10_000; at += 1) {
    const value = hostile(random, random.integer(1, 8));
    const text = QUERIES[at % QUERIES.length] ?? '';
    const where = `seed ${seed}, ${at}: ${JSON.stringify(value)} in ${text}`;
    if (value.trim() === '') continue;
    const query = readQuery(text, bind(value), 'query');
    assert.equal(skeleton(query), plain.get(text), where);
    assert.ok(JSON.stringify(query).includes(JSON.stringify(value).slice(1, -1)), where);
    const again = parse(print(query)).query ?? assert.fail(where);
    assert.equal(skeleton(again), plain.get(text), where);
  }
});

test('hostile values find no row more, and break nothing (bar 4)', async (t) => {
  const { make, ask, owner, write } = await start(t);
  await write(owner.actor.organization, [{ agoMs: MINUTE_MS, body: 'secret', index: '_audit' }]);
  const id = await make(
    owner,
    dashboardOf(
      [
        valuePanel('field', 'host=$x$ | stats count'),
        valuePanel('term', '$x$ | stats count', 1),
        valuePanel('where', '* | where host=$x$ | stats count', 2),
        valuePanel('index', 'index=$x$ | stats count', 3),
      ],
      { variables: [{ name: 'x', type: 'text' }] },
    ),
  );
  const random = seededRandom(7);
  const values = [
    '*',
    '"',
    '| stats count',
    'a" OR host="b',
    'a OR b',
    '_audit*',
    ...Array.from({ length: 60 }, () => hostile(random, 4)),
  ];
  for (const x of values) {
    const { status, body, text } = await ask(owner, id, { variables: { x } });
    // What no store keeps is no value.
    if (status === 400) continue;
    assert.equal(status, 200, text);
    const { panels } = body.data as {
      panels: Record<string, { rows?: { count: number }[]; error?: { code: string } }>;
    };
    if (x.trim() === '' || x === 'a' || x === 'b') continue;
    for (const name of ['field', 'where']) {
      assert.equal(Number(panels[name]?.rows?.[0]?.count), 0, `${name} ${JSON.stringify(x)}`);
    }
    assert.notEqual(panels['index']?.error?.code, 'INTERNAL');
    assert.equal(panels['index']?.rows, undefined, JSON.stringify(x));
    assert.notEqual(panels['term']?.error?.code, 'INTERNAL', JSON.stringify(x));
  }
});
