/** Rows that somebody made to break or stall the miner. How long they may take is left to the benchmark. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compressRows } from './compress-rows.ts';
import { minePatterns } from './mine-patterns.ts';
import type { Row } from './row.ts';

const many = (count: number, row: (index: number) => Row): Row[] =>
  Array.from({ length: count }, (_, index) => row(index));

const CASES: Readonly<Record<string, Row[]>> = {
  'megabytes of one letter': ['a'.repeat(3_000_000), 'b'.repeat(3_000_000)],
  'megabytes of digits': ['1'.repeat(3_000_000), '2'.repeat(3_000_000)],
  'white space only': many(2_000, (index) => ' \t\n'.repeat(index % 400)),
  'halves of characters': ['\ud800', '\udc00 x', 'a\ud83d', `${'x'.repeat(1_999)}😀`],
  'as many lengths as rows': many(3_000, (index) => `${'w '.repeat(index)}${index}`),
  'nothing but quotes': many(1_000, (index) => '"'.repeat(index)),
  'nothing but colons': many(1_000, (index) => `${':'.repeat(index)}1:2:3:4:5:6:7:8:9::`),
  'nothing but marks': many(1_000, () => '.!?'.repeat(700)),
  'marks inside a word': many(1_000, () => `a${'!'.repeat(2_000)}b`),
  'nothing but brackets': many(1_000, (index) => '[({<'.charAt(index % 4).repeat(2_000)),
  'nothing but placeholders': many(1_000, () => '<*>'.repeat(700)),
  'numbers without end': many(1_000, () => '1 '.repeat(1_000)),
  'numbers joined by dashes': many(1_000, () => '1-'.repeat(1_000)),
  'times without end': many(300, () => '2024-01-01T00:00:00Z '.repeat(100)),
  'what is nearly an identifier': many(1_000, () => 'aaaaaaaa-'.repeat(222)),
  'two words in every order': many(2_000, (index) =>
    Array.from({ length: 64 }, (_, bit) => ((index * 2_654_435_761) >>> (bit % 32)) % 2).join(' '),
  ),
  'an object nested deeply': [`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`],
  'an object with thousands of fields': many(20, (index) =>
    Object.fromEntries(Array.from({ length: 2_000 }, (_, key) => [`k${key}`, index * key])),
  ),
  'other fields in every row': many(2_000, (index) => ({
    [`k${index}`]: 1,
    message: `x ${index}`,
  })),
  'logfmt that never ends': many(500, () => `msg="${'x\\"'.repeat(600)}`),
  'logfmt with the same field again': many(500, () => `msg=x ${'k=v '.repeat(500)}`),
  'the names of the language': ['{"__proto__":{"a":1},"constructor":2,"message":"x"}', 'toString'],
};

for (const [name, rows] of Object.entries(CASES)) {
  test(`${name}: every row is assigned, every line is one line`, () => {
    const { patterns, assignment } = minePatterns(rows);
    assert.equal(assignment.length, rows.length);
    assert.equal(
      patterns.reduce((sum, pattern) => sum + pattern.count, 0),
      rows.length,
    );
    for (const { text } of compressRows(rows).lines) {
      assert.match(text, /^\[\d+x\] [^\p{Cc}\u2028\u2029]+$/u);
      assert.ok(text.isWellFormed());
    }
  });
}
