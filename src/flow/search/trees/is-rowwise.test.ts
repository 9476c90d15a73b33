import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../../../language/index.ts';
import { isRowwise, isRowwiseStage, rowwisePart } from './is-rowwise.ts';

function queryOf(text: string) {
  const { query } = parse(text);
  assert.ok(query !== undefined, text);
  return query;
}

const CASES: readonly [text: string, isWhole: boolean, kinds: readonly string[]][] = [
  ['error', true, ['search']],
  ['error | convert num(ms)', true, ['search', 'convert']],
  ['error | eval a=1', true, ['search', 'eval']],
  ['error | fields host', true, ['search', 'fields']],
  ['error | fillnull host', true, ['search', 'fillnull']],
  ['error | makemv host', true, ['search', 'makemv']],
  ['error | nomv host', true, ['search', 'nomv']],
  ['error | rangemap field=ms low=0-5', true, ['search', 'rangemap']],
  ['error | regex host="a"', true, ['search', 'regex']],
  ['error | rename host AS node', true, ['search', 'rename']],
  ['error | replace a WITH b IN host', true, ['search', 'replace']],
  ['error | rex "(?<a>b)"', true, ['search', 'rex']],
  ['error | search host=a', true, ['search', 'search']],
  ['error | spath', true, ['search', 'spath']],
  ['error | table host', true, ['search', 'table']],
  ['error | where ms>5', true, ['search', 'where']],
  ['error | stats count', false, ['search']],
  ['error | where ms>5 | head 5 | eval a=1', false, ['search', 'where']],
  ['error | sort host', false, ['search']],
  ['error | dedup host', false, ['search']],
  ['| makeresults', false, []],
  ['| makeresults | eval a=1', false, []],
  ['| tstats count', false, []],
];

for (const [text, isWhole, kinds] of CASES) {
  test(`${text} looks at each event by itself up to ${kinds.at(-1) ?? 'nothing'}`, () => {
    const query = queryOf(text);

    assert.equal(isRowwise(query), isWhole);
    assert.deepEqual(
      rowwisePart(query).stages.map(({ kind }) => kind),
      kinds,
    );
    assert.equal(query.stages.every(isRowwiseStage), isWhole);
  });
}
