import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeLists, type SentTable } from '../../../engines/store/sent-table.ts';
import { createByteCache } from './byte-cache.ts';
import {
  type LookupMatch,
  type LookupVersion,
  openLookup,
  type OpenLookup,
} from './open-lookup.ts';

const matches = () => createByteCache<LookupMatch>(1_000);
const sent = () => createByteCache<SentTable>(1_000);

function open(
  rows: readonly (readonly string[])[],
  more: { readonly matchesMax?: number } & Partial<ReturnType<typeof caches>> = {},
  seen: LookupVersion = { id: 'lkp_1', version: 1 },
): OpenLookup {
  const columns = ['service', 'zone', 'team', 'contact'];
  const lists = columns.map((_, i) => rows.map((row) => row[i] ?? ''));
  const parts = { name: 'teams', seen, content: { columns, lists }, matchesMax: 2 };
  return openLookup({ ...parts, ...caches(), ...more });
}

function caches() {
  return { matches: matches(), sent: sent() };
}

const ROWS = [
  ['checkout', 'a', 'payments', 'pay@example.com'],
  ['auth', 'a', 'identity', ''],
  ['', 'a', 'nobody', 'none@example.com'],
  ['idle', 'b', '', ''],
];

function matched(lookup: OpenLookup, keys: readonly string[], outputs: readonly string[]) {
  const { table, isMulti, isCut } = lookup.match(keys, outputs);
  assert.equal(table.structure, 'list1 Array(String), list2 Array(String)');
  return { lists: decodeLists(table.bytes), isMulti, isCut };
}

test('each key stands for the values of its row; those without a key or a value are left out', () => {
  assert.deepEqual(matched(open(ROWS), ['service'], ['team', 'contact']), {
    lists: [
      ['checkout', 'auth'],
      ['payments\0pay@example.com', 'identity\0'],
    ],
    isMulti: false,
    isCut: false,
  });
  assert.deepEqual(matched(open(ROWS), ['service'], ['contact']).lists, [
    ['checkout'],
    ['pay@example.com'],
  ]);
});

test('several keys are one text, and all of them must be there', () => {
  assert.deepEqual(matched(open(ROWS), ['zone', 'service'], ['team']).lists, [
    ['a\0checkout', 'a\0auth'],
    ['payments', 'identity'],
  ]);
});

test('a column that the table does not have fits nothing, and has no values', () => {
  assert.deepEqual(matched(open(ROWS), ['unknown'], ['team']).lists, [['\0\0'], ['']]);
  assert.deepEqual(matched(open(ROWS), ['service'], ['unknown']).lists, [['\0\0'], ['']]);
  assert.deepEqual(matched(open([]), ['service'], ['team']), {
    lists: [['\0\0'], ['']],
    isMulti: false,
    isCut: false,
  });
});

const TWICE = [
  ['web', 'a', 'one', ''],
  ['web', 'b', '', 'bob@example.com'],
  ['api', 'a', 'two', 'eve@example.com'],
];

test('where one key has several rows, all keys stand for columns without their empty values', () => {
  assert.deepEqual(matched(open(TWICE), ['service'], ['team', 'zone', 'contact']), {
    lists: [
      ['web', 'api'],
      ['one\0\0a\0b\0\0bob@example.com', 'two\0\0a\0\0eve@example.com'],
    ],
    isMulti: true,
    isCut: false,
  });
});

test('of more rows for a key than are taken the first count, and the cut is told', () => {
  const three = [...TWICE, ['web', 'c', 'three', '']];

  assert.deepEqual(matched(open(three), ['service'], ['zone']), {
    lists: [
      ['web', 'api'],
      ['a\0b', 'a'],
    ],
    isMulti: true,
    isCut: true,
  });
  assert.deepEqual(matched(open(TWICE, { matchesMax: 1 }), ['service'], ['zone']), {
    lists: [
      ['web', 'api'],
      ['a', 'a'],
    ],
    isMulti: false,
    isCut: true,
  });
});

test('what was made once for a version is used again, and not for another one', () => {
  const kept = caches();
  const first = open(ROWS, kept);
  const match = first.match(['service'], ['team']);
  const table = first.send(0, 2);

  assert.equal(kept.matches.bytes(), match.table.bytes.length);
  assert.equal(kept.sent.bytes(), table.bytes.length);
  const again = open([], kept);
  assert.equal(again.match(['service'], ['team']), match);
  assert.equal(again.send(0, 2), table);
  for (const seen of [
    { id: 'lkp_1', version: 2 },
    { id: 'lkp_2', version: 1 },
  ]) {
    const other = open([], kept, seen);
    assert.notEqual(other.match(['service'], ['team']), match);
    assert.notEqual(other.send(0, 2), table);
  }
  assert.notEqual(first.match(['service', 'team'], []), match);
  assert.notEqual(first.match(['service'], ['zone']), match);
});

test('the rows from one on are sent, as many as are asked for', () => {
  const lookup = open(ROWS);
  const services = (start: number, max?: number): string[] | undefined =>
    decodeLists(lookup.send(start, max).bytes)[0];

  assert.deepEqual(services(0), ['checkout', 'auth', '', 'idle']);
  assert.deepEqual(services(1, 2), ['auth', '']);
  assert.deepEqual(services(3, 2), ['idle']);
  assert.deepEqual(services(1), ['auth', '', 'idle']);
  assert.deepEqual(services(0, 0), []);
  assert.equal(decodeLists(lookup.send(0, 1).bytes).length, 4);
  assert.deepEqual([lookup.name, lookup.columns.length, lookup.seen.version], ['teams', 4, 1]);
});
