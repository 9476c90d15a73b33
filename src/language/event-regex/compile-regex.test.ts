import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../test/support/limits.ts';
import { checkAmbiguity, movesFor } from './check-ambiguity.ts';
import { compileRegex } from './compile-regex.ts';
import { RegexFault, readRegex } from './read-regex.ts';

const limits = LIMITS.pipelines;
const compile = (text: string) => compileRegex(text, limits);

const EXPONENTIAL = [
  '(a+)+b',
  '(a*)*b',
  '(a|a)*b',
  '(a|ab|b)*c',
  '(a|a?)+b',
  '(?:(?:a)+)+',
  '(x+x+)+y',
  '(.*a){20}',
  '(.*?,){11}P',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(\\.a?a?)*z',
  '(\\s*a\\s*)*b',
  '(?:\\d{1,3}){3}',
  '^(?:.|\\n)*x',
  '(?i)(?:a|A)*b',
  '(\\w|\\d)+!',
  '([^,]|,)*;(?:[^;]+;?)*$',
  'a?'.repeat(30) + 'a'.repeat(30),
  '(?:a|a)'.repeat(20),
];

for (const text of EXPONENTIAL) {
  test(`${text} is refused, since a text can make it take forever`, () => {
    assert.throws(() => compile(text), RegexFault);
  });
}

const WRONG: readonly [text: string, position: number, message: RegExp][] = [
  ['', 0, /empty/],
  ['(', 0, /Unclosed \(/],
  ['ab)', 2, /has no matching/],
  ['[a', 0, /Unclosed \[/],
  ['a**', 2, /Nested quantifiers/],
  ['*a', 0, /Nothing to repeat/],
  ['^+', 0, /Nothing to repeat/],
  ['a{5,2}', 0, /reversed/],
  ['a{1001}', 0, /at most 1000 rounds/],
  ['[z-a]', 1, /reversed/],
  ['x(?=a)', 1, /Lookaround/],
  ['x(?!a)', 1, /Lookaround/],
  ['x(?<=a)', 1, /Lookaround/],
  ['x(?<!a+)', 1, /Lookaround/],
  ['(a)\\1', 3, /Backreferences/],
  ['(?<n>a)\\k<n>', 7, /Backreferences/],
  ['(?>a)', 0, /isn't supported/],
  ['(?<n>a)(?<n>b)', 7, /Duplicate group name/],
  ['(?<1n>a)', 0, /group name/],
  ['a\\', 1, /backslash/],
  ['\\Qa', 0, /isn’t supported/],
  ['[[:nope:]]', 1, /not known/],
  ['('.repeat(51) + ')'.repeat(51), 50, /too deep/],
];

for (const [text, position, message] of WRONG) {
  test(`${text.slice(0, 30)} is refused with its place`, () => {
    assert.throws(
      () => compile(text),
      (error: unknown) => {
        assert.ok(error instanceof RegexFault);
        assert.match(error.message, message);
        assert.equal(error.position, position);
        return true;
      },
    );
  });
}

test('a pattern of the longest length is taken, one character more is not', () => {
  const longest = 'a'.repeat(limits.patternCharactersMax);

  assert.equal(compile(longest).regex.source.length, limits.patternCharactersMax);
  assert.throws(() => compile(`${longest}a`), RegexFault);
});

const SAME: readonly [text: string, source: string, flags: string][] = [
  ['(?P<x>\\d+)', '(?<x>\\d+)', ''],
  ['(?is)a.b', 'a.b', 'is'],
  ['\\Aab\\z', '^ab$', ''],
  ['[[:alpha:]_]+', '[A-Za-z_]+', ''],
  ['\\"x\\-y\\_\\:', '"x-y_:', ''],
  ['[]a]', '[\\]a]', ''],
  ['a{x', 'a\\{x', ''],
  ['ä+', 'ä+', 'u'],
  ['\\p{Lu}x', '\\p{Lu}x', 'u'],
  ['(?:\\w+\\.)*com', '(?:\\w+\\.)*com', ''],
  ['(?:[^"\\\\]|\\\\.)*"', '(?:[^"\\\\]|\\\\.)*"', ''],
  ['[\\w.-]+', '[\\w.\\-]+', ''],
  ['[\\x41-\\x5a]', '[\\x41-\\x5a]', ''],
];

for (const [text, source, flags] of SAME) {
  test(`${text} becomes ${source}`, () => {
    const { regex } = compile(text);

    assert.equal(regex.source, new RegExp(source, flags).source);
    assert.equal(regex.flags, flags);
  });
}

test('every way to write a character means that character', () => {
  const written = '\\n\\t\\x41\\u0042\\.\\\\[\\b\\-\\]]\\/\\#';

  assert.match('\n\tAB.\\-/#', compile(written).regex);
});

test('the names of the groups come in order', () => {
  assert.deepEqual(compile('(?<b>x)(y)(?P<a>z)').names, ['b', 'a']);
});

test('patterns that are tied down run free, others up to a length', () => {
  assert.equal(compile('^(?<a>\\S+) (?<b>\\S+)').freeCharacters, limits.inputCharactersMax);
  const loose = compile('.*foo.*bar.*baz').freeCharacters;
  assert.ok(loose > 50 && loose < 500, String(loose));
});

test('what may run free makes no more moves than it may, however bad the text', () => {
  // Time per move is a matter of the machine; the number of moves grows as reckoned.
  const effort = checkAmbiguity(readRegex('.*a.*b').tree);

  const { freeCharacters } = compile('.*a.*b');

  assert.ok(movesFor(effort, freeCharacters) <= limits.freeMovesMax);
  assert.ok(movesFor(effort, freeCharacters * 1.3) > limits.freeMovesMax);
  assert.deepEqual(effort, { freeLoops: 3, ways: 1 });
  assert.equal(Math.round(movesFor(effort, 100)), Math.round(100 ** 4 / 24));
});

test('no pattern takes long to look at, be it taken or refused', () => {
  const { patternCharactersMax } = LIMITS.pipelines;
  const whole = (piece: string): string => piece.repeat(patternCharactersMax / piece.length);
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const hostile = [
    whole('a?'),
    whole('.*'),
    whole('.*?'),
    `(?:${whole('a?').slice(0, 3_900)})*`,
    whole(letters.map((letter) => `${letter}?`).join('')),
    whole(`(?:${letters.join('|')})`),
    whole(`(?:${letters.join('|')})?`),
    whole('(?:a|b)?'),
    `${'(?:'.repeat(45)}${'a?'.repeat(1_500)}${')*'.repeat(45)}`,
    whole(String.raw`\p{L}`),
    whole('a{1,1000}'),
    whole('['),
    whole('(a'),
  ];

  for (const text of hostile) {
    const before = process.threadCpuUsage();
    try {
      compileRegex(text, LIMITS.pipelines);
    } catch (error) {
      assert.ok(error instanceof RegexFault, String(error));
    }
    const { user } = process.threadCpuUsage(before);
    assert.ok(user / 1_000 < LIMITS.targets.turnMsMax, `${text.slice(0, 20)}: ${user} µs`);
  }
});

test('as many parts may follow each other, and as many properties stand, as allowed', () => {
  const optional = (count: number): string => 'a?'.repeat(count);
  const properties = (count: number): string => String.raw`\p{L}-`.repeat(count);

  assert.throws(() => compileRegex(`^${optional(400)}`, LIMITS.pipelines), /too complex/);
  assert.doesNotThrow(() => compileRegex(properties(100), LIMITS.pipelines));
  assert.throws(() => compileRegex(properties(101), LIMITS.pipelines), /100 properties/);
});
