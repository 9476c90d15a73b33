/** A refusal says where in the query its reason stands. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../base/errors.ts';
import { prepareFakeSearch } from '../../../test/support/search/prepare-fake-search.ts';

async function refusalOf(query: string, input = {}): Promise<AppError> {
  const error: unknown = await prepareFakeSearch({ query, ...input }).then(
    () => assert.fail(query.slice(0, 200)),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AppError, String(error));
  return error;
}

for (const [query, at] of [
  ['level=error earliest=-1h latest=-2h', 'latest'],
  ['latest=-2h earliest=-1h level=error', 'latest'],
  ['level=error earliest=+1d', 'earliest'],
  ['| tstats count WHERE earliest=-1h latest=-2h', 'latest'],
  ['* | append [search earliest=-1h latest=-2h x]', 'latest'],
  ['x _index_earliest=-1h _index_latest=-2h', '_index_latest'],
] as const) {
  test(`a range that ends before it begins: ${query}`, async () => {
    const { code, facts, message } = await refusalOf(query);
    assert.equal(code, 'QUERY_SYNTAX_ERROR');
    assert.match(message, /ends before it starts\.$/);
    assert.equal(facts.details?.[0]?.position, query.indexOf(at));
  });
}

test('a range that stands beside the query has no place in it', async () => {
  const { code, facts } = await refusalOf('*', { earliest: '-1h', latest: '-2h' });
  assert.equal(code, 'VALIDATION_ERROR');
  assert.deepEqual(facts.details, [
    { path: 'earliest', message: 'The time range ends before it starts.' },
  ]);
});

const LARGE = 'The query is too large. Split it into smaller ones.';
const fields = (count: number): string =>
  Array.from({ length: count }, (_, i) => `f${i}=relative_time(a${i},"-1d@d")`).join(',');

for (const [what, query, at] of [
  ['many values', `* | eval a=1 | eval ${fields(240)} | table f*`, '| eval f0'],
  ['many values in a subsearch', `* | append [search * | eval ${fields(240)}]`, '| eval f0'],
  ['many subqueries', `* | ${'accum a | '.repeat(80)}table a`, undefined],
] as const) {
  test(`too large a query names the stage to blame: ${what}`, async () => {
    const { code, facts, message } = await refusalOf(query);
    assert.equal(code, 'QUERY_SYNTAX_ERROR');
    assert.equal(message, LARGE);
    const position = facts.details?.[0]?.position ?? assert.fail('no position');
    if (at === undefined) assert.ok(position > 100 && query.startsWith('accum', position));
    else assert.equal(position, query.indexOf(at) + '| '.length);
  });
}
