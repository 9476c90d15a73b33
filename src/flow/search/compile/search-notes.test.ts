/** What a search tells beside its rows: what was cut, what its keys leave out, what it would write. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bind } from '../../../engines/store/sql.ts';
import type { Mining } from '../../../engines/mining/mining.ts';
import { prepareFakeSearch } from '../../../../test/support/search/prepare-fake-search.ts';

const INDEXES = ['main', 'web', '_audit'];

function rows(count: number, row: (i: number) => Record<string, unknown>) {
  return Array.from({ length: count }, (_, i) => row(i));
}

function cutAt(max: number) {
  return [
    {
      limit: 'subsearchRowsMax',
      max,
      message: `Only the first ${max} rows of a subsearch were used.`,
    },
  ];
}

test('a subsearch with more rows than are used says so', async () => {
  const query = 'index=web [search index=main | table user] | table user';
  const ask = async (count: number) =>
    prepareFakeSearch(
      { query },
      { indexes: INDEXES, told: [rows(count, (i) => ({ s0: `u${i}` }))] },
    );
  const [full, more] = [await ask(10_000), await ask(10_001)];

  assert.deepEqual([full.limits, full.notes.cuts], [[], []]);
  assert.deepEqual(more.limits, cutAt(10_000));
  assert.deepEqual(
    more.notes.cuts.map(({ place, rows: used }) => [place.start, used]),
    [[10, 10_000]],
  );
  const bound = [...bind(more.plan.statement).parameters.values()].join();
  assert.ok(bound.includes("'u9999'"));
  assert.ok(!bound.includes("'u10000'"));
});

test('who asks for few rows of a subsearch is told nothing when there are more', async () => {
  for (const query of [
    'index=web [search index=main | return 2 user] | table user',
    'index=web [search index=main | table user | format maxresults=10000] | table user',
  ]) {
    const told = [rows(10_001, (i) => ({ s0: `u${i}` }))];
    const { limits, notes } = await prepareFakeSearch({ query }, { indexes: INDEXES, told });

    assert.deepEqual([limits, notes.cuts], [[], []], query);
  }
});

test('rows that are appended or joined are counted, and those beyond the limit are named', async () => {
  for (const [query, max] of [
    ['index=web | table user | append [search index=main | table user]', 50_000],
    ['index=web | table user | append maxout=7 [search index=main | table user]', 7],
    ['index=web | table user | join user [search index=main | table user]', 50_000],
    ['index=web | table user | appendcols maxout=7 [search index=main | table job]', 7],
  ] as const) {
    const ask = async (n: number) =>
      prepareFakeSearch({ query }, { indexes: INDEXES, told: [[{ n }]] });
    const [full, more] = [await ask(max), await ask(max + 1)];

    assert.deepEqual([full.limits, full.notes.cuts], [[], []], query);
    assert.deepEqual(more.limits, cutAt(max), query);
    assert.deepEqual(
      more.notes.cuts.map((cut) => cut.rows),
      [max],
    );
  }
});

test('of values that stand anywhere in the text a hundred are looked for', async () => {
  const query = 'index=web [search index=main | return 1000 $user] | table user';
  const ask = async (count: number) =>
    prepareFakeSearch(
      { query },
      { indexes: INDEXES, told: [rows(count, (i) => ({ s0: `word${i}` }))] },
    );
  const [full, more] = [await ask(100), await ask(101)];

  assert.deepEqual(full.limits, []);
  assert.deepEqual(more.limits, [
    {
      limit: 'subsearchTermsMax',
      max: 100,
      message: 'Only 100 values of a subsearch were searched as terms.',
    },
  ]);
  const bound = [...bind(more.plan.statement).parameters.values()];
  assert.ok(bound.includes('word99'));
  assert.ok(!bound.includes('word100'));
});

test('patterns and clusters say when there were more lines than were looked at', async () => {
  const seen: (readonly [number, unknown])[] = [];
  const mining = {
    minePatterns: async (lines: readonly string[], options: unknown) => {
      seen.push([lines.length, options]);
      const patterns = [{ template: 'a <*>', count: lines.length, first: 0, samples: [0] }];
      return { patterns, assignment: new Uint32Array(lines.length) };
    },
  } as unknown as Mining;
  const line = (i: number) => ({ line: `a ${i}`, at: 1_769_860_000 + i, id: String(i + 1) });
  for (const [query, message, options] of [
    [
      'index=web | patterns similarity=0.5 limit=9',
      'Patterns are based on the first 10000 rows.',
      { simThreshold: 0.5, maxSamples: 1, patternsMax: 9 },
    ],
    [
      'index=web | cluster t=0.9',
      'Only the first 10000 rows were compared; the others are in no group.',
      { simThreshold: 0.9, maxSamples: 0, patternsMax: 10_000 },
    ],
  ] as const) {
    const ask = async (count: number) =>
      prepareFakeSearch({ query }, { indexes: INDEXES, mining, told: [rows(count, line)] });
    const [full, more] = [await ask(10_000), await ask(10_001)];

    assert.deepEqual(full.limits, [], query);
    assert.deepEqual(more.limits, [{ limit: 'subsearchRowsMax', max: 10_000, message }], query);
    assert.deepEqual(seen.splice(0), [
      [10_000, options],
      [10_000, options],
    ]);
  }
});

test('a lookup table with more rows of a key than are taken is named', async () => {
  const ask = async (count: number) =>
    prepareFakeSearch(
      { query: 'index=web | lookup big user OUTPUT n' },
      {
        indexes: INDEXES,
        lookups: { big: ['user,n', ...Array.from({ length: count }, (_, i) => `bob,${i}`)] },
      },
    );

  assert.deepEqual((await ask(100)).limits, []);
  assert.deepEqual((await ask(101)).limits, [
    {
      limit: 'lookupMatches',
      max: 100,
      message:
        'The lookup table “big” has keys with more than 100 rows. Only the first 100 rows per key are used.',
    },
  ]);
});

test('ten columns of a lookup table are named to whoever asks for another', async () => {
  const ask = async (count: number) => {
    const names = Array.from({ length: count }, (_, i) => `column${i + 1}`).join();
    const query = 'index=web | lookup wide zz AS user';
    return prepareFakeSearch({ query }, { indexes: INDEXES, lookups: { wide: [names] } });
  };
  const ten =
    'The lookup table “wide” has no column “zz”. It has “column1”, “column2”, “column3”, ' +
    '“column4”, “column5”, “column6”, “column7”, “column8”, “column9”, “column10”';

  await assert.rejects(ask(10), { message: `${ten}.` });
  await assert.rejects(ask(11), { message: `${ten}, others.` });
});

test('what keys leave out is counted where rows can lack them', async () => {
  const FROM =
    'FROM logs WHERE (organization = {pN:String} AND index_name = {pN:String} AND ' +
    "timestamp >= {pN:DateTime64(3, 'UTC')} AND timestamp < {pN:DateTime64(3, 'UTC')}) AND (index_name IN {pN:Array(String)})";
  const MISSING = "NOT (attributes[{pN:String}] != '')";
  for (const [query, drops] of [
    ['index=web | stats count', []],
    ['index=web | stats count BY level', [undefined]],
    [
      'index=web | stats count BY user, level, region',
      [
        [
          ['user', 'region'],
          `SELECT countIf(${MISSING}) AS \`d0\`, countIf(${MISSING}) AS \`d1\` ${FROM}`,
        ],
      ],
    ],
    [
      'index=web | chart count OVER user BY level',
      [[['user'], `SELECT countIf(${MISSING}) AS \`d0\` ${FROM}`]],
    ],
  ] as const) {
    const { notes } = await prepareFakeSearch(
      { query },
      { indexes: INDEXES, told: [[{ series: 'info', missing: 0, rank: 1 }]] },
    );
    const seen = notes.drops.map(({ count }) => {
      const found = count();
      if (found === undefined) return undefined;
      const { text } = bind(found.statement);
      return [found.fields, text.replaceAll(/\{p\d+:/g, '{pN:')];
    });

    assert.deepEqual(seen, drops, query);
  }
});

test('what one key leaves out comes from the counts of the store where it keeps them', async () => {
  const dropOf = async (query: string): Promise<string> => {
    const { notes } = await prepareFakeSearch({ query }, { indexes: INDEXES });
    const [drop] = notes.drops;
    return bind(drop?.count()?.statement ?? assert.fail(query)).text.replaceAll(/\{p\d+:/g, '{pN:');
  };

  assert.match(
    await dropOf('index=web | stats count BY service'),
    /^SELECT `c\d+` AS d0 FROM \(SELECT toFloat64\(count\(\)\) AS `c\d+` FROM logs WHERE \(.*toStartOfMinute\(timestamp\) >= .*\) AND \(NOT \(`service` != ''\)\)\)$/,
  );
  assert.match(
    await dropOf('index=web | stats count BY service, user'),
    /^SELECT countIf\(NOT \(`service` != ''\)\) AS `d0`, countIf\(NOT \(attributes\[\{pN:String\}\] != ''\)\) AS `d1` FROM logs WHERE /,
  );
  assert.match(
    await dropOf('index=web word | stats count BY service'),
    /^SELECT countIf\(NOT \(`service` != ''\)\) AS `d0` FROM logs WHERE /,
  );
  assert.match(
    await dropOf('index=web | head 5 | stats count BY user'),
    /^SELECT countIf\(.*\) AS `d0` FROM \(SELECT .* LIMIT \{pN:UInt32\}\)$/,
  );
});

test('what is written into a lookup table are texts, one row more than it may have', async () => {
  const query = 'index=web | eval m=split(user, ",") | table user m | outputlookup teams';
  const { writes, plan } = await prepareFakeSearch(
    { query, mayWrite: true },
    { indexes: INDEXES, permissions: ['lookups:write'] },
  );

  const write = writes[0] ?? assert.fail('nothing is written');
  const { text, parameters } = bind(write.plan.statement);
  assert.equal(writes.length, 1);
  assert.equal(write.stage.table, 'teams');
  assert.match(
    text,
    /^SELECT nullIf\(attributes\[\{p1:String\}\], ''\) AS `c\d+`, arrayStringConcat\(.*, '\\n'\) AS `c\d+` FROM /,
  );
  assert.equal([...parameters.values()].at(-1), '100001');
  assert.deepEqual(
    write.plan.columns.map(({ name, kind }) => [name, kind]),
    [
      ['user', 'text'],
      ['m', 'text'],
    ],
  );
  assert.deepEqual(
    plan.columns.map(({ name, kind }) => [name, kind]),
    [
      ['user', 'text'],
      ['m', 'multi'],
    ],
  );
});
