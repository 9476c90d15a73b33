import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CharacterSet, setOfRange, setOfText } from './character-set.ts';
import { readRegex, RegexFault, type RegexNode } from './read-regex.ts';

const character = (set: CharacterSet): RegexNode => ({ kind: 'character', set });
const letters = (text: string): RegexNode => character(setOfText(text));
const codes = (low: number, high: number): RegexNode => character(setOfRange(low, high));
const repeat = (min: number, max: number, at = 0): RegexNode => ({
  kind: 'repeat',
  body: letters('a'),
  min,
  max,
  at,
});

const READ: readonly [text: string, source: string, tree: RegexNode][] = [
  ['a', 'a', letters('a')],
  ['', '', { kind: 'sequence', parts: [] }],
  ['ab', 'ab', { kind: 'sequence', parts: [letters('a'), letters('b')] }],
  ['a|b', 'a|b', { kind: 'choice', branches: [letters('a'), letters('b')], at: 0 }],
  ['(?:a|b)', '(?:a|b)', { kind: 'choice', branches: [letters('a'), letters('b')], at: 3 }],
  ['{', '\\{', letters('{')],
  ['}', '\\}', letters('}')],
  [']', '\\]', letters(']')],
  ['^', '^', { kind: 'place', isStart: true }],
  ['$', '$', { kind: 'place', isStart: false }],
  ['\\A', '^', { kind: 'place', isStart: true }],
  ['\\z', '$', { kind: 'place', isStart: false }],
  ['\\Z', '$', { kind: 'place', isStart: false }],
  ['\\b', '\\b', { kind: 'place', isStart: false }],
  ['\\B', '\\B', { kind: 'place', isStart: false }],
  ['a*', 'a*', repeat(0, Infinity)],
  ['a+', 'a+', repeat(1, Infinity)],
  ['a?', 'a?', repeat(0, 1)],
  ['a+?', 'a+?', repeat(1, Infinity)],
  ['a{3}', 'a{3}', repeat(3, 3)],
  ['a{3,}', 'a{3,}', repeat(3, Infinity)],
  ['a{3,5}?', 'a{3,5}?', repeat(3, 5)],
  ['a{1000}', 'a{1000}', repeat(1_000, 1_000)],
  ['a{0,1000}', 'a{0,1000}', repeat(0, 1_000)],
  ['a{3,3}', 'a{3,3}', repeat(3, 3)],
  ['ba?', 'ba?', { kind: 'sequence', parts: [letters('b'), repeat(0, 1, 1)] }],
  ['(?:a?)', '(?:a?)', { kind: 'sequence', parts: [repeat(0, 1, 3)] }],
  ['(a)', '(a)', letters('a')],
  ['\\n', '\\n', codes(10, 10)],
  ['\\r', '\\r', codes(13, 13)],
  ['\\t', '\\t', codes(9, 9)],
  ['\\f', '\\f', codes(12, 12)],
  ['\\v', '\\v', codes(11, 11)],
  ['\\0', '\\0', codes(0, 0)],
  ['\\x7e', '\\x7e', codes(126, 126)],
  ['\\u0042', '\\u0042', codes(66, 66)],
  ['\\.', '\\.', letters('.')],
  ['\\%', '%', letters('%')],
  ['[\\b]', '[\\b]', codes(8, 8)],
  ['[a\\b]', '[a\\b]', character(setOfText('a\b'))],
  ['[\\b-\\t]', '[\\b-\\t]', codes(8, 9)],
  ['[\\t-\\r]', '[\\t-\\r]', codes(9, 13)],
  ['[\\--0]', '[\\--0]', codes(45, 48)],
  ['[+-\\-]', '[+-\\-]', codes(43, 45)],
  ['[\\x41-\\u0043]', '[\\x41-\\u0043]', codes(65, 67)],
  ['[\\.-0]', '[\\.-0]', codes(46, 48)],
  ['[a-a]', '[a-a]', letters('a')],
  ['[a-]', '[a\\-]', letters('a-')],
  ['[]-a]', '[\\]-a]', codes(93, 97)],
  ['[\\d-x]', '[\\d\\-x]', letters('0123456789-x')],
  ['[^^]', '[^\\^]', character(((1n << 129n) - 1n) ^ setOfText('^'))],
  ['[[:digit:]x]', '[0-9x]', letters('0123456789x')],
  ['[[:xdigit:]]', '[0-9A-Fa-f]', letters('0123456789ABCDEFabcdef')],
];

for (const [text, source, tree] of READ) {
  test(`${text || '(nothing)'} is read as what it means`, () => {
    const read = readRegex(text);

    assert.deepEqual(read.tree, tree);
    assert.equal(read.source, source);
    assert.equal(read.flags, '');
    assert.deepEqual(read.names, []);
  });
}

const FLAGS: readonly [text: string, flags: string, set: CharacterSet][] = [
  ['(?i)a', 'i', setOfText('aA')],
  ['(?i)[a-b]', 'i', setOfText('abAB')],
  ['(?m)a', 'm', setOfText('a')],
  ['(?s)[a]', 's', setOfText('a')],
  ['(?smi)a', 'ims', setOfText('aA')],
  ['(?i)\\x41', 'i', setOfText('aA')],
  ['ä', 'u', setOfText('ä')],
  ['😀', 'u', setOfText('😀')],
  ['[😀]', 'u', setOfText('😀')],
  ['\\😀', 'u', setOfText('😀')],
  ['[\\😀]', 'u', setOfText('😀')],
  ['\\p{Lu}', 'u', (1n << 129n) - 1n],
  ['\\P{L}', 'u', (1n << 129n) - 1n],
  ['[\\p{L}-]', 'u', (1n << 129n) - 1n],
];

for (const [text, flags, set] of FLAGS) {
  test(`${text} has the flags ${flags}`, () => {
    const read = readRegex(text);

    assert.equal(read.flags, flags);
    assert.deepEqual(read.tree, { kind: 'character', set });
  });
}

const WRONG: readonly [text: string, position: number, message: string][] = [
  ['b\\b+', 1, 'Nothing to repeat.'],
  ['ba{2}{3}', 5, 'Nested quantifiers aren’t allowed.'],
  ['a+??', 3, 'Nested quantifiers aren’t allowed.'],
  ['ba{1001,}', 1, 'A repetition can have at most 1000 rounds.'],
  ['ba{1,1001}', 1, 'A repetition can have at most 1000 rounds.'],
  ['b[^]', 1, 'Unclosed [.'],
  ['b[a-', 1, 'Unclosed [.'],
  ['[\\x43-A]', 1, 'This character range is reversed.'],
  ['[a-\\d]', 1, 'This character range is reversed.'],
  ['[\\n-\\t]', 1, 'This character range is reversed.'],
  ['b\\y', 1, '\\y isn’t supported.'],
  ['b(?P>a)', 1, "This kind of group isn't supported. Put flags such as (?i) at the start."],
  [
    'b(?<a-b>c)',
    1,
    'A group name can only contain letters, digits and _, and must not start with a digit.',
  ],
];

for (const [text, position, message] of WRONG) {
  test(`${text} is refused with its place and a reason`, () => {
    assert.throws(() => readRegex(text), { name: 'RegexFault', position, message });
  });
}

test('groups count by how deep they are nested, not by how many there are', () => {
  assert.equal(readRegex('(a)'.repeat(60)).source, '(a)'.repeat(60));
  assert.equal(readRegex('('.repeat(50) + ')'.repeat(50)).source.length, 100);
  assert.throws(() => readRegex(`(a)${'('.repeat(51)}${')'.repeat(51)}`), RegexFault);
});
