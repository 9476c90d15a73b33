/** Whatever is asked, all other requests wait no longer than this for the answer to be computed, or left to the engine. */
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { LIMITS } from '../../../../../test/support/limits.ts';
import { logRecord } from '../../../../../test/support/log-records.ts';
import { longestTurnMs } from '../../../../../test/support/longest-turn.ts';
import { partRowsOf } from '../../../../../test/support/part-rows.ts';
import { removeFolder } from '../../../../../test/support/remove-folder.ts';
import { organizationId } from '../../../../base/ids.ts';
import { KNOWN_LENGTH_MAX } from '../../duckdb/dialect/known-statements.ts';
import { instant, join as joinSql, lengthOf, sql, type Sql, string, strings } from '../../sql.ts';
import { openParts } from '../parts.ts';
import { writePart } from '../write-part.ts';
import { type DirectAnswers, openDirectAnswers } from './answer-directly.ts';

const TURN_MS_MAX = 50;
const START = Date.UTC(2026, 0, 10);
/** Nearly as many as are counted without the engine. */
const SERVICES = 4_900;
/** What a statement has beside what makes it long. */
const ROOM = 600;

let direct: DirectAnswers;
const folder = mkdtempSync(join(tmpdir(), 'xplain-long-'));

before(() => {
  const records = Array.from({ length: SERVICES }, (_, i) =>
    logRecord({
      organization: organizationId('org_a'),
      timestamp: START + i,
      attributes: [['service', `service${i}`]],
    }),
  );
  const part = writePart(partRowsOf(records), { tokens: [], replaces: [] });
  writeFileSync(join(folder, '20260110-0000000001.parquet'), Buffer.concat(part?.pieces ?? []));
  direct = openDirectAnswers({ parts: openParts(folder), limits: LIMITS });
});
after(async () => {
  await direct[Symbol.asyncDispose]();
  removeFolder(folder);
});

const OWN = sql`organization = ${string('org_a')} AND timestamp >= ${instant(START)} AND timestamp < ${instant(START + 60_000)}`;
const BY_SERVICE = sql`SELECT service AS k, toFloat64(count()) AS n FROM logs WHERE ${OWN} GROUP BY k`;
const ALL = sql`SELECT toFloat64(count()) AS n FROM logs WHERE ${OWN}`;

/** As often as fits. */
function filled(unit: Sql, separator: Parameters<typeof joinSql>[1]): Sql {
  const times = Math.floor((KNOWN_LENGTH_MAX - ROOM) / (lengthOf(unit) + separator.length));
  return joinSql(
    Array.from({ length: times }, () => unit),
    separator,
  );
}

/** As deep as is read. */
const DEPTH = 450;

function nested(around: (inner: Sql) => Sql): Sql {
  let whole = sql`1`;
  for (let depth = 0; depth < DEPTH; depth++) whole = around(whole);
  return whole;
}

const STATEMENTS: readonly (readonly [what: string, statement: Sql])[] = [
  ['a sum for each group', sql`SELECT k, n ${filled(sql`+ n`, ' ')} AS x FROM (${BY_SERVICE})`],
  [
    'conditions on each group',
    sql`SELECT k FROM (${BY_SERVICE}) WHERE ${filled(sql`n<2`, ' AND ')}`,
  ],
  ['conditions on each service', sql`${ALL} AND ${filled(sql`service!='x'`, ' AND ')}`],
  ['many alternatives', sql`${ALL} AND (${filled(sql`service='x'`, ' OR ')})`],
  [
    'a long list of values',
    sql`${ALL} AND service IN ${strings(Array.from({ length: 20_000 }, (_, i) => `x${i}`))}`,
  ],
  ['many lists', sql`SELECT arrayJoin(arrayConcat(${filled(sql`range(20000)`, ', ')})) AS x`],
  [
    'a list for each group',
    sql`SELECT k, arrayMap(i -> i + n, range(20000)) AS x FROM (${BY_SERVICE})`,
  ],
  ['many columns', sql`SELECT ${filled(sql`n AS a`, ', ')} FROM (${BY_SERVICE})`],
  ['an order by many keys', sql`SELECT k FROM (${BY_SERVICE}) ORDER BY ${filled(sql`n`, ', ')}`],
  ['many aggregations', sql`SELECT ${filled(sql`sum(n) AS a`, ', ')} FROM (${BY_SERVICE})`],
  [
    'many queries',
    sql`${filled(sql`SELECT count() AS n FROM logs WHERE organization='org_a'`, ' UNION ALL ')}`,
  ],
  ['a list of numbers', sql`SELECT [${filled(sql`1`, ', ')}] AS x`],
  ['a tuple of texts', sql`SELECT (${filled(sql`''`, ', ')}) AS x`],
  ['comparisons of comparisons', sql`SELECT ${filled(sql`a =`, ' ')} a AS x`],
  ['brackets', sql`SELECT ${nested((inner) => sql`(${inner})`)} AS x`],
  ['calls in calls', sql`SELECT ${nested((inner) => sql`toFloat64(${inner})`)} AS x`],
  ['signs', sql`SELECT ${filled(sql`-`, ' ')}1 AS x`],
];

for (const [what, statement] of STATEMENTS) {
  test(`nobody waits long for ${what}`, (t) => waitFor(t, statement));
}

async function waitFor(t: TestContext, statement: Sql): Promise<void> {
  let isDirect = false;
  const longest = await longestTurnMs(async () => {
    isDirect = (await direct.answer(statement, { resultRowsMax: 0 })) !== undefined;
  });

  t.diagnostic(`${longest.toFixed(1)} ms, ${isDirect ? 'answered' : 'left to the engine'}`);
  assert.ok(longest <= TURN_MS_MAX, `${longest} ms`);
}
