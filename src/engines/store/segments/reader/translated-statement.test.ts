import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bind, instant, type Sql, sql, string } from '../../sql.ts';
import {
  type StatementText,
  StatementTooLarge,
  translate,
} from '../../duckdb/dialect/translate.ts';
import { textWith, translateStatement } from './translated-statement.ts';

const OWN = sql`organization = ${string('org_a')} AND timestamp >= ${instant(0)}`;

const STATEMENTS: readonly Sql[] = [
  sql`SELECT 1`,
  sql`SELECT body FROM logs WHERE ${OWN} ORDER BY timestamp DESC, row_id DESC LIMIT 5`,
  sql`SELECT level, count() AS n FROM logs WHERE ${OWN} GROUP BY level`,
  sql`SELECT * FROM (SELECT body FROM logs WHERE ${OWN}) UNION ALL SELECT body FROM logs WHERE ${OWN} AND body = ${string('rows_0 $& $1')}`,
];

function statementText(statement: Sql): StatementText {
  const { text, parameters, tables } = bind(statement);
  return { text, parameters, sentTables: new Set(tables.keys()) };
}

/** As text of a file's name could look, to whoever replaces without care. */
function sourceOf(place: number): string {
  return `(SELECT '$& $1 rows_${place}' AS body)`;
}

test('sources that are put in later give the text that they give when they are known', () => {
  for (const statement of STATEMENTS) {
    const given = statementText(statement);
    let next = 0;
    const source = () => ({ table: sourceOf(next++), where: '' });
    const whole = translate(given, { rows: source, counts: source });

    const translated = translateStatement(given);
    const sources = translated.places.map((_, place) => sourceOf(place));

    assert.equal(textWith(translated, sources), whole.text);
    assert.deepEqual(translated.translation.values, whole.values);
  }
});

test('of more than ten places each has its own source', () => {
  const reads = Array.from({ length: 12 }, () => `SELECT body FROM logs WHERE organization = 'a'`);
  const translated = translateStatement({
    text: reads.join(' UNION ALL '),
    parameters: new Map(),
    sentTables: new Set(),
  });

  const text = textWith(
    translated,
    translated.places.map((_, place) => `<${place}>`),
  );

  assert.deepEqual(
    [...text.matchAll(/<(\d+)>/g)].map(([, place]) => Number(place)),
    Array.from({ length: 12 }, (_, place) => place),
  );
});

test('two translations have different marks, so that no text of anybody can be taken for one', () => {
  const given = statementText(STATEMENTS[1] ?? sql`SELECT 1`);

  assert.notEqual(translateStatement(given).mark, translateStatement(given).mark);
});

test('with all its files a statement is no longer than the engine may get', () => {
  const translated = translateStatement(statementText(STATEMENTS[1] ?? sql`SELECT 1`));

  assert.throws(() => textWith(translated, ['x'.repeat(4_000_000)]), StatementTooLarge);
});
