import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bind, sql, string } from '../../sql.ts';
import { outcomeOf, translateText } from './translated.suite.ts';

const BODY = 'SELECT "body" FROM logs_ AS logs WHERE ';
const LIKE = String.raw`("body" LIKE CAST($p1 AS VARCHAR) ESCAPE '\')`;

/** Patterns, how a text is compared with each, and with what. */
const PATTERNS: readonly (readonly [pattern: string, condition: string, value: string])[] = [
  ['a', '("body" = CAST($p1 AS VARCHAR))', 'a'],
  ['', '("body" = CAST($p1 AS VARCHAR))', ''],
  ['a%', 'starts_with("body", CAST($p1 AS VARCHAR))', 'a'],
  ['%a', 'ends_with("body", CAST($p1 AS VARCHAR))', 'a'],
  ['%', 'starts_with("body", CAST($p1 AS VARCHAR))', ''],
  ['%a%', 'contains("body", CAST($p1 AS VARCHAR))', 'a'],
  ['%%', 'contains("body", CAST($p1 AS VARCHAR))', ''],
  ['%😀%', 'contains("body", CAST($p1 AS VARCHAR))', '😀'],
  ['a%b', LIKE, 'a%b'],
  ['%%b', LIKE, '%%b'],
  ['a%b%', LIKE, 'a%b%'],
  ['%a%b', LIKE, '%a%b'],
  ['a%b%c', LIKE, 'a%b%c'],
  ['%a%%b', LIKE, '%a%%b'],
  ['%a%b%', LIKE, '%a%b%'],
  ['a_', LIKE, 'a_'],
  [String.raw`a\%b`, '("body" = CAST($p1 AS VARCHAR))', 'a%b'],
  [String.raw`a\_\\b%`, 'starts_with("body", CAST($p1 AS VARCHAR))', String.raw`a_\b`],
  [String.raw`a\b%`, 'starts_with("body", CAST($p1 AS VARCHAR))', String.raw`a\b`],
  [String.raw`a\b_\%`, LIKE, String.raw`a\\b_\%`],
];

for (const [pattern, condition, value] of PATTERNS) {
  test(`the pattern “${pattern}” is the cheapest comparison that means the same`, () => {
    const statement = bind(sql`SELECT body FROM logs WHERE body LIKE ${string(pattern)}`);
    const given = Object.fromEntries(statement.parameters);

    const { text, values } = translateText(statement.text, given);

    assert.equal(text, `${BODY}${condition}`);
    assert.deepEqual([...values.values()], [{ type: 'VARCHAR', value }]);
  });
}

test('where case is ignored both sides are in small letters, and a negation is around it all', () => {
  const written = (condition: string): string =>
    outcomeOf(`SELECT body FROM logs WHERE ${condition}`, { p1: 'A%' }).slice(BODY.length);

  assert.equal(
    written('body NOT ILIKE {p1:String}'),
    '(NOT starts_with(lower("body"), lower(CAST($p1 AS VARCHAR))))',
  );
  assert.equal(written('body LIKE level'), String.raw`("body" LIKE "level" ESCAPE '\')`);
  assert.equal(
    written('body ILIKE level'),
    String.raw`(lower("body") LIKE lower("level") ESCAPE '\')`,
  );
});
