import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateQuery } from '../../../test/support/language/generate-query.ts';
import { plainTree } from '../../../test/support/language/plain-tree.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { LIMITS } from '../../spec/limits.ts';
import { parse, parseSearch } from './parser.ts';
import { print } from '../print/printer.ts';

function codes(text: string): string[] {
  return parse(text).diagnostics.map((each) => each.code);
}

test('as many commands as allowed, and not one more', () => {
  const max = LIMITS.query.stagesMax;
  const withStages = (count: number): string => `a${' | reverse'.repeat(count - 1)}`;

  assert.deepEqual(codes(withStages(max)), []);
  assert.deepEqual(codes(withStages(max + 1)), ['too-many-stages']);
  assert.deepEqual(codes(`a [search b | head] ${' | reverse'.repeat(max - 3)}`), []);
  assert.deepEqual(codes(`a [search b | head] ${' | reverse'.repeat(max - 2)}`), [
    'too-many-stages',
  ]);
});

test('as many subsearches as allowed, beside and inside each other', () => {
  const { subsearchesMax, subsearchNestingMax } = LIMITS.query;
  const nested = (depth: number): string => `a${' [search b'.repeat(depth)}${']'.repeat(depth)}`;

  assert.deepEqual(codes(`a${' [search b]'.repeat(subsearchesMax)}`), []);
  assert.deepEqual(codes(`a${' [search b]'.repeat(subsearchesMax + 1)}`), ['too-many-subsearches']);
  assert.deepEqual(codes(nested(subsearchNestingMax)), []);
  assert.deepEqual(codes(nested(subsearchNestingMax + 1)), ['too-many-subsearches']);
});

test('parentheses, NOT, signs and calls nest as deep as allowed', () => {
  const max = LIMITS.query.nestingMax;
  const rows: readonly (readonly [open: string, core: string, close: string, prefix: string])[] = [
    ['(', 'a', ')', ''],
    ['NOT ', 'a', '', ''],
    ['(', 'a=1', ')', '* | where '],
    ['NOT ', 'a=1', '', '* | where '],
    ['-', '1', '', '* | eval x='],
    ['abs(', '1', ')', '* | eval x='],
  ];
  for (const [open, core, close, prefix] of rows) {
    const nested = (depth: number): string =>
      prefix + open.repeat(depth) + core + close.repeat(depth);
    assert.deepEqual(codes(nested(max)), [], nested(2));
    assert.deepEqual(codes(nested(max + 1)), ['too-deep'], nested(2));
  }
});

test('a chain of operators is as long as allowed', () => {
  const max = LIMITS.query.nestingMax;

  assert.deepEqual(codes(`* | eval x=1${'+1'.repeat(max)}`), []);
  assert.deepEqual(codes(`* | eval x=1${'+1'.repeat(max + 1)}`), ['too-deep']);
  assert.deepEqual(codes(`* | where a=1${' OR a=1'.repeat(400)}`), []);
});

test('as many fields and values as allowed, the plain values of a list counting as none', () => {
  const { termsMax, textCharactersMax } = LIMITS.query;
  const many = (count: number, piece: string, between: string): string =>
    Array.from({ length: count }, () => piece).join(between);
  const longest = many(textCharactersMax / 2 - 50, '1', ',');
  const groups = (count: number): string =>
    Array.from({ length: count }, (_, i) => `(?<a${i}>.)`).join('');

  for (const [whole, over] of [
    [many(termsMax, 'a', ' OR '), many(termsMax + 1, 'a', ' OR ')],
    [`a | table ${many(termsMax - 1, 'a', ' ')}`, `a | table ${many(termsMax, 'a', ' ')}`],
    [
      `a [search ${many(termsMax - 1, 'a', ' ')}]`,
      `a [search ${many(termsMax / 2, 'a', ' ')}] ${many(termsMax / 2, 'b', ' ')}`,
    ],
    [`f IN (${longest})`, `f IN (${many(termsMax, 'a*', ',')})`],
    [`f IN (${longest})`, `f IN (${many(termsMax, '10.0.0.0/8', ',')})`],
    [`* | where f IN (${longest})`, `* | where f IN (${many(termsMax, 'a', ',')})`],
    [`* | where in(f, ${longest})`, `* | where in(f, ${many(termsMax, 'a', ',')})`],
    [`* | rex "${groups(termsMax - 10)}"`, `* | rex "${groups(termsMax)}"`],
  ] as const) {
    assert.deepEqual(codes(whole), [], whole.slice(0, 60));
    assert.deepEqual(codes(over), ['too-many-terms'], over.slice(0, 60));
  }
});

test('problems are told up to the limit, the last one saying that there are more', () => {
  const max = LIMITS.query.diagnosticsMax;
  const broken = (count: number): string => `a${' | nope'.repeat(count)}`;

  assert.equal(codes(broken(max - 1)).length, max - 1);
  const over = codes(broken(max + 10));
  assert.equal(over.length, max);
  assert.equal(over.at(-1), 'too-many-problems');
  assert.equal(over.filter((code) => code === 'too-many-problems').length, 1);
});

test('a problem in one command does not hide those of later ones, nor invent any', () => {
  const result = parse('a | stats count by | eval x=(1 | where y=1 | nope | head 5 | sort');

  assert.deepEqual(
    result.diagnostics.map(({ code, start }) => [code, start]),
    [
      ['missing-argument', 19],
      ['unclosed-bracket', 28],
      ['unknown-command', 45],
      ['missing-argument', 65],
    ],
  );
});

test('nodes lie inside the nodes that hold them', () => {
  for (let seed = 1; seed <= 1500; seed += 1) {
    const text = print(generateQuery(seededRandom(seed)));
    const { query } = parse(text);

    assert.ok(query);
    assertInside(query, { start: 0, end: text.length }, `seed ${seed}: ${text}`);
  }
});

function assertInside(
  value: unknown,
  around: { readonly start: number; readonly end: number },
  message: string,
): void {
  if (typeof value !== 'object' || value === null) return;
  let inner = around;
  if ('kind' in value && 'start' in value && 'end' in value) {
    const { start, end } = value;
    if (typeof start === 'number' && typeof end === 'number') {
      assert.ok(around.start <= start && start <= end && end <= around.end, message);
      inner = { start, end };
    }
  }
  for (const each of Object.values(value)) assertInside(each, inner, message);
}

test('a node covers exactly its text', () => {
  const text =
    'index=web (a OR "b c") | stats avg(x.y) AS z BY _time span=1h, host | where NOT z > 5';
  const { query } = parse(text);
  const found: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('kind' in value && 'start' in value && 'end' in value) {
      found.push(text.slice(Number(value.start), Number(value.end)));
    }
    for (const each of Object.values(value)) collect(each);
  };
  collect(query);

  const expected = [
    'index=web (a OR "b c")',
    'index=web',
    'index',
    'web',
    'a OR "b c"',
    '"b c"',
    'stats avg(x.y) AS z BY _time span=1h, host',
    'avg(x.y) AS z',
    'x.y',
    '_time span=1h',
    '_time',
    'where NOT z > 5',
    'NOT z > 5',
    'z > 5',
  ];
  for (const each of expected) assert.ok(found.includes(each), each);
});

test('a search expression can be read on its own', () => {
  assert.deepEqual(plainTree(parseSearch('a OR b=c')), {
    kind: 'or',
    operands: [
      { kind: 'term', match: 'word', pattern: ['a'] },
      {
        kind: 'comparison',
        field: { kind: 'field', name: 'b' },
        operator: '=',
        value: { kind: 'value', match: 'word', pattern: ['c'] },
      },
    ],
  });
  assert.equal(parseSearch('a | head'), undefined);
  assert.equal(parseSearch('a OR'), undefined);
});
