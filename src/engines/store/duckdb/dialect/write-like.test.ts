import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bind, sql, string } from '../../sql.ts';
import { outcomeOf, translateText } from './translated.suite.ts';

const BODY = 'SELECT "body" FROM logs_ AS logs WHERE ';
const FULL = 'regexp_full_match("body", CAST($p1 AS VARCHAR), \'s\')';
const HELD = `(contains("body", CAST($p2 AS VARCHAR)) AND ${FULL})`;
const LIKE = `("body" LIKE CAST($p1 AS VARCHAR) ESCAPE '\\')`;
const HELD_LIKE = `(contains("body", CAST($p2 AS VARCHAR)) AND ${LIKE})`;

/** Patterns, how a text is compared with each, and with what. */
const PATTERNS: readonly (readonly [pattern: string, condition: string, ...values: string[]])[] = [
  ['a', '("body" = CAST($p1 AS VARCHAR))', 'a'],
  ['', '("body" = CAST($p1 AS VARCHAR))', ''],
  ['a%', 'starts_with("body", CAST($p1 AS VARCHAR))', 'a'],
  ['%a', 'ends_with("body", CAST($p1 AS VARCHAR))', 'a'],
  ['%', 'starts_with("body", CAST($p1 AS VARCHAR))', ''],
  ['%a%', 'contains("body", CAST($p1 AS VARCHAR))', 'a'],
  ['%%', 'contains("body", CAST($p1 AS VARCHAR))', ''],
  ['%😀%', 'contains("body", CAST($p1 AS VARCHAR))', '😀'],
  ['a%b', HELD, 'a', 'a.*b'],
  ['%%b', HELD, 'b', '.*b'],
  ['a%b%', HELD, 'a', 'a.*b.*'],
  ['%a%bc', HELD, 'bc', '.*a.*bc'],
  ['a%b%c', HELD, 'a', 'a.*b.*c'],
  ['%a%%b', HELD, 'a', '.*a.*b'],
  ['%a%b%', HELD, 'a', '.*a.*b.*'],
  ['a_', HELD_LIKE, 'a', 'a_'],
  ['a_%(b)', HELD_LIKE, '(b)', 'a_%(b)'],
  ['__', LIKE, '__'],
  ['_%_%', FULL, '..*..*'],
  ['%(a)%.%', HELD, '(a)', String.raw`.*\(a\).*\..*`],
  ['a\0%b%', HELD, 'a\0', String.raw`a\x00.*b.*`],
  [String.raw`a\%b`, '("body" = CAST($p1 AS VARCHAR))', 'a%b'],
  [String.raw`a\_\\b%`, 'starts_with("body", CAST($p1 AS VARCHAR))', String.raw`a_\b`],
  [String.raw`a\b%`, 'starts_with("body", CAST($p1 AS VARCHAR))', String.raw`a\b`],
  [String.raw`a\b_\%`, HELD_LIKE, String.raw`a\b`, String.raw`a\\b_\%`],
];

for (const [pattern, condition, ...wanted] of PATTERNS) {
  test(`the pattern “${pattern}” is the cheapest comparison that means the same`, () => {
    const statement = bind(sql`SELECT body FROM logs WHERE body LIKE ${string(pattern)}`);
    const given = Object.fromEntries(statement.parameters);

    const { text, values } = translateText(statement.text, given);

    assert.equal(text, `${BODY}${condition}`);
    assert.deepEqual(
      [...values.values()].map(({ value }) => value),
      wanted,
    );
  });
}

test('where case is ignored both sides are in small letters, and a negation is around it all', () => {
  const written = (condition: string): string =>
    outcomeOf(`SELECT body FROM logs WHERE ${condition}`, { p1: 'A%' }).slice(BODY.length);

  assert.equal(
    written('body NOT ILIKE {p1:String}'),
    '(NOT starts_with(lower("body"), lower(CAST($p1 AS VARCHAR))))',
  );
  assert.equal(written('body LIKE level'), 'ch_like("body", "level")');
  assert.equal(written('body ILIKE level'), 'ch_like(lower("body"), lower("level"))');
});

test('where case is ignored, an expression is in small letters before it is bound', () => {
  const { values } = translateText('SELECT body FROM logs WHERE body ILIKE {p1:String}', {
    p1: 'A%B%İ',
  });

  assert.deepEqual(
    [...values.values()].map(({ value }) => value),
    ['a', 'a.*b.*i'],
  );
});
