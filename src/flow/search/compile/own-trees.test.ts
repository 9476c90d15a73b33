/** Trees that no text can give, since its reader refuses them before: the platform may still make them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bind } from '../../../engines/store/sql.ts';
import { parse, type Query } from '../../../language/index.ts';
import { prepareFakeSearch } from '../../../../test/support/search/prepare-fake-search.ts';

/** The tree of a query in which one text stands for another. */
function treeOf(query: string, from: string, to: string): Query {
  const tree = parse(query).query ?? assert.fail(query);
  const written = JSON.stringify(tree);
  assert.ok(written.includes(from), `${from} is not in ${written}`);
  // What is undefined is left out of JSON, which no compiler tells from it.
  return JSON.parse(written.replaceAll(from, to)) as Query;
}

async function statementOf(query: string, from: string, to: string): Promise<string> {
  const { plan } = await prepareFakeSearch({ tree: treeOf(query, from, to) });
  return bind(plan.statement).text;
}

for (const [query, from, to, message] of [
  [
    '* | rex mode=sed field=user "y/abc/xyz/" | table user',
    '"to":"xyz"',
    '"to":"xy"',
    'Both character lists of y/…/…/ must have the same length.',
  ],
  [
    '* | stats sum(bytes) AS s',
    '"argument":{"kind":"fields","pattern":["bytes"],',
    '"unused":{"kind":"fields","pattern":["bytes"],',
    's needs a field.',
  ],
  [
    '* | stats count(eval(status>400)) AS s',
    '"function":"count"',
    '"function":"values"',
    'values() can’t aggregate a condition.',
  ],
  [
    '* | eval a=lower(user)',
    '"function":"lower"',
    '"function":"other"',
    'other() is not available yet.',
  ],
  [
    '* | eval a=relative_time(_time, "-1d")',
    '"value":"-1d"',
    '"value":"0"',
    'Expected a relative time, such as -1d@d.',
  ],
  [
    '* | eval a=mvfilter(user="a")',
    '{"kind":"text","value":"a"',
    '{"kind":"field","name":"host"',
    'mvfilter() takes a condition on exactly one field.',
  ],
  [
    '* | eval a=if(searchmatch("user=a"), 1, 2)',
    '"value":"user=a"',
    '"value":"user=("',
    'searchmatch() takes a search in quotes.',
  ],
  [
    '* | convert num(a*) AS x*',
    '"as":["x",""]',
    '"as":["x"]',
    'AS with a wildcard gives several fields the same name. Remove AS.',
  ],
] as const) {
  test(`refused: ${message}`, async () => {
    await assert.rejects(statementOf(query, from, to), { code: 'QUERY_SYNTAX_ERROR', message });
  });
}

test('formats keep letters that nobody knows', async () => {
  const statement = async (format: string) => {
    const tree = treeOf(
      '* | eval a=strftime(_time, "%Y") | table a',
      '"%Y"',
      JSON.stringify(format),
    );
    const { plan } = await prepareFakeSearch({ tree });
    const { text, parameters } = bind(plan.statement);
    return [text, ...parameters.values()].join(' ¦ ');
  };

  assert.match(await statement('%f'), /'0'\), '000'\)/);
  assert.match(await statement('%E'), / ¦ %E ¦ /);
  assert.match(await statement('9%'), / ¦ 9 ¦ % ¦ /);
});
