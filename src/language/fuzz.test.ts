/** Whatever the text, the language answers, within bounds, and never throws. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateQuery } from '../../test/support/language/generate-query.ts';
import { seededRandom, type SeededRandom } from '../../test/support/seeded-random.ts';
import { LIMITS } from '../spec/limits.ts';
import { complete } from './complete/complete.ts';
import { helpAt } from './help.ts';
import { highlight } from './highlight.ts';
import { scanToken } from './parser/lexer.ts';
import { lint } from './lint/lint.ts';
import { parse, type ParseOptions } from './parser/parser.ts';
import { explain, print } from './print/printer.ts';
import type { Variable, Variables } from './variables.ts';

const CASES = 20_000;
const SOURCE = {
  fields: ['status', 'user agent'],
  values: () => ['200', 'a "b"'],
  indexes: ['main'],
  savedSearches: ['one'],
  lookups: ['hosts'],
};

const PIECES = [
  ...Array.from('|[](){}"\'`,=<>!+-*/%.@$#&;:\\ \n\t'),
  '```',
  ' OR ',
  ' AND ',
  ' NOT ',
  ' BY ',
  ' AS ',
  ' IN (',
  '!=',
  '==',
  '&&',
  '||',
  'earliest=',
  'span=',
  'eval(',
  'count(',
  '| stats ',
  '| eval x=',
  '| where ',
  '[search ',
  '🎈',
  '\ud800',
  '\u0000',
  'é',
] as unknown as [string, ...string[]];

const NAMED = [
  '$one$',
  '=$one$',
  '$some$',
  '=$some$',
  '$all$',
  '=$all$',
  '$field$',
  '$other$',
] as const;
const VARIABLES: Variables = new Map<string, Variable>([
  ['one', { values: ['a "b" | c*'] }],
  ['some', { values: ['5', '*', '[search x]'] }],
  ['all', { values: [] }],
  ['field', { values: ['user agent'], use: 'field' }],
]);

/** A readable query with a few wounds. */
function mutate(random: SeededRandom, pieces = PIECES): string {
  let text = print(generateQuery(random)).slice(0, 600);
  for (let wounds = random.integer(1, 6); wounds > 0; wounds -= 1) {
    const at = random.integer(0, text.length);
    const length = random.chance(0.5) ? 0 : random.integer(1, 12);
    const piece = random.chance(0.6) ? random.pick(pieces) : '';
    text = text.slice(0, at) + piece + text.slice(at + length);
  }
  return text;
}

/** Whether the text can be read. */
function assertSane(text: string, seed: number | string, options: ParseOptions = {}): boolean {
  const result = parse(text, options);

  assert.ok(result.diagnostics.length <= LIMITS.query.diagnosticsMax, `seed ${seed}`);
  assert.equal(result.query === undefined, result.diagnostics.length > 0, `seed ${seed}: ${text}`);
  for (const { start, end, message } of result.diagnostics) {
    assert.ok(start >= 0 && start <= end && end <= text.length + 1, `seed ${seed}: ${text}`);
    assert.match(message, /[.?]$/, `seed ${seed}`);
  }
  return result.query !== undefined;
}

function assertMarked(text: string, seed: number | string): void {
  let last = 0;
  for (const mark of highlight(text)) {
    assert.ok(mark.start >= last && mark.end <= text.length, `seed ${seed}: ${text}`);
    last = mark.end;
  }
}

test('twenty thousand wounded queries are answered with a tree or with problems', () => {
  let broken = 0;
  for (let seed = 1; seed <= CASES; seed += 1) {
    const text = mutate(seededRandom(seed));

    const isRead = assertSane(text, seed);

    if (!isRead) broken += 1;
  }
  assert.ok(broken > CASES / 4 && broken < CASES, `${broken} were broken`);
});

test('variables anywhere in a query are bound or refused, and what is bound prints and reads as the same', () => {
  let read = 0;
  for (let seed = 1; seed <= CASES; seed += 1) {
    const text = mutate(seededRandom(seed), [...NAMED]);
    if (!assertSane(text, seed, { variables: VARIABLES })) continue;
    read += 1;
    const result = parse(text, { variables: VARIABLES });
    const query = result.query ?? assert.fail();
    const again = parse(print(query)).query;
    assert.equal(again && explain(again), explain(query), `seed ${seed}: ${text}`);
    lint(result, { fields: new Set(['status']), now: 0, timeZone: 'Europe/Berlin' });
  }
  assert.ok(read > CASES / 50, `${read} could be read`);
});

test('completion, help and advice answer at every place of a wounded query', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const random = seededRandom(seed);
    const text = mutate(random);
    const at = random.integer(0, text.length);

    const { from, to, items } = complete(text, at, SOURCE);
    helpAt(text, at);
    assertMarked(text, seed);
    lint(parse(text), { fields: new Set(['status']), now: 0, timeZone: 'Europe/Berlin' });

    assert.ok(from >= 0 && from <= at && to >= at && to <= text.length, `seed ${seed}: ${text}`);
    assert.ok(items.length <= LIMITS.query.completionsMax);
  }
});

test('what can still be read prints and reads as the same', () => {
  for (let seed = 1; seed <= 3000; seed += 1) {
    const { query } = parse(mutate(seededRandom(seed)));
    if (query === undefined) continue;

    const again = parse(print(query)).query;

    assert.equal(again && explain(again), explain(query), `seed ${seed}`);
  }
});

/** As long as a query may be, and as unpleasant. */
const HOSTILE = {
  'open parentheses': '(',
  'closed parentheses': ')',
  'open brackets': '[',
  'closed brackets': ']',
  subsearches: '[search ',
  'double quotes': '"',
  'escaped quotes': '\\"',
  'single quotes': "'",
  'single quotes apart': "' ",
  backticks: '`',
  'comment marks': '```',
  comments: '```a``` ',
  pipes: '|',
  'pipes apart': '| ',
  NOT: 'NOT ',
  OR: 'OR ',
  AND: 'AND ',
  alternatives: 'a OR ',
  words: 'a ',
  commas: ',',
  'commas apart': 'a, ',
  equals: '=',
  comparisons: 'a=b ',
  stars: '*',
  backslashes: '\\',
  CASE: 'CASE(',
  calls: '| eval x=abs(',
  'nested calls': 'abs(',
  signs: '-',
  sums: '1+',
  dots: 'a.',
  'time terms': 'earliest=-1h ',
  'unknown commands': '| foo ',
  'broken commands': '| stats ',
  'IN lists': 'a IN (b, ',
  rex: '| rex "(',
  spaces: ' ',
  surrogates: '\ud800',
  macros: '`m(`',
} as const;

const PREFIXES = [
  '',
  '* | where ',
  '* | eval x=',
  '* | stats count(eval(',
  '* | rex "',
  '* | fields ',
];

for (const [name, piece] of Object.entries(HOSTILE)) {
  test(`a query full of ${name} is answered`, () => {
    for (const prefix of PREFIXES) {
      const repeat = Math.floor((LIMITS.query.textCharactersMax - prefix.length) / piece.length);
      const text = prefix + piece.repeat(repeat);

      assertSane(text, name);
      assertMarked(text, name);
    }
  });
}

test('one character more than allowed is refused without being read', () => {
  const longest = 'a'.repeat(LIMITS.query.textCharactersMax);

  assert.equal(parse(longest).diagnostics.length, 0);
  assert.equal(parse(`${longest}a`).diagnostics[0]?.code, 'text-too-long');
  assert.deepEqual(highlight(`${longest}a`), []);
  assert.deepEqual(complete(`${longest}a`, 3, SOURCE).items, []);
});

test('every scan moves forward', () => {
  for (let seed = 1; seed <= 2000; seed += 1) {
    const text = mutate(seededRandom(seed));
    for (const mode of ['search', 'value', 'list', 'argument', 'expression'] as const) {
      let at = 0;
      for (;;) {
        const token = scanToken(text, at, mode);
        if (token.kind === 'end') break;
        assert.ok(
          token.end > at && token.end > token.start,
          `seed ${seed}, ${mode}, at ${at}: ${text}`,
        );
        at = token.end;
      }
    }
  }
});
