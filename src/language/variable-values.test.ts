/** Whatever a value holds, it is one literal: it changes nothing of the tree but itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostileValues } from '../../test/support/language/hostile-values.ts';
import { plainTree } from '../../test/support/language/plain-tree.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import { lint } from './lint/lint.ts';
import { parse } from './parser/parser.ts';
import { explain, print } from './print/printer.ts';
import type { Query } from './tree.ts';
import type { Variable } from './variables.ts';

const SEED = Number(process.env['SEED'] ?? 20_260_131);
const VALUES = hostileValues(seededRandom(SEED), 1_000);
const PLAIN = 'plain';

/** Every place where a variable may stand. */
const POSITIONS = [
  '$v$ a',
  'a OR $v$ | head 5',
  'NOT $v$',
  'CASE($v$) b',
  'TERM($v$) b',
  'f=$v$ a',
  'f!=$v$',
  'f>=$v$',
  'f=CASE($v$)',
  'f IN (a, $v$, b)',
  'NOT f IN ($v$)',
  'a [search f=$v$ | fields f]',
  '* | search f=$v$',
  '* | where f=$v$',
  '* | where $v$!=f OR g=1',
  '* | where f<$v$',
  '* | where f IN ($v$, "b")',
  '* | where in(f, $v$)',
  '* | eval x=$v$',
  '* | eval x="a" . $v$ . "b"',
  '* | eval x=if(f=$v$, $v$, "b")',
  '* | eval x=replace(f, "a", $v$)',
  '* | head (f=$v$)',
  '* | stats count(eval(f=$v$)) AS n BY g',
  '* | fillnull value=$v$ f',
  '* | timechart otherstr=$v$ count BY f',
  '* | transaction f startswith=(f=$v$)',
  '| tstats count where f=$v$ by g',
  '* | append [search $v$ | where f=$v$]',
];

/** The same with a variable that stands for a field. */
const FIELDS = [
  '$v$=a',
  '$v$ IN (a, b)',
  '* | where $v$=1',
  '* | eval x=$v$ + 1',
  '* | stats avg($v$) AS n BY $v$',
  '* | table $v$',
  '* | sort -$v$',
  '* | top $v$',
  '* | timechart count BY $v$',
  '* | rename $v$ AS b',
];

function treeOf(text: string, values: readonly string[], use: Variable['use'] = 'value'): Query {
  const { query, diagnostics } = parse(text, { variables: new Map([['v', { values, use }]]) });
  return query ?? assert.fail(`${text} with ${JSON.stringify(values)}: ${diagnostics[0]?.message}`);
}

/** Equal in everything but the value, which may stand anywhere in a name that is made of it. */
function assertSame(left: unknown, right: unknown, value: string, where: string): void {
  if (typeof left === 'string' && typeof right === 'string') {
    assert.ok(left === right || left.replaceAll(PLAIN, () => value) === right, where);
  } else if (typeof left === 'object' && typeof right === 'object' && left !== null) {
    assert.deepEqual(Object.keys(left), Object.keys(right ?? {}), where);
    for (const [key, each] of Object.entries(left)) {
      assertSame(each, Reflect.get(right ?? {}, key), value, where);
    }
  } else assert.equal(left, right, where);
}

for (const [use, texts] of Object.entries({ value: POSITIONS, field: FIELDS } as const)) {
  test(`1,000 hostile values as ${use} leave the tree as it is, and are printed so that they are read again`, () => {
    for (const text of texts) {
      const plain = treeOf(text, [PLAIN], use === 'field' ? 'field' : 'value');
      for (const value of VALUES) {
        const where = `${text} with ${JSON.stringify(value)}, seed ${SEED}`;
        const tree = treeOf(text, [value], use === 'field' ? 'field' : 'value');
        assertSame(plain, tree, value, where);
        assert.deepEqual(plainTree(parse(print(tree)).query ?? {}), plainTree(tree), where);
        assert.ok(explain(tree).length > 0, where);
      }
    }
  });
}

test('several hostile values at once are as many literals', () => {
  for (let at = 0; at + 3 <= VALUES.length; at += 3) {
    const values = VALUES.slice(at, at + 3);
    for (const text of ['f=$v$', 'f!=$v$', 'f IN ($v$)', '$v$', '* | where f=$v$']) {
      const tree = treeOf(text, values);
      const where = `${text} with ${JSON.stringify(values)}, seed ${SEED}`;
      assert.deepEqual(plainTree(parse(print(tree)).query ?? {}), plainTree(tree), where);
      assert.deepEqual(literalsOf(tree), values, where);
    }
  }
});

/** Values of the tree, without the star that asks whether a field is there. */
function literalsOf(tree: unknown): string[] {
  if (Array.isArray(tree)) return tree.flatMap(literalsOf);
  if (typeof tree !== 'object' || tree === null) return [];
  if ('pattern' in tree && Array.isArray(tree.pattern)) {
    return tree.pattern.length === 1 ? [String(tree.pattern[0])] : [];
  }
  if ('kind' in tree && tree.kind === 'text' && 'value' in tree) return [String(tree.value)];
  return Object.values(tree).flatMap(literalsOf);
}

test('lints look at a value as at any literal, and never fail', () => {
  for (const value of VALUES) {
    const result = parse('f=$v$ $v$ | where f=$v$', {
      variables: new Map([['v', { values: [value] }]]),
    });
    const codes = lint(result).map(({ code }) => code);
    assert.ok(!codes.includes('leading-wildcard'), `${JSON.stringify(value)}, seed ${SEED}`);
  }
});
