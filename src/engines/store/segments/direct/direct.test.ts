import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { systemClock } from '../../../../base/clock.ts';
import { organizationId } from '../../../../base/ids.ts';
import { silentLog } from '../../../../base/log.ts';
import { MINUTE_MS } from '../../../../spec/units.ts';
import { LIMITS } from '../../../../../test/support/limits.ts';
import { logRecord } from '../../../../../test/support/log-records.ts';
import { removeFolder } from '../../../../../test/support/remove-folder.ts';
import { seededRandom } from '../../../../../test/support/seeded-random.ts';
import { createBlockEncoder } from '../../block-encoder.ts';
import { createRowIds } from '../../row-ids.ts';
import { instant, join as joinSql, sql, string, uint32, type Sql } from '../../sql.ts';
import { type LogStore, rowsOf } from '../../store.ts';
import { rowsFolder } from '../../child/engine-of-folder.ts';
import { openSegmentStore } from '../open-segment-store.ts';
import { openParts } from '../parts.ts';
import { type DirectAnswers, openDirectAnswers } from './answer-directly.ts';

const SEED = 8_118;
const START = Date.UTC(2026, 0, 10);
const RANGE_MS = 40 * MINUTE_MS;
const BATCHES = 6;
const PER_BATCH = 400;

let store: LogStore;
let direct: DirectAnswers;
const directory = mkdtempSync(join(tmpdir(), 'xplain-direct-'));

before(async () => {
  store = await openSegmentStore({ clock: systemClock, limits: LIMITS, log: silentLog }, directory);
  const encoder = createBlockEncoder(createRowIds(systemClock, 3));
  const random = seededRandom(SEED);
  for (let batch = 0; batch < BATCHES; batch++) {
    const records = Array.from({ length: PER_BATCH }, (_, i) =>
      logRecord({
        organization: organizationId(random.pick(['org_a', 'org_b'])),
        index: random.pick(['main', 'web']),
        timestamp: START + random.integer(0, RANGE_MS),
        retentionDays: 36_500,
        level: random.pick(['info', 'ERROR', 'error', '']),
        source: random.pick(['app', 'nginx']),
        body: random.pick([
          `Connection refused by host${i}`,
          `user u${i % 7} signed in`,
          'straße Kelvin \u212a word',
          `disconnection refusedly ${i}`,
          `GET /orders/${random.integer(1, 99)}77/items`,
        ]),
        attributes: [
          ['service', random.pick(['cart', 'Cart', 'pay', ''])],
          ['trace_id', `T${batch}x${i}`],
          ['user_id', random.pick(['u1', 'u2', 'u3', '', '["u2","x"]'])],
          ['status', String(random.integer(200, 204))],
        ],
      }),
    );
    const blocks = [encoder.encode(records).bytes];
    await store.insert({ token: `t${batch}`, blocks, events: records.length });
  }
  direct = openDirectAnswers({
    parts: openParts(rowsFolder(directory, 'segments')),
    limits: LIMITS,
  });
});
after(async () => {
  await direct[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  removeFolder(directory);
});

/** A form that the direct way does not know, so that the engine answers. */
function byEngine(statement: Sql): Sql {
  return sql`SELECT * FROM (${statement})`;
}

async function compare(statement: Sql, isDirect: boolean, message: string): Promise<void> {
  const own = await direct.answer(statement, {});
  assert.equal(own !== undefined, isDirect, `${message}: answered directly`);
  if (own === undefined) return;
  const theirs = await store.query(byEngine(statement));
  assert.deepEqual(rowsOf(own), rowsOf(theirs), message);
}

function scope(from: number, to: number): Sql {
  return sql`organization = ${string('org_a')} AND index_name = ${string('main')} AND timestamp >= ${instant(from)} AND timestamp < ${instant(to)}`;
}

const LISTED = sql`\`timestamp\` AS \`c1\`, leftPad(lower(hex(row_id)), 16, '0') AS \`c2\`, \`index_name\` AS \`c3\`, \`body\` AS \`c4\`, \`level\` AS \`c5\`, \`source\` AS \`c6\`, \`event_id\`, \`service\`, \`trace_id\`, \`user_id\`, \`attributes\``;

function newest(condition: Sql, from: number, to: number, limit: number): Sql {
  return sql`SELECT ${LISTED} FROM logs PREWHERE (${scope(from, to)}) AND (${condition}) ORDER BY \`timestamp\` DESC, \`row_id\` DESC LIMIT ${uint32(limit)}`;
}

test('counts equal those of the rows, over any range', async () => {
  const random = seededRandom(SEED + 1);
  for (let round = 0; round < 60; round++) {
    const unit = random.pick([MINUTE_MS, 1]);
    const from = START + random.integer((-2 * MINUTE_MS) / unit, (30 * MINUTE_MS) / unit) * unit;
    const to = from + random.integer(1, (45 * MINUTE_MS) / unit) * unit;
    const condition = random.pick([
      sql`1`,
      sql`service != ''`,
      sql`lowerUTF8(level) = lowerUTF8(${string('error')})`,
      sql`source = ${string('app')}`,
    ]);
    const by = random.pick([
      sql`service AS k`,
      sql`level AS k`,
      sql`toStartOfMinute(timestamp) AS k`,
    ]);
    const counted = sql`SELECT k, n FROM (SELECT ${by}, toFloat64(count()) AS n FROM logs WHERE (${scope(from, to)}) AND (${condition}) GROUP BY k) ORDER BY k ASC NULLS LAST LIMIT ${uint32(50)}`;
    await compare(counted, true, `seed ${SEED}, round ${round}`);
    const all = sql`SELECT toFloat64(count()) AS n FROM logs WHERE (${scope(from, to)}) AND (${condition})`;
    await compare(all, true, `seed ${SEED}, round ${round}, all`);
  }
});

test('the newest rows are those that the engine finds', async () => {
  const random = seededRandom(SEED + 2);
  const conditions: [string, Sql][] = [
    ['level', sql`lowerUTF8(level) = lowerUTF8(${string('Error')})`],
    ['trace', sql`lowerUTF8(trace_id) = lowerUTF8(${string('t3X17')})`],
    ['user', sql`user_id != ''`],
    ['service', sql`service = ${string('cart')}`],
    [
      'word',
      sql`indexHint(has(tokens(lowerUTF8(body)), lowerUTF8(${string('refused')}))) AND hasTokenCaseInsensitive(body, ${string('refused')})`,
    ],
    ['contains', sql`positionCaseInsensitive(body, ${string('connection REFUSED')}) > 0`],
    ['kelvin', sql`positionCaseInsensitive(body, ${string('kelvin k')}) > 0`],
    ['word beyond', sql`hasTokenCaseInsensitive(body, ${string('K')})`],
    [
      'element',
      sql`(lowerUTF8(user_id) = lowerUTF8(${string('U2')}) OR startsWith(user_id, '[') AND has(arrayMap(e -> lowerUTF8(e), JSONExtract(user_id, 'Array(String)')), lowerUTF8(${string('U2')})))`,
    ],
    ['two', sql`user_id = ${string('u1')} AND lowerUTF8(source) = lowerUTF8(${string('APP')})`],
  ];
  for (const [name, condition] of conditions) {
    for (let round = 0; round < 5; round++) {
      const from = START + random.integer(-MINUTE_MS, RANGE_MS);
      const to = from + random.integer(1, RANGE_MS);
      const limit = random.integer(1, 120);
      await compare(newest(condition, from, to, limit), true, `seed ${SEED}, ${name} ${round}`);
    }
  }
});

test('rows are counted as the engine counts them, by a column or by none', async () => {
  const random = seededRandom(SEED + 3);
  const conditions: Sql[] = [
    sql`user_id != ''`,
    sql`hasTokenCaseInsensitive(body, ${string('signed')})`,
    sql`lowerUTF8(level) = lowerUTF8(${string('error')}) AND source = ${string('app')}`,
  ];
  for (const [i, condition] of conditions.entries()) {
    for (let round = 0; round < 4; round++) {
      const from = START + random.integer(-MINUTE_MS, RANGE_MS);
      const where = sql`(${scope(from, from + random.integer(1, RANGE_MS))}) AND (${condition})`;
      const message = `seed ${SEED}, condition ${i}, round ${round}`;
      await compare(sql`SELECT toFloat64(count()) AS n FROM logs WHERE ${where}`, true, message);
      const top = sql`SELECT k, n, p FROM (SELECT user_id AS k, toFloat64(count()) AS n, count() * 100 / sum(count()) OVER () AS p FROM logs WHERE ${where} GROUP BY k) ORDER BY n DESC, k ASC LIMIT ${uint32(3)}`;
      await compare(top, true, `${message}, top`);
    }
  }
});

test('matches of a regex are counted in whole pages, and none across two rows', async () => {
  const encoder = createBlockEncoder(createRowIds(systemClock, 4));
  const organization = organizationId('org_c');
  const bodies = [
    '/orders/1',
    '77/items',
    '/orders/177/items x /orders/277/refund',
    'xa',
    'b',
    'ab',
    '',
  ];
  const records = Array.from({ length: 3_000 }, (_, i) =>
    logRecord({
      organization,
      timestamp: START + i,
      retentionDays: 36_500,
      body: bodies[i % 7] ?? '',
    }),
  );
  await store.insert({ token: 'regex', blocks: [encoder.encode(records).bytes], events: 3_000 });
  const parts = openParts(rowsFolder(directory, 'segments'));
  await using own = openDirectAnswers({ parts, limits: LIMITS });
  for (const regex of [
    '/orders/[0-9]*77/(items|refund)',
    '(items|refund) x /orders/',
    '/1[0-9]*77/items',
    'a[b]*',
    'xa',
    '77',
    '/[0-9]+',
  ]) {
    const statement = sql`SELECT toFloat64(count()) AS n FROM logs WHERE organization = ${string('org_c')} AND (ifNull(match(body, ${string(regex)}), 0))`;
    const answer = await own.answer(statement, {});
    const wanted = records.filter(({ body }) => new RegExp(regex).test(body)).length;
    assert.deepEqual(answer === undefined ? [] : rowsOf(answer), [{ n: wanted }], regex);
  }
  // What stands before a word in the page is the end of another text.
  const edge = String.raw`[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]`;
  const whole: [Sql, RegExp][] = [
    [sql`hasTokenCaseInsensitive(body, ${string('b')})`, /\bb\b/],
    [sql`hasTokenCaseInsensitive(body, ${string('ITEMS')})`, /\bitems\b/],
    [sql`match(body, ${string(`(?is)(?:^|${edge})77/items(?:$|${edge})`)})`, /\b77\/items\b/],
    [sql`positionCaseInsensitive(body, ${string('B')}) > 0`, /b/],
  ];
  for (const [condition, wanted] of whole) {
    const statement = sql`SELECT toFloat64(count()) AS n FROM logs WHERE organization = ${string('org_c')} AND ${condition}`;
    const answer = await own.answer(statement, {});
    const n = records.filter(({ body }) => wanted.test(body)).length;
    assert.deepEqual(answer === undefined ? [] : rowsOf(answer), [{ n }], String(wanted));
  }
});

test('letters beyond ASCII matter only where they stand beside what is looked for', async () => {
  const encoder = createBlockEncoder(createRowIds(systemClock, 6));
  const bodies: Readonly<Record<string, readonly string[]>> = {
    org_f: ['Straße ohne Bestellung', 'order=177 done', 'order=8 done', ''],
    org_g: ['Straße order=177 done', 'order=177 done'],
  };
  for (const [organization, texts] of Object.entries(bodies)) {
    const records = texts.map((body, i) =>
      logRecord({
        organization: organizationId(organization),
        timestamp: START + i,
        retentionDays: 36_500,
        body,
      }),
    );
    const blocks = [encoder.encode(records).bytes];
    await store.insert({ token: organization, blocks, events: records.length });
  }
  await using own = openDirectAnswers({
    parts: openParts(rowsFolder(directory, 'segments')),
    limits: LIMITS,
  });
  const matching = (organization: string): Sql =>
    sql`SELECT toFloat64(count()) AS n FROM logs WHERE organization = ${string(organization)} AND (ifNull(match(body, ${string('order=[0-9]*77 ')}), 0))`;
  const answer = await own.answer(matching('org_f'), {});
  assert.deepEqual(answer === undefined ? [] : rowsOf(answer), [{ n: 1 }]);
  assert.equal(await own.answer(matching('org_g'), {}), undefined);
  assert.deepEqual(rowsOf(await store.query(matching('org_g'))), [{ n: 2 }]);
});

test('the most frequent of many values are found, unless one of them is a list', async () => {
  const encoder = createBlockEncoder(createRowIds(systemClock, 5));
  const record = (organization: string, i: number, user: string) =>
    logRecord({
      organization: organizationId(organization),
      timestamp: START + i,
      retentionDays: 36_500,
      attributes: [['user_id', user]],
    });
  const users = Array.from({ length: 9_000 }, (_, i) => (i % 3 === 0 ? `f${i % 7}` : `u${i}`));
  const records = [
    ...users.map((user, i) => record('org_d', i, user)),
    ...[...users, '["u1"]'].map((user, i) => record('org_e', i, user)),
  ];
  await store.insert({
    token: 'top',
    blocks: [encoder.encode(records).bytes],
    events: records.length,
  });
  await using own = openDirectAnswers({
    parts: openParts(rowsFolder(directory, 'segments')),
    limits: LIMITS,
  });
  const isList = sql`count() > 0 AND (ifNull(startsWith(\`c1\`, '[') AND isValidJSON(\`c1\`), 0))`;
  const topOf = (organization: string): Sql =>
    sql`SELECT \`c1\` AS \`c6\`, \`c2\` AS \`c7\` FROM (SELECT user_id AS \`c1\`, toFloat64(count()) AS \`c2\` FROM logs WHERE organization = ${string(organization)} AND user_id != '' GROUP BY \`c1\` HAVING throwIf(${isList}, ${string('list')}) = 0 LIMIT 4611686018427387904) ORDER BY \`c2\` DESC, \`c1\` ASC LIMIT ${uint32(4)}`;
  const answer = await own.answer(topOf('org_d'), {});
  const theirs = await store.query(byEngine(topOf('org_d')));
  assert.deepEqual(answer === undefined ? [] : rowsOf(answer), rowsOf(theirs));
  assert.equal(rowsOf(theirs).length, 4);
  assert.equal(await own.answer(topOf('org_e'), {}), undefined);
});

test('what the direct way cannot tell for sure is left to the engine', async () => {
  const whole = [START, START + RANGE_MS] as const;
  const left: Sql[] = [
    newest(sql`match(body, ${string('(a+)+b')})`, ...whole, 10),
    newest(sql`match(body, ${string('[a-z]*b')})`, ...whole, 10),
    newest(sql`match(body, ${string('a[a-z]*b')})`, ...whole, 10),
    newest(sql`match(body, ${string('x[a]*[a]*b')})`, ...whole, 10),
    newest(sql`body LIKE ${string('%x%')}`, ...whole, 10),
    sql`SELECT max(timestamp) AS n FROM logs WHERE ${scope(...whole)}`,
    sql`SELECT body AS k, count() AS n FROM logs WHERE ${scope(...whole)} GROUP BY k`,
    sql`SELECT count() AS n FROM logs WHERE ${joinSql([sql`index_name = ${string('main')}`], ' AND ')}`,
  ];
  for (const [i, statement] of left.entries()) await compare(statement, false, `statement ${i}`);
});

test('rows are not read for what only the engine can tell of them', async (t) => {
  // Without a file of theirs, whoever reads them fails.
  const folder = mkdtempSync(join(tmpdir(), 'xplain-direct-'));
  t.after(() => removeFolder(folder));
  cpSync(rowsFolder(directory, 'segments'), folder, { recursive: true });
  const parts = openParts(folder);
  await using own = openDirectAnswers({ parts, limits: LIMITS });
  for (const { name } of parts.all()) rmSync(join(folder, name));
  const refused = scope(START, START + RANGE_MS);

  for (const what of [sql`uniqExact(source)`, sql`max(timestamp)`, sql`count(), min(service)`]) {
    const statement = sql`SELECT ${what} AS n FROM logs WHERE ${refused} AND match(body, ${string('refused')})`;
    assert.equal(await own.answer(statement, {}), undefined);
  }
});

test('what is joined while it is being counted is counted as it was', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-direct-'));
  t.after(() => removeFolder(folder));
  cpSync(rowsFolder(directory, 'segments'), folder, { recursive: true });
  const parts = openParts(folder);
  await using own = openDirectAnswers({ parts, limits: LIMITS });
  // Both ends are within a minute, whose rows are read one part after the other.
  const range = scope(START + 1, START + RANGE_MS - 1);
  const statement = sql`SELECT toFloat64(count()) AS n FROM logs WHERE (${range})`;
  const expected = await store.query(byEngine(statement));

  const answering = own.answer(statement, {});
  parts.remove(parts.all().map(({ name }) => name));
  const answer = await answering;

  assert(answer !== undefined);
  assert.deepEqual(rowsOf(answer), rowsOf(expected));
});
