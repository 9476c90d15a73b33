/**
 * Whatever a text is compared with, the time it takes grows with the length of the text and no faster. It is the time
 * of the processor, the least of several runs: what else a machine does counts for nothing.
 */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { seededRandom } from '../../../../../test/support/seeded-random.ts';
import { showInReport } from '../../../../../test/support/show-in-report.ts';
import { defineFunctions } from './define-functions.ts';
import { translateText } from './translated.suite.ts';

const PATTERN_CHARACTERS = 64;
/** The first are short: what tries every place of every wildcard takes too long there already, and still ends. */
const TEXT_CHARACTERS = [16, 24, 2_500, 10_000] as const;
const RUNS = 3;
const MS_MAX = 50;
/** Four times the text: four times the time, or sixteen times where places are tried for each other. */
const GROWTH_MAX = 8;
/** Below it, it is the statement that takes time and not the text. */
const STATEMENT_MS = 2;
const SEED = 4_711;

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

async function leastMs(condition: string, pattern: string): Promise<number> {
  const { text, values } = translateText(`SELECT count() AS c FROM logs WHERE ${condition}`, {
    p1: pattern,
  });
  const prepared = await connection.prepare(text);
  for (const [name, { value }] of values) {
    prepared.bindVarchar(prepared.parameterIndex(name), String(value));
  }
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    const started = process.cpuUsage();
    await prepared.runAndReadAll();
    const { user, system } = process.cpuUsage(started);
    least = Math.min(least, (user + system) / 1_000);
  }
  prepared.destroySync();
  return least;
}

type Wildcards = Readonly<Record<'*' | '?', string>>;
const LIKE: Wildcards = { '*': '%', '?': '_' };
const REGEX: Wildcards = { '*': '.*', '?': '.' };

/** How a pattern gets to the engine. Of `level` only the row tells what it is. */
const WAYS: readonly (readonly [condition: string, wildcards: Wildcards])[] = [
  ['body LIKE {p1:String}', LIKE],
  ['body ILIKE {p1:String}', LIKE],
  ['body LIKE level', LIKE],
  ['match(body, {p1:String})', REGEX],
];

function patternsOf([one, other]: readonly [string, string]): string[] {
  const random = seededRandom(SEED);
  const repeated = (unit: string, last: string): string =>
    unit.repeat(Math.floor((PATTERN_CHARACTERS - 1) / unit.length)) + last;
  return [
    repeated(`*${one}`, other),
    repeated(`*${one}`, '*'),
    repeated(`*${one}?`, other),
    repeated(`*${one}${one}`, other),
    `${one}*${other}c`,
    `*${one}*c*`,
    `*${one}${'?'.repeat(61)}c`,
    `*${one}${'?'.repeat(30)}c*${other}${'?'.repeat(29)}`,
    ...Array.from({ length: 3 }, () =>
      Array.from({ length: PATTERN_CHARACTERS }, () =>
        random.pick(['*', '?', '*', '?', one, other]),
      ).join(''),
    ),
  ];
}

const ALPHABETS = [
  ['a', 'b'],
  ['ä', '😀'],
  ['😀', '😁'],
] as const;

for (const alphabet of ALPHABETS) {
  for (const way of WAYS) {
    test(`${way[0]} takes time by the length of ${alphabet.join('')}`, (t) =>
      timesGrow(t, alphabet, way));
  }
}

async function timesGrow(
  t: TestContext,
  alphabet: (typeof ALPHABETS)[number],
  [condition, wildcards]: (typeof WAYS)[number],
): Promise<void> {
  const random = seededRandom(SEED);
  const [one] = alphabet;
  let longest = 0;
  for (const given of patternsOf(alphabet)) {
    const pattern = given.replaceAll(/[*?]/g, (each) => wildcards[each as '*' | '?']);
    for (const letter of [() => one, () => random.pick(alphabet)]) {
      let last = 0;
      for (const length of TEXT_CHARACTERS) {
        // What a text has to hold somewhere it holds at once, or it would not be compared.
        const body = `c${Array.from({ length: length - 1 }, letter).join('')}`;
        await connection.run('DELETE FROM logs_');
        await connection.run('INSERT INTO logs_ VALUES ($1, $2)', [body, pattern]);
        const ms = await leastMs(condition, pattern);
        const where = `${given}, ${length} characters, ${ms.toFixed(1)} ms, seed ${SEED}`;
        const isLast = length === TEXT_CHARACTERS.at(-1);
        assert.ok(ms < MS_MAX, where);
        if (isLast) assert.ok(ms <= GROWTH_MAX * Math.max(last, STATEMENT_MS), where);
        last = ms;
      }
      longest = Math.max(longest, last);
    }
  }
  const letters = alphabet.join('');
  showInReport(t, `${condition}: ${longest.toFixed(1)} ms at most on 10,000 of ${letters}`);
}
