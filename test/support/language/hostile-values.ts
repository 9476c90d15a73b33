/** Values that would like to be more than a value: they quote, close, pipe, name and format. */
import type { SeededRandom } from '../seeded-random.ts';

const PIECES: readonly [string, ...string[]] = [
  ' ',
  ...Array.from('"\'`|[](){}*\\$%_,;=<>!#&/:-+~^? \n\t\0'),
  '```',
  '$region$',
  '$v$',
  '\\"',
  '\\*',
  '" OR "',
  ') OR *',
  '] | append [search *]',
  '| outputlookup x',
  'index=_audit',
  'earliest=0',
  'NOT',
  'AND',
  'IN (a, b)',
  'CASE(',
  "' OR 1=1 --",
  "'; DROP TABLE logs; --",
  '{p1:String}',
  '{}',
  '${1}',
  '%Y',
  '.*(?i)',
  '\\x00',
  'null',
  'true()',
  '0',
  '-1e309',
  '5m',
  '10.0.0.0/8',
  'ü',
  '漢',
  '\u202e',
  '\ud800',
  '😀',
  'constructor',
  '__proto__',
  'a',
  'Word',
  'x7',
];
const PIECES_MAX = 6;

/** Different ones, none empty: each piece alone, then mixtures. */
export function hostileValues(random: SeededRandom, count: number): string[] {
  const values = new Set(PIECES);
  while (values.size < count) {
    const pieces = Array.from({ length: random.integer(1, PIECES_MAX) }, () => random.pick(PIECES));
    values.add(pieces.join(''));
  }
  return [...values];
}
