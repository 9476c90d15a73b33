import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { rowsFolder } from '../../src/engines/store/child/engine-of-folder.ts';
import {
  type DirectAnswers,
  openDirectAnswers,
} from '../../src/engines/store/segments/direct/answer-directly.ts';
import { openSegmentStore } from '../../src/engines/store/segments/open-segment-store.ts';
import { openParts } from '../../src/engines/store/segments/parts.ts';
import { instant, sql, type Sql, string } from '../../src/engines/store/sql.ts';
import { rowsOf } from '../../src/engines/store/store.ts';
import { DAY_MS, MINUTE_MS } from '../../src/spec/units.ts';
import { LIMITS } from '../support/limits.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { newFolder } from '../support/store/supervised-store.ts';

const CHILD = fileURLToPath(new URL('./part-counts-child.ts', import.meta.url));
/** XPLAIN_TEST_CRASH_ROUNDS asks for more. */
const ROUNDS = Number(process.env['XPLAIN_TEST_CRASH_ROUNDS'] ?? 4);
const RANGES = 1_000;
const BATCHES_MIN = 30;
const CHANGES_MIN = 3;

interface Row {
  readonly at: number;
  readonly index: string;
  readonly level: string;
  readonly source: string;
  readonly service: string;
}

test('counts equal rows after repeats, late events, deletions, changed retention and kills', async (t) => {
  const seed = Number(process.env['XPLAIN_TEST_SEED'] ?? Date.now() % 1_000_000);
  const random = seededRandom(seed);
  const folder = newFolder(t);
  let [compared, tried, most] = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    await runUntilKilled(t, [folder, String(seed + round)], random);
    const rows = await readAll(folder);
    most = Math.max(most, rows.length);
    assert.ok(rows.length > 0);
    await using direct = openDirectAnswers({
      parts: openParts(rowsFolder(folder, 'segments')),
      limits: LIMITS,
    });
    for (let i = 0; compared < ((round + 1) * RANGES) / ROUNDS; i++) {
      tried++;
      const message = `seed ${seed}, round ${round}, range ${i}`;
      if (await compareOne(direct, rows, random, message)) compared++;
    }
  }
  t.diagnostic(
    `seed ${seed}: ${ROUNDS} kills, ${compared} ranges, ${tried - compared} left to the engine, ${most} rows at most`,
  );
});

async function runUntilKilled(
  t: TestContext,
  words: readonly string[],
  random: SeededRandom,
): Promise<void> {
  const child = spawn(process.execPath, [CHILD, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  let [stored, changed] = [0, 0];
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line === 'stored') stored++;
      if (line === 'changed') changed++;
      if (stored >= BATCHES_MIN && changed >= CHANGES_MIN) resolve();
    });
    child.once('exit', () => reject(new Error('the store ended by itself')));
  });
  await sleep(random.integer(0, 500));
  child.kill('SIGKILL');
  await once(child, 'close');
}

const OWNER = sql`organization = ${string('org_a')}`;

/** By the engine, which knows nothing of counts. */
async function readAll(folder: string): Promise<Row[]> {
  const needs = { clock: systemClock, limits: LIMITS, log: silentLog };
  await using store = await openSegmentStore(needs, folder);
  const rows: Row[] = [];
  const statement = sql`SELECT toUnixTimestamp64Milli(timestamp) AS at, index_name, level, source, service FROM logs WHERE ${OWNER}`;
  for await (const event of store.stream(statement, { resultRowsMax: 0 })) {
    if (event.kind !== 'row') continue;
    const [at, ...texts] = event.row;
    const [index = '', level = '', source = '', service = ''] = texts.map(String);
    rows.push({ at: Number(at), index, level, source, service });
  }
  return rows;
}

interface Shape {
  readonly by: Sql | undefined;
  readonly key: (row: Row) => string;
  readonly isWhole: boolean;
}

const SHAPES: readonly [Shape, ...Shape[]] = [
  { by: undefined, key: () => '', isWhole: false },
  { by: sql`service AS k`, key: ({ service }) => service, isWhole: false },
  { by: sql`level AS k`, key: ({ level }) => level, isWhole: false },
  {
    by: sql`toStartOfMinute(timestamp) AS k`,
    key: ({ at }) => new Date(Math.floor(at / MINUTE_MS) * MINUTE_MS).toISOString(),
    isWhole: true,
  },
];

const CONDITIONS: readonly [
  readonly [Sql, (row: Row) => boolean],
  ...(readonly [Sql, (row: Row) => boolean])[],
] = [
  [sql`1`, () => true],
  [sql`service != ''`, ({ service }) => service !== ''],
  [sql`source = ${string('app')}`, ({ source }) => source === 'app'],
  [sql`index_name = ${string('web')}`, ({ index }) => index === 'web'],
];

/** False where only the engine can tell: many parts have rows of a minute that the range cuts. */
async function compareOne(
  direct: DirectAnswers,
  rows: readonly Row[],
  random: SeededRandom,
  message: string,
): Promise<boolean> {
  const { by, key, isWhole } = random.pick(SHAPES);
  const [condition, holds] = random.pick(CONDITIONS);
  const unit = isWhole || random.chance(0.3) ? MINUTE_MS : 1;
  const now = Date.now();
  const reach = random.pick([30 * MINUTE_MS, 4 * DAY_MS]);
  const from = Math.floor((now - random.integer(0, reach)) / unit) * unit;
  const to = Math.floor((from + random.integer(1, reach)) / unit) * unit;
  const range = sql`${OWNER} AND timestamp >= ${instant(from)} AND timestamp < ${instant(to)} AND ${condition}`;
  const statement =
    by === undefined
      ? sql`SELECT toFloat64(count()) AS n FROM logs WHERE ${range}`
      : sql`SELECT k, n FROM (SELECT ${by}, toFloat64(count()) AS n FROM logs WHERE ${range} GROUP BY k) ORDER BY k ASC NULLS LAST`;
  const answer = await direct.answer(statement, { resultRowsMax: 0 });
  assert.ok(answer !== undefined || unit === 1, `${message}: answered without the engine`);
  if (answer === undefined) return false;
  const counts = new Map(by === undefined ? [['', 0]] : []);
  for (const row of rows) {
    if (row.at < from || row.at >= to || !holds(row)) continue;
    counts.set(key(row), (counts.get(key(row)) ?? 0) + 1);
  }
  const answered = rowsOf(answer).map(({ k, n }) => [typeof k === 'string' ? k : '', n] as const);
  const sorted = (all: Iterable<readonly [string, unknown]>) =>
    [...all].toSorted(([a], [b]) => (a < b ? -1 : 1));
  assert.deepEqual(sorted(answered), sorted(counts), message);
  return true;
}
