/** Values of variables on their way into a statement: only what is bound differs, and each finds what it names. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bind } from '../../engines/store/sql.ts';
import type { Variable } from '../../language/index.ts';
import { hostileValues } from '../../../test/support/language/hostile-values.ts';
import { openSearch, type SearchUnderTest } from '../../../test/support/search-under-test.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { prepareSearch } from './prepare-search.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const SEED = Number(process.env['SEED'] ?? 20_260_131);
const VALUES = hostileValues(seededRandom(SEED), 1_000);
/** Stored whole: what is no character at all is replaced on the way into any store. */
const KEPT = VALUES.filter((value) => value.isWellFormed() && !value.includes('\0')).slice(0, 300);

let tested: SearchUnderTest;

before(async () => {
  tested = await openSearch({ now: NOW });
  await tested.insert(
    KEPT.map((value, i) => ({
      body: 'payment refused',
      timestamp: NOW - 1_000 - i,
      attributes: [['wanted', value] as const, ['place', `n${i}`] as const],
    })),
  );
});
after(() => tested[Symbol.asyncDispose]());

function variablesOf(values: readonly string[], use: Variable['use'] = 'value') {
  return new Map<string, Variable>([['v', { values, use }]]);
}

async function statementOf(query: string, values: readonly string[], use?: Variable['use']) {
  const variables = variablesOf(values, use);
  const input = { query, variables, earliest: '-1h', latest: 'now' };
  const { signal } = new AbortController();
  const { plan } = await prepareSearch(tested.needs, tested.actorOf('org_test'), input, signal);
  return bind(plan.statement).text;
}

/** Numbers and networks are compared in ways of their own, and so are words with an index behind them. */
function classOf(value: string): string {
  const words = new Set(value.match(/(?:[A-Za-z0-9]|[^\p{ASCII}])+/gu)).size;
  return [
    value.trim() !== '' && Number.isFinite(Number(value)),
    /^[\d.:a-f]+\/\d+$/i.test(value),
    /^\p{ASCII}*$/u.test(value),
    /^(?:[A-Za-z0-9]|[^\p{ASCII}])+$/u.test(value),
    Math.min(words, 8),
  ].join(' ');
}

const POSITIONS: Readonly<Record<string, Variable['use']>> = {
  'f=$v$': 'value',
  'level=$v$ f!=$v$': 'value',
  'f>$v$': 'value',
  'f IN (a, $v$)': 'value',
  $v$: 'value',
  'NOT CASE($v$) TERM($v$)': 'value',
  '* | where f=$v$ OR $v$!=level': 'value',
  '* | eval x=$v$ . f, y=if(f<$v$, $v$, "b")': 'value',
  '* | stats count(eval(f=$v$)) AS n BY g': 'value',
  '* | fillnull value=$v$ f': 'value',
  '$v$=a | stats count BY $v$ | sort -$v$': 'field',
};

for (const [query, use] of Object.entries(POSITIONS)) {
  test(`1,000 hostile values in ${query} leave the text of the statement as it is`, async () => {
    const seen = new Map<string, string>();
    for (const value of VALUES) {
      const text = await statementOf(query, [value], use);
      const kind = use === 'field' ? 'field' : classOf(value);
      assert.equal(text, seen.get(kind) ?? text, `${JSON.stringify(value)}, seed ${SEED}`);
      seen.set(kind, text);
    }
    assert.ok(seen.size <= 40, `${seen.size} different statements`);
  });
}

test('each value finds its own events and no others', async () => {
  for (const [i, value] of KEPT.entries()) {
    if (i % 3 !== 0) continue;
    for (const query of ['* | where wanted=$v$', '* | where wanted IN ($v$)']) {
      const rows = await tested.rows(`${query} | table place, wanted`, {
        variables: variablesOf([value]),
      });
      const isWrong = rows.some((row) => !isSame(String(row['wanted']), value));
      assert.ok(rows.some((row) => row['place'] === `n${i}`) && !isWrong, JSON.stringify(value));
    }
  }
});

/** In `where` numbers are compared as numbers. */
function isSame(found: string, wanted: string): boolean {
  return found === wanted || Number(found) === Number(wanted);
}

test('all values keep events without the field, several find those of each', async () => {
  const count = async (query: string, values: readonly string[]): Promise<unknown> => {
    const [row] = await tested.rows(`${query} | stats count`, { variables: variablesOf(values) });
    return row?.['count'];
  };

  assert.equal(await count('nowhere=$v$', []), KEPT.length);
  assert.equal(await count('nowhere=$v$', ['a']), 0);
  assert.equal(await count('place=$v$', ['n1', 'n2', 'n3']), 3);
  assert.equal(await count('place!=$v$', ['n1', 'n2', 'n3']), KEPT.length - 3);
  assert.equal(await count('nowhere!=$v$', ['n1', 'n2']), 0);
  assert.equal(await count('refused $v$', ['payment', 'nothing']), KEPT.length);
});

test('a variable nobody declared is refused with its place', async () => {
  await assert.rejects(
    tested.search('place=$plcae$', { variables: new Map([['place', { values: [] }]]) }),
    {
      code: 'QUERY_SYNTAX_ERROR',
      message: /Unknown variable `\$plcae\$`\. Did you mean `\$place\$`\?/,
    },
  );
});
