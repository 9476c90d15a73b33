/**
 * What lines are cut into, in a file people can read: `golden-tokens/lines.txt`. Below a line, which begins with `>`, stand
 * its tokens: variables behind their kind, and what is left of a word with digits in it. Run with XPLAIN_GOLDEN=write to write what
 * comes out now, and read the difference.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { maskedText } from './mask-word.ts';
import { createTokenTable, endAt, KIND, kindAt, startAt } from './token-table.ts';
import { tokenize } from './tokenize.ts';

const path = join(import.meta.dirname, 'golden-tokens', 'lines.txt');
const isWriting = process.env['XPLAIN_GOLDEN'] === 'write';
const NAMES = Object.keys(KIND);

/** Tabs and line ends are written as ⇥ and ⏎. */
function tokensOf(line: string): string {
  const text = line.slice(2).replaceAll('⇥', '\t').replaceAll('⏎', '\n');
  const table = createTokenTable(8);
  tokenize(table, text, 4_000, 64);
  const tokens = Array.from({ length: table.size }, (_, index) => {
    const [from, to] = [startAt(table, index), endAt(table, index)];
    const name = NAMES[kindAt(table, index)] ?? '';
    const token = text.slice(from, to);
    if (name === 'word' || name === 'punctuation') return token;
    return `${name}:${token}${name === 'mixed' ? `→${maskedText(text, from, to)}` : ''}`;
  });
  return tokens.join(' · ').replaceAll('\t', '⇥').replaceAll('\n', '⏎');
}

test('lines are cut into the tokens written below them', () => {
  const content = readFileSync(path, 'utf8');
  const renewed = content
    .split('\n')
    .filter((line) => line.startsWith('>'))
    .map((line) => `${line}\n  ${tokensOf(line)}\n`.replace(/ +\n$/, '\n'))
    .join('');
  if (isWriting) writeFileSync(path, renewed);

  assert.equal(isWriting ? renewed : content, renewed);
});
