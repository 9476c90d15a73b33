/** Bounds of a text leave out nothing that the condition would have found. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { seededRandom } from '../../../../../test/support/seeded-random.ts';
import { defineFunctions } from './define-functions.ts';
import { translateText } from './translated.suite.ts';

const SEED = 4_711;

let instance: DuckDBInstance;
let connection: DuckDBConnection;

before(async () => {
  instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  connection = await instance.connect();
  await defineFunctions(connection);
  await connection.run('CREATE TABLE logs_ (body VARCHAR)');
});
after(() => {
  connection.closeSync();
  instance.closeSync();
});

const EQUAL = 'lowerUTF8(body) = lowerUTF8({p1:String})';
const OTHER = 'lowerUTF8(body) = lowerUTF8({p2:String})';
const LISTED = `${EQUAL} OR startsWith(body, '[') AND has(JSONExtract(body, 'Array(String)'), {p1:String})`;

async function bodies(condition: string, values: Readonly<Record<string, string>>) {
  const statement = `SELECT body FROM logs WHERE ${condition}`;
  const translated = translateText(statement, values);
  const prepared = await connection.prepare(translated.text);
  for (const [name, { value }] of translated.values) {
    prepared.bindVarchar(prepared.parameterIndex(name), String(value));
  }
  const rows = await prepared.runAndReadAll();
  return rows.getRows().map(([body]) => String(body));
}

async function store(texts: readonly string[]): Promise<void> {
  await connection.run('DELETE FROM logs_');
  for (const text of texts) await connection.run('INSERT INTO logs_ VALUES ($1)', [text]);
}

test('of characters beyond ASCII only those of k and i are ASCII in lower case', async () => {
  const reader = await connection.runAndReadAll(`SELECT code FROM range(128, 1114112) AS t(code)
    WHERE NOT code BETWEEN 55296 AND 57343 AND unicode(lower(chr(CAST(code AS INTEGER)))) < 128`);
  const codes = reader.getRows().map(([code]) => Number(code));
  assert.deepEqual(
    codes,
    ['İ', '\u212a'].map((each) => each.codePointAt(0)),
  );
});

test('a text is found in any case, as its own list, and nothing else is', async () => {
  const texts = ['Host-7', 'HOST-7', 'host-7', 'host-70', 'Host-', '["host-7"]', '["x"]', '', '['];
  await store(texts);
  assert.match(translateText(`SELECT body FROM logs WHERE ${LISTED}`, { p1: 'h' }).text, /BETWEEN/);
  assert.deepEqual(await bodies(EQUAL, { p1: 'hOst-7' }), ['Host-7', 'HOST-7', 'host-7']);
  const listed = await bodies(LISTED, { p1: 'host-7' });
  assert.deepEqual(listed, ['Host-7', 'HOST-7', 'host-7', '["host-7"]']);
  const either = await bodies(`${EQUAL} OR ${OTHER}`, { p1: 'host-70', p2: 'HOST-' });
  assert.deepEqual(either, ['host-70', 'Host-']);
  assert.deepEqual(await bodies(EQUAL, { p1: '[' }), ['[']);
});

test('texts of any letters are found as without bounds', async () => {
  const random = seededRandom(SEED);
  const letters = [
    'a',
    'B',
    'k',
    'K',
    '\u212a',
    'İ',
    'i',
    '[',
    'z',
    '~',
    'ä',
    'Ä',
    '\u{10ffff}',
    '1',
  ] as const;
  const text = (): string =>
    Array.from({ length: random.integer(1, 3) }, () => random.pick(letters)).join('');
  const texts = Array.from({ length: 1_000 }, text);
  await store(texts);
  for (let i = 0; i < 150; i++) {
    const wanted = text();
    const found = await bodies(`${EQUAL} OR ${OTHER}`, { p1: wanted, p2: 'abc' });
    // Compared in a list, which has no bounds.
    const plain = await connection.runAndReadAll(
      'SELECT body FROM logs_ WHERE list_contains([lower($1), $2], lower(body))',
      [wanted, 'abc'],
    );
    const expected = plain.getRows().map(([body]) => String(body));
    assert.deepEqual(found, expected, `${JSON.stringify(wanted)}, seed ${SEED}`);
  }
});
