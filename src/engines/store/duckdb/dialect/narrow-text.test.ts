/** Patterns that leave many characters open: whatever is in a text, they match what they would match without the change. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DuckDBInstance, listValue, type DuckDBConnection } from '@duckdb/node-api';
import { seededRandom } from '../../../../../test/support/seeded-random.ts';
import { bind, sql, string, type Sql } from '../../sql.ts';
import { defineFunctions } from './define-functions.ts';
import { translateText } from './translated.suite.ts';

const SEED = 20_261_118;
/** Letters of one byte and of several, what is spare, what others become, and what expressions give a meaning. */
const LETTERS: readonly [string, ...string[]] = [
  'a',
  'b',
  'ä',
  '😀',
  'é',
  '\x01',
  '\x1f',
  '\x7f',
  '\n',
  '\0',
  '.',
  ']',
  '[',
  '-',
];

let instance: DuckDBInstance;
let connection: DuckDBConnection;

before(async () => {
  instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  connection = await instance.connect();
  await defineFunctions(connection);
  await connection.run('CREATE TABLE logs_ (body VARCHAR, level VARCHAR)');
});
after(() => {
  connection.closeSync();
  instance.closeSync();
});

/** How a text is compared with a pattern. Of `level` only the row tells what it is. */
const LIKE = (pattern: string): Sql => sql`body LIKE ${string(pattern)}`;
const COMPUTED_LIKE = (): Sql => sql`body LIKE level`;
const MATCH = (pattern: string): Sql => sql`match(body, ${string(pattern)})`;

function statementOf(condition: Sql): ReturnType<typeof translateText> {
  const { text, parameters } = bind(sql`SELECT body FROM logs WHERE ${condition}`);
  return translateText(text, Object.fromEntries(parameters));
}

async function found(condition: Sql): Promise<Set<unknown>> {
  const { text, values } = statementOf(condition);
  const prepared = await connection.prepare(text);
  for (const [name, { value }] of values) {
    prepared.bindVarchar(prepared.parameterIndex(name), String(value));
  }
  const rows = (await prepared.runAndReadAll()).getRows();
  prepared.destroySync();
  return new Set(rows.map(([body]) => body));
}

async function fill(texts: readonly string[], level: string): Promise<void> {
  await connection.run('DELETE FROM logs_');
  await connection.run('INSERT INTO logs_ SELECT unnest($1), $2', [listValue([...texts]), level]);
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

async function assertSame(
  way: (pattern: string) => Sql,
  pattern: string,
  expected: RegExp,
  texts: readonly string[],
): Promise<void> {
  const own = await found(way(pattern));
  for (const text of texts) {
    const where = JSON.stringify({ pattern, text, SEED });
    assert.equal(own.has(text), expected.test(text), where);
  }
}

test('texts fit a pattern as they did, whatever letters both have', async () => {
  const random = seededRandom(SEED);
  let fitting = 0;
  for (let i = 0; i < 60; i++) {
    // Few letters each time, so that many texts fit.
    const letters = [random.pick(LETTERS), random.pick(LETTERS)] as const;
    const parts = Array.from({ length: 16 }, () =>
      random.pick<string>(['%', '_', '_', '_', ...letters]),
    );
    const like = ['%', ...parts, ...Array.from({ length: 8 }, () => '_'), '%'];
    const texts = Array.from({ length: 12 }, () =>
      Array.from({ length: 20 + random.pick([0, 4, 9]) }, () =>
        random.pick<string>([...letters, random.pick(LETTERS)]),
      ).join(''),
    );
    const regex = new RegExp(
      `^${like.map((each) => ({ '%': '.*', _: '.' })[each] ?? escaped(each)).join('')}$`,
      'su',
    );
    const pattern = like.join('');
    await fill(texts, pattern);
    fitting += texts.filter((text) => regex.test(text)).length;
    await assertSame(LIKE, pattern, regex, texts);
    await assertSame(COMPUTED_LIKE, pattern, regex, texts);
    const written = like.map(
      (each) => ({ '%': '.*', _: '.', '\0': '\\x00' })[each] ?? escaped(each),
    );
    await assertSame(MATCH, `^${written.join('')}$`, regex, texts);
  }
  assert.ok(fitting > 80, `only ${fitting} fit`);
});

/** Expressions, and whether letters may become others for them. */
const EXPRESSIONS: readonly (readonly [regex: string, isNarrowed: boolean])[] = [
  ['ä.{9}b', true],
  ['^[^ä]{9,}$', true],
  ['[äb]{2}.{8}[^a-z]', true],
  [String.raw`\W.{8}\S\b`, true],
  ['(?:a|ä).{3}.{5}$', true],
  [String.raw`\..{9}[.]`, true],
  ['[].ä].{9}', true],
  ['[^ -~].{8}', true],
  [String.raw`[\n].{8}`, true],
  ['ä.{7}', false],
  ['(?i)Ä.{9}', false],
  [String.raw`\p{L}.{9}`, false],
  [String.raw`\x{e4}.{9}`, false],
  ['[à-ü].{9}', false],
  ['[[:^ascii:]].{9}', false],
  [String.raw`[\t- ].{9}`, false],
  ['\x01.{9}', false],
  [Array.from({ length: 27 }, (_, i) => String.fromCodePoint(0xc0 + i)).join('|') + '.{9}', false],
];

for (const [regex, isNarrowed] of EXPRESSIONS) {
  test(`${JSON.stringify(regex)} finds what it did`, () => assertFound(regex, isNarrowed));
}

async function assertFound(regex: string, isNarrowed: boolean): Promise<void> {
  const { text } = statementOf(MATCH(regex));
  assert.equal(text.includes('ch_narrow'), isNarrowed, text);

  const random = seededRandom(SEED);
  const letter = (): string => random.pick<string>(['ä', 'ö', 'b', ' ', ...LETTERS]);
  const texts = Array.from({ length: 60 }, () => Array.from({ length: 14 }, letter).join(''));
  await fill(texts, '');
  const answer = await connection.runAndReadAll(
    `SELECT body FROM logs_ WHERE regexp_matches(body, $1, 's')`,
    [regex],
  );
  const expected = new Set(answer.getRows().map(([body]) => body));
  assert.deepEqual(await found(MATCH(regex)), expected);
}
