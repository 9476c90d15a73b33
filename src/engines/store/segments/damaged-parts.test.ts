/** Whatever bit of a part is not as it was written: answers are right, or refused, and the part is named. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { logRecord } from '../../../../test/support/log-records.ts';
import { partRowsOf } from '../../../../test/support/part-rows.ts';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import { batchOf, needsOf, newFolder } from '../../../../test/support/store/supervised-store.ts';
import { AppError } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import { rowsFolder } from '../child/engine-of-folder.ts';
import { instant, sql, type Sql, string } from '../sql.ts';
import { type LogStore, rowsOf } from '../store.ts';
import { openSegmentStore } from './open-segment-store.ts';
import { openParts, readIndexOf } from './parts.ts';
import { readDetails } from './parquet/read-pages.ts';
import { repairParts } from './repair-parts.ts';
import { writePart } from './write-part.ts';

/** XPLAIN_TEST_FLIPS asks for more. */
const FLIPS = Number(process.env['XPLAIN_TEST_FLIPS'] ?? 200);
const ROWS = 40;
const FROM = Date.UTC(2026, 10, 18);
/** Asked at once. */
const LANES = 8;
const never = new AbortController().signal;

const ownerOf = (number: number) => organizationId(`org_${number}`);
const nameOf = (number: number): string => `20261118-${String(number).padStart(10, '0')}.parquet`;

/** Each has the same rows, of an organization of its own. */
function putPart(folder: string, number: number): void {
  const organization = ownerOf(number);
  const records = Array.from({ length: ROWS }, (_, i) =>
    logRecord({
      organization,
      timestamp: FROM + i * 1_000,
      retentionDays: 3_650,
      level: i % 4 === 0 ? 'error' : 'info',
      body: `line ${i}`,
      attributes: [
        ['service', `service${i % 3}`],
        ['trace_id', String(i).padStart(32, '0')],
        ['status', String(200 + (i % 7))],
      ],
    }),
  );
  const part = writePart(partRowsOf(records), { tokens: [], replaces: [] });
  writeFileSync(join(folder, nameOf(number)), Buffer.concat(part?.pieces ?? []));
}

function newParts(t: TestContext, count: number): { directory: string; folder: string } {
  const directory = newFolder(t);
  const folder = rowsFolder(directory, 'segments');
  mkdirSync(folder, { recursive: true });
  for (let number = 1; number <= count; number++) putPart(folder, number);
  return { directory, folder };
}

function flip(path: string, at: number, bit: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  writeFileSync(path, bytes);
}

/** Where rows are, so that whoever reads them all comes upon it. */
/** In the longest: a page whose values the index knows is not read by a merge. */
function flipInPage(path: string): void {
  const [group] = readIndexOf(path)?.groups ?? [];
  assert(group !== undefined);
  const { columns } = readDetails(readFileSync(path), group);
  const [page] = columns.flatMap(({ pages }) => pages).toSorted((a, c) => c[1] - a[1]);
  assert(page !== undefined);
  flip(path, page[0] + page[1] - 1, 2);
}

/** From counts, from pages, by an id, and everything from the engine. */
function statementsOf(number: number): readonly Sql[] {
  const own = sql`organization = ${string(ownerOf(number))} AND index_name = 'main'
    AND timestamp >= ${instant(FROM)} AND timestamp < ${instant(FROM + 60_000)}`;
  return [
    sql`SELECT count() AS n FROM logs WHERE ${own}`,
    sql`SELECT body, trace_id FROM logs WHERE ${own} ORDER BY timestamp DESC, row_id DESC LIMIT 50`,
    sql`SELECT body FROM logs WHERE ${own} AND trace_id = ${string('7'.padStart(32, '0'))}`,
    sql`SELECT body, level, service, timestamp, attributes['status'] AS status, host, source, event_id FROM logs WHERE ${own} ORDER BY body`,
  ];
}

/** What an answer says, or `refused`. */
type Answer = string;

async function ask(store: LogStore, number: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const statement of statementsOf(number)) {
    try {
      answers.push(JSON.stringify(rowsOf(await store.query(statement))));
    } catch (error) {
      const isClear = error instanceof AppError && error.code === 'STORAGE_UNAVAILABLE';
      assert(isClear, `part ${number}: ${String(error)}`);
      answers.push('refused');
    }
  }
  return answers;
}

async function namedBy(store: LogStore): Promise<Set<string>> {
  const health = await store.health();
  return new Set(JSON.stringify(health).match(/\d{8}-\d{10}\.parquet/g));
}

test('no flipped bit changes an answer: it is right, or refused, and the part is named', async (t) => {
  const seed = Number(process.env['XPLAIN_TEST_SEED'] ?? Date.now() % 1_000_000);
  t.diagnostic(`seed ${seed}, ${FLIPS} flips`);
  const random = seededRandom(seed);
  const { directory, folder } = newParts(t, FLIPS);
  let whole: readonly Answer[] = [];
  {
    await using store = await openSegmentStore(needsOf(), directory);
    whole = await ask(store, 1);
    assert(!whole.includes('refused'));
  }
  const places: string[] = [];
  for (let number = 1; number <= FLIPS; number++) {
    const path = join(folder, nameOf(number));
    const [at, bit] = [random.integer(0, readFileSync(path).length - 1), random.integer(0, 7)];
    flip(path, at, bit);
    places.push(`part ${number}, byte ${at}, bit ${bit}, seed ${seed}`);
  }

  await using store = await openSegmentStore(needsOf(), directory);
  const missing = await namedBy(store);
  const found = { atStart: missing.size, byAnswer: 0, unread: 0 };
  const numbers = Array.from({ length: FLIPS }, (_, i) => i + 1);
  const all = new Map<number, readonly Answer[]>();
  const waiting = numbers.values();
  const lane = async (): Promise<void> => {
    for (const number of waiting) all.set(number, await ask(store, number));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const named = await namedBy(store);
  for (const [number, answers] of all) {
    const place = places[number - 1];
    if (missing.has(nameOf(number))) continue;
    for (const [i, answer] of answers.entries()) {
      if (answer !== 'refused') assert.equal(answer, whole[i], `${place}, ${i}`);
    }
    assert.equal(named.has(nameOf(number)), answers.includes('refused'), place);
    if (answers.includes('refused')) found.byAnswer++;
    else found.unread++;
  }
  t.diagnostic(JSON.stringify(found));
  assert.equal(found.unread, 0, 'every bit of a part is watched');
});

test('a damaged part ends neither merges nor expiry nor what others are told', async (t) => {
  const { directory, folder } = newParts(t, 30);
  flipInPage(join(folder, nameOf(3)));
  await using store = await openSegmentStore(needsOf(), directory);

  await assert.rejects(store.maintain(never), /Damaged: .*0000000003/);
  await store.maintain(never);

  const left = openParts(folder).all();
  assert.deepEqual(
    left.map(({ name, rows }) => [name === nameOf(3), rows]),
    [
      [true, ROWS],
      [false, 29 * ROWS],
    ],
  );
  assert.deepEqual(await namedBy(store), new Set([nameOf(3)]));
  await assert.rejects(
    store.command(sql`DELETE FROM logs WHERE organization = ${string(ownerOf(3))}`),
    { code: 'STORAGE_UNAVAILABLE' },
  );
  await store.command(sql`DELETE FROM logs WHERE organization = ${string(ownerOf(4))}`);
  assert.equal((await ask(store, 4))[0], '[{"n":0}]');
  await store.insert(batchOf(5));
});

test('a repair sets damaged parts aside and says what is lost', async (t) => {
  const { directory, folder } = newParts(t, 4);
  const path = join(folder, nameOf(2));
  flipInPage(path);
  writeFileSync(join(folder, nameOf(3)), readFileSync(join(folder, nameOf(3))).subarray(0, -9));

  const checked = await repairParts(directory, { isMoved: false });
  assert(existsSync(path), 'a look changes nothing');
  const report = await repairParts(directory, { isMoved: true });

  assert.deepEqual(checked.damaged, report.damaged);
  assert.equal(report.checked, 4);
  const range = { from: new Date(FROM).toISOString(), to: new Date(FROM + 39_000).toISOString() };
  assert.deepEqual(
    report.damaged.map(({ file, lost }) => ({ file, lost })),
    [
      { file: nameOf(2), lost: [{ organization: 'org_2', index: 'main', rows: ROWS, ...range }] },
      // What it held is not known any more.
      { file: nameOf(3), lost: undefined },
    ],
  );
  assert.deepEqual(readdirSync(join(directory, 'damaged')).toSorted(), [nameOf(2), nameOf(3)]);
  await using store = await openSegmentStore(needsOf(), directory);
  assert.deepEqual(await store.health(), { state: 'up' });
  assert.equal((await ask(store, 1))[0], `[{"n":${ROWS}}]`);
  assert.equal((await ask(store, 2))[0], '[{"n":0}]');
  await assert.rejects(repairParts(directory, { isMoved: true }), /in use by another process/);
});

test('changes of retention that were damaged stop the start', async (t) => {
  const directory = newFolder(t);
  {
    await using store = await openSegmentStore(needsOf(), directory);
    await store.setRetention({ organization: ownerOf(1), index: 'main', days: 30 });
  }
  const path = join(rowsFolder(directory, 'segments'), 'retentions.json');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('"days":30', '"days":31'));

  await assert.rejects(openSegmentStore(needsOf(), directory), /retentions\.json is damaged/);
});
