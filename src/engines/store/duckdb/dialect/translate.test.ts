import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributeEquals, bodyHasWord, bodyMayHaveWord } from '../../log-fields.ts';
import {
  bind,
  float64,
  float64s,
  identifier,
  instant,
  join,
  sent,
  sql,
  string,
  strings,
  uint32,
  uint64,
  type Sql,
} from '../../sql.ts';
import { sendLists } from '../../sent-table.ts';
import {
  translate,
  UntranslatableStatement,
  type LogsRead,
  type Translation,
} from './translate.ts';

const LOGS = {
  rows: () => ({ table: 'logs_', where: '' }),
  counts: () => ({ table: 'counts_', where: '' }),
};

function translated(statement: Sql): Translation {
  const { text, parameters, tables } = bind(statement);
  return translate({ text, parameters, sentTables: new Set(tables.keys()) }, LOGS);
}

function textOf(statement: Sql): string {
  return translated(statement).text;
}

function readOf(statement: Sql): LogsRead {
  const translation = translated(statement);
  const read = translation.kind === 'delete' ? translation.read : translation.reads[0];
  assert(read !== undefined);
  return read;
}

const MINUTE = Date.UTC(2026, 0, 31, 12, 30);

/** Statements as our compiler writes them, and what becomes of them. */
const SHAPES: readonly (readonly [what: string, statement: Sql, text: string])[] = [
  ['nothing is read', sql`SELECT 1`, 'SELECT 1'],
  [
    'a name with a quote of either kind',
    sql`SELECT 1 AS ${identifier('a"b`c')}`,
    'SELECT 1 AS "a""b`c"',
  ],
  [
    'PREWHERE, WHERE and settings',
    sql`SELECT body FROM logs PREWHERE level = 'a' WHERE source = 'b' SETTINGS max_threads = 1`,
    `SELECT "body" FROM logs_ AS logs WHERE (("level" = 'a') AND ("source" = 'b'))`,
  ],
  [
    'a bound value stands once for all its places',
    sql`SELECT ${string('x')} AS a, ${string('x')} AS b`,
    'SELECT CAST($p1 AS VARCHAR) AS "a", CAST($p1 AS VARCHAR) AS "b"',
  ],
  [
    'a condition that only makes sure of being no NULL',
    sql`SELECT body FROM logs WHERE ifNull(level = 'a', 0) AND 1`,
    `SELECT "body" FROM logs_ AS logs WHERE ("level" = 'a')`,
  ],
  [
    'the minute of an event',
    sql`SELECT body FROM logs WHERE toStartOfMinute(timestamp) >= ${instant(MINUTE)} AND toStartOfMinute(timestamp) < ${instant(MINUTE + 1)}`,
    'SELECT "body" FROM logs_ AS logs WHERE (("timestamp" >= CAST($p1 AS TIMESTAMP_MS)) AND ("timestamp" < CAST($p2 AS TIMESTAMP_MS)))',
  ],
  [
    'counts of what is counted already',
    sql`SELECT level AS c1, toStartOfMinute(timestamp) AS c2, count() AS c3, countIf(level = 'b') AS c4 FROM logs WHERE source = 'a' AND timestamp >= ${instant(MINUTE + 1)} GROUP BY c1, c2`,
    `SELECT "level" AS "c1", ch_floor("timestamp", 60000) AS "c2", CAST(coalesce(sum("events"), 0) AS BIGINT) AS "c3", CAST(coalesce(sum("events") FILTER (WHERE ("level" = 'b')), 0) AS BIGINT) AS "c4" FROM counts_ AS logs WHERE (("source" = 'a') AND ("timestamp" >= CAST($p1 AS TIMESTAMP_MS))) GROUP BY "c1", "c2"`,
  ],
  [
    'a short list of values, one of them and none',
    sql`SELECT body FROM logs WHERE index_name IN ${strings(['a', 'b'])} AND level IN ${strings(['c'])} AND index_name IN ${strings([])}`,
    'SELECT "body" FROM logs_ AS logs WHERE FALSE',
  ],
  [
    'elements that become rows, and are grouped',
    sql`SELECT arrayJoin(splitByChar(',', body)) AS c1, count() AS c2 FROM logs GROUP BY c1`,
    `SELECT "element 1" AS "c1", count(*) AS "c2" FROM (SELECT *, unnest(string_split("body", ',')) AS "element 1" FROM logs_ AS logs) GROUP BY "c1"`,
  ],
  [
    'the first rows of each group',
    sql`SELECT body FROM logs ORDER BY timestamp DESC, row_id DESC LIMIT ${uint32(2)} BY host LIMIT ${uint32(5)}`,
    'SELECT "body" FROM logs_ AS logs QUALIFY row_number() OVER (PARTITION BY "host" ORDER BY ch_event_key(epoch_ms("timestamp"), "row_id") DESC) <= 2 ORDER BY "timestamp" DESC NULLS LAST, "row_id" DESC NULLS LAST LIMIT CAST($p1 AS UINTEGER)',
  ],
  [
    'selects of which each has its own end',
    sql`SELECT body FROM logs LIMIT 1 UNION ALL SELECT body FROM logs`,
    '(SELECT "body" FROM logs_ AS logs LIMIT 1) UNION ALL SELECT "body" FROM logs_ AS logs',
  ],
  [
    'names of aggregates with endings',
    sql`SELECT sumOrNullIf(retention_days, level = 'a') AS a, sumIf(retention_days, 1) AS b FROM logs`,
    `SELECT CAST(sum("retention_days") FILTER (WHERE ("level" = 'a')) AS BIGINT) AS "a", coalesce(CAST(sum("retention_days") FILTER (WHERE TRUE) AS BIGINT), 0) AS "b" FROM logs_ AS logs`,
  ],
  [
    'an aggregate whose condition has parts, the cheap ones first',
    sql`SELECT countIf((hasTokenCaseInsensitive(body, ${string('w')}) AND ifNull(level = 'a' AND 1, 0))) AS a, countIf(1 AND 1) AS b FROM logs`,
    `SELECT count(*) FILTER (WHERE CASE WHEN ("level" = 'a') THEN CASE WHEN contains(lower("body"), lower(CAST($p1 AS VARCHAR))) THEN regexp_matches(lower("body"), '(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])' || lower(CAST($p1 AS VARCHAR)) || '(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])') ELSE FALSE END ELSE FALSE END) AS "a", count(*) FILTER (WHERE TRUE) AS "b" FROM logs_ AS logs`,
  ],
  [
    'a window',
    sql`SELECT count() OVER (PARTITION BY host ORDER BY row_id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS n FROM logs`,
    'SELECT count(*) OVER (PARTITION BY "host" ORDER BY "row_id" NULLS LAST ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS "n" FROM logs_ AS logs',
  ],
  [
    'a lambda over several lists',
    sql`SELECT arrayMap((a, b) -> concat(a, b), ['x'], ['y']) AS l`,
    `SELECT list_transform(list_zip(['x'], ['y']), lambda "element of list 1": (struct_extract_at("element of list 1", 1) || struct_extract_at("element of list 1", 2))) AS "l"`,
  ],
  [
    'what is 0 or 1 for ClickHouse, and what is true or false for it, too',
    sql`SELECT level = 'a' AS a, true AS b FROM logs`,
    `SELECT CAST(("level" = 'a') AS UTINYINT) AS "a", TRUE AS "b" FROM logs_ AS logs`,
  ],
  [
    'a pattern of which only the end is open',
    sql`SELECT body FROM logs WHERE body LIKE ${string('50\\%%')}`,
    'SELECT "body" FROM logs_ AS logs WHERE starts_with("body", CAST($p1 AS VARCHAR))',
  ],
  [
    'whether a text is there, and whether it stands far behind',
    sql`SELECT body FROM logs WHERE position(body, 'a') > 0 AND position(body, 'b') > 5`,
    `SELECT "body" FROM logs_ AS logs WHERE (contains("body", 'a') AND (strpos("body", 'b') > 5))`,
  ],
  [
    'the number of a text that may be empty, and of one that is put together',
    sql`SELECT toFloat64OrNull(nullIf(body, '')) AS a, toFloat64OrNull(concat(body, '')) AS b FROM logs`,
    `SELECT ch_number("body") AS "a", ch_number(("body" || '')) AS "b" FROM logs_ AS logs`,
  ],
];

for (const [what, statement, text] of SHAPES) {
  test(`${what}: becomes a statement of DuckDB`, () => {
    assert.equal(textOf(statement), text);
  });
}

test('what is meant of the table stands where the statement reads it', () => {
  const { text, parameters } = bind(
    sql`SELECT level FROM logs WHERE source = 'a' UNION ALL SELECT c FROM (SELECT 1 AS c, 'x' AS k) LEFT JOIN logs ON k = level`,
  );
  const logs = { ...LOGS, rows: () => ({ table: 'logs_', where: 'block = 7' }) };
  const translation = translate({ text, parameters, sentTables: new Set() }, logs);
  assert.equal(
    translation.text,
    `SELECT "level" FROM logs_ AS logs WHERE block = 7 AND ("source" = 'a') UNION ALL SELECT "c" FROM (SELECT 1 AS "c", 'x' AS "k") LEFT JOIN (SELECT * FROM logs_ AS logs WHERE block = 7) AS logs ON ("k" = "level")`,
  );
});

test('whatever the counts do not tell is read from the rows', () => {
  for (const statement of [
    sql`SELECT count() AS n FROM logs WHERE host = 'a'`,
    sql`SELECT count() AS n FROM logs WHERE timestamp != ${instant(MINUTE)}`,
    sql`SELECT count() AS n FROM logs WHERE (timestamp < ${instant(MINUTE)} OR level = 'a')`,
    sql`SELECT count() AS n FROM logs WHERE toStartOfHour(timestamp) < ${instant(MINUTE)}`,
    sql`SELECT count() AS n, max(level) AS m FROM logs`,
    sql`SELECT count() AS n, row_number() OVER () AS m FROM logs`,
    sql`SELECT count() OVER () AS n FROM logs`,
    sql`SELECT timestamp AS t, count() AS n FROM logs GROUP BY t`,
    sql`SELECT level FROM logs`,
  ]) {
    assert.match(textOf(statement), /FROM logs_ AS logs/);
  }
});

test('values are bound in their own types, and only those that are named', () => {
  const hostile = `it's "$p9" \\ \n\t\0 {p1:String}`;
  const statement = sql`SELECT ${string(hostile)} AS a, ${strings([hostile, ''])} AS b, ${float64(-0)} AS c, ${uint64(2n ** 64n - 1n)} AS d, ${instant(MINUTE)} AS e, body FROM logs WHERE (${string('unused')} = 'x' AND 0)`;

  const { text, values } = translated(statement);

  assert(!text.includes("it's"));
  assert.deepEqual(
    [...values.values()],
    [
      { type: 'VARCHAR', value: hostile },
      { type: 'VARCHAR[]', value: [hostile, ''] },
      { type: 'DOUBLE', value: -0 },
      { type: 'UBIGINT', value: 2n ** 64n - 1n },
      { type: 'TIMESTAMP_MS', value: MINUTE },
    ],
  );
});

test('a long list comes in parts and is asked for with a hash table', () => {
  const many = Array.from({ length: 5_000 }, (_, i) => `value ${i}`);

  const { text, values } = translated(sql`SELECT body FROM logs WHERE host IN ${strings(many)}`);

  assert.match(text, /"host" IN \(SELECT unnest\(/);
  assert.deepEqual(
    [...values.values()].flatMap(({ value }) => value),
    many,
  );
});

const SCOPE = sql`organization = ${string('org_a')} AND timestamp >= ${instant(1_000)} AND timestamp < ${instant(2_000)}`;

test('a read tells the bounds its conditions have', () => {
  const read = readOf(
    sql`SELECT body FROM logs WHERE (${SCOPE} AND index_name IN ${strings(['a', 'b', 'c'])}) AND (index_name IN ${strings(['b', 'd'])}) AND (timestamp <= ${instant(1_500)} AND (timestamp < ${instant(1_200)} OR row_id < ${uint64(7)})) AND row_id > ${uint64(5)} AND received_at >= ${instant(900)} AND stored_at <= ${instant(800)}`,
  );

  assert.deepEqual(read, {
    from: 1_000,
    to: 1_501,
    receivedFrom: 900,
    receivedTo: undefined,
    storedFrom: undefined,
    storedTo: 801,
    organization: 'org_a',
    indexes: ['b'],
    words: [],
    pairs: [],
    choices: [],
    rowIdFrom: 6n,
    rowIdTo: undefined,
  });
});

test('a read tells the words and attributes that all its rows have', () => {
  const read = readOf(
    sql`SELECT body FROM logs WHERE (${SCOPE}) AND (${bodyHasWord('Needle')}) AND (${bodyMayHaveWord('ÄRGER')}) AND (${attributeEquals('order', 'O77')}) AND (${attributeEquals('trace_id', 'ABC')})`,
  );

  assert.deepEqual(read.words, ['needle', 'ärger']);
  assert.deepEqual(read.pairs, [
    ['order', 'o77'],
    ['trace_id', 'abc'],
  ]);
});

test('every attribute with a column of its own is a pair that a read tells', () => {
  for (const name of [
    'service',
    'environment',
    'host',
    'trace_id',
    'span_id',
    'user_id',
    'request_id',
    'session_id',
  ]) {
    const read = readOf(sql`SELECT body FROM logs WHERE ${attributeEquals(name, 'A')}`);
    assert.deepEqual(read.pairs, [[name, 'a']]);
  }
});

test('a condition that holds where it is unknown bounds nothing', () => {
  const ofIndex = (instead: Sql): readonly string[] | undefined =>
    readOf(
      sql`SELECT body FROM logs WHERE ifNull(index_name = ${string('a')}, ${instead})`,
    ).indexes?.toSorted();

  assert.deepEqual(ofIndex(sql`0`), ['a']);
  assert.equal(ofIndex(sql`1`), undefined);
});

test('steps up to a thousand are decided one by one, more are looked up in their list', () => {
  const textFor = (count: number): string => {
    const steps = Array.from({ length: count }, (_, i) => i);
    return textOf(sql`SELECT roundDown(retention_days, ${float64s(steps)}) AS r FROM logs`);
  };

  assert.doesNotMatch(textFor(1_000), /ch_round_down/);
  assert.match(textFor(1_001), /ch_round_down/);
});

test('of what stands for choice, every choice has to be known', () => {
  const either = sql`(${attributeEquals('status', '5')} OR ${attributeEquals('status', '5.0')})`;
  const unknown = sql`(${bodyHasWord('a')} OR level = 'b')`;

  const read = readOf(sql`SELECT body FROM logs WHERE ${either} AND ${unknown}`);
  const negated = readOf(sql`SELECT body FROM logs WHERE NOT (${bodyHasWord('a')})`);

  assert.deepEqual(read.words, []);
  assert.deepEqual(read.choices, [
    [
      { kind: 'pair', key: 'status', value: '5' },
      { kind: 'pair', key: 'status', value: '5.0' },
    ],
  ]);
  assert.deepEqual([negated.words, negated.choices], [[], []]);
});

test('every read of the table is asked for, with its own bounds', () => {
  const read = (index: string): Sql =>
    sql`SELECT body FROM logs WHERE index_name = ${string(index)} LIMIT 1`;

  const translation = translated(sql`SELECT body FROM (${read('a')} UNION ALL ${read('b')})`);

  assert(translation.kind === 'select');
  assert.deepEqual(
    translation.reads.map(({ indexes }) => indexes),
    [['a'], ['b']],
  );
});

for (const statement of [
  sql`DELETE FROM logs WHERE organization = ${string('org_a')}`,
  sql`ALTER TABLE logs DELETE WHERE organization = ${string('org_a')}`,
]) {
  test(`a deletion is its condition: ${bind(statement).text.slice(0, 6)}`, () => {
    const translation = translated(statement);

    assert(translation.kind === 'delete');
    assert.equal(translation.text, '("organization" = CAST($p1 AS VARCHAR))');
    assert.equal(translation.read.organization, 'org_a');
  });
}

test('an estimate tells what would be read', () => {
  const translation = translated(sql`EXPLAIN ESTIMATE SELECT body FROM logs WHERE ${SCOPE}`);

  assert(translation.kind === 'estimate');
  assert.equal(translation.reads[0]?.from, 1_000);
});

test('a look-up is a join, and a map in a lambda', () => {
  const table = sent(sendLists([['a'], ['b']]));
  const find = (key: Sql): Sql =>
    sql`transform(${key}, (SELECT list1 FROM ${table}), (SELECT list2 FROM ${table}), '')`;

  const joined = textOf(sql`SELECT ${find(sql`host`)} AS x FROM logs`);
  const mapped = textOf(sql`SELECT arrayMap(k -> ${find(sql`k`)}, [host]) AS x FROM logs`);

  assert.match(joined, /\(SELECT "sent value" FROM .* WHERE "sent key" = "host"\)/);
  assert.match(mapped, /FROM logs_ AS logs, \(SELECT map\(list1, list2\) AS .* FROM "sent1"\)$/);
});

const REFUSED: readonly (readonly [what: string, statement: Sql])[] = [
  ['a function nobody knows', sql`SELECT sleep(3)`],
  ['a table nobody sent', sql`SELECT 1 FROM other`],
  ['a column the table lacks', sql`SELECT nothing FROM logs`],
  ['another statement', sql`OPTIMIZE TABLE logs FINAL`],
  ['more behind the end', sql`SELECT 1 FROM logs DROP`],
  ['a file', sql`SELECT 1 FROM file('x')`],
  ['a semicolon', sql`SELECT 1; SELECT 2`],
  ['a comment', sql`SELECT 1 -- x`],
  ['a name that DuckDB would cut', sql`SELECT 1 AS ${identifier('a\0b')}`],
  ['a function that is inherited by objects', sql`SELECT constructor(1)`],
  ...[
    '(SELECT list1 FROM logs)',
    '(SELECT body FROM sent1)',
    '(SELECT list1 FROM (SELECT 1 AS list1))',
    '(SELECT list1 FROM sent1 UNION ALL SELECT list1 FROM sent1)',
    "['a']",
  ].map(
    (list) =>
      [
        `a look-up in ${list}`,
        fromText(`SELECT transform(host, ${list}, ${list}, '') AS x FROM logs`),
      ] as const,
  ),
];

for (const [what, statement] of REFUSED) {
  test(`${what} is refused`, () => {
    assert.throws(() => translated(statement), UntranslatableStatement);
  });
}

test('what is nested deeply is translated, and refused before it fills the stack', () => {
  const nested = (depth: number): Sql => {
    const { text } = bind(sql`SELECT body FROM logs`);
    return fromText(`${text} WHERE ${'('.repeat(depth)}level = 'a'${')'.repeat(depth)}`);
  };

  assert.match(textOf(nested(400)), /"level" = 'a'/);
  assert.throws(() => translated(nested(100_000)), /nested too deeply/);
});

test('long chains are no deep trees', () => {
  const terms = Array.from({ length: 10_000 }, (_, i) => sql`retention_days = ${uint32(i)}`);
  const { text } = translated(sql`SELECT body FROM logs WHERE ${joinedBy(terms, ' OR ')}`);
  const sum = translated(fromText(`SELECT ${'1 + '.repeat(10_000)}1 AS s`));

  assert.equal(text.match(/ OR /g)?.length, 9_999);
  assert.equal(sum.text.match(/ \+ /g)?.length, 10_000);
});

/** Expressions around expressions, of which many need theirs more than once. */
const AROUND: readonly ((inner: string) => string)[] = [
  (x) => `toString(toFloat64OrNull(${x}) + {p1:Float64})`,
  (x) => `nullIf(nullIf(${x}, ''), 'null')`,
  (x) => `if(ifNull(toFloat64OrNull(${x}) > toFloat64OrNull(body), 0), body, level)`,
  (x) => `toString(round(greatest(0, sqrt(toFloat64OrNull(${x}))), 2))`,
  (x) => `substringUTF8(decodeURLComponent(${x}), 1)`,
  (x) => `arrayStringConcat(arrayDistinct(arrayReverseSort(splitByString(',', ${x}))), ' ')`,
  (x) => `JSONExtractRaw(${x}, 'a')`,
  (x) => `leftPad(toString(parseDateTimeOrNull(${x}, '%Y', 'UTC')), 3, '0')`,
];

test('text and work grow as the statement does, however deep it is', () => {
  const measured = (depth: number): { reads: number; length: number } => {
    let inner = 'body';
    for (let i = 0; i < depth; i++) inner = AROUND[i % AROUND.length]?.(inner) ?? inner;
    let reads = 0;
    const parameters = Object.assign(new Map<string, string>(), {
      get: () => {
        reads++;
        return '1';
      },
    });
    const statement = {
      text: `SELECT ${inner} AS x FROM logs`,
      parameters,
      sentTables: new Set<string>(),
    };
    return { length: translate(statement, LOGS).text.length, reads };
  };

  const [once, twice] = [measured(40), measured(80)];

  assert(twice.length < 2.2 * once.length, `${once.length} and ${twice.length} characters`);
  assert.equal(twice.reads, 2 * once.reads);
});

/** Statements are made of templates; tests may write them otherwise. */
function fromText(text: string): Sql {
  return sql(Object.assign([text], { raw: [text] }));
}

function joinedBy(parts: readonly Sql[], separator: ' OR '): Sql {
  // One after the other would take the square of their number.
  return parts.length <= 10
    ? join(parts, separator)
    : sql`${joinedBy(parts.slice(0, parts.length >> 1), separator)} OR ${joinedBy(parts.slice(parts.length >> 1), separator)}`;
}
