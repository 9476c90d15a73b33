import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { hostileRecord, logRecord } from '../../../../../../test/support/log-records.ts';
import { seededRandom } from '../../../../../../test/support/seeded-random.ts';
import { organizationId } from '../../../../../base/ids.ts';
import type { LogRecord } from '../../../../../base/record.ts';
import { createBlockEncoder } from '../../../block-encoder.ts';
import { createRowIds } from '../../../row-ids.ts';
import { readBlocks } from '../block-reader.ts';
import { GROUP_ROWS } from './group-rows.ts';
import { hashPair, hashWord } from './key-hash.ts';
import { SEGMENT_GROUPS } from './segment.ts';
import { openWordFilters, type WordFilters } from './word-filters.ts';
import { removeFolder } from '../../../../../../test/support/remove-folder.ts';

const organization = organizationId('org_a');
const encoder = createBlockEncoder(createRowIds({ now: () => 0 }, 1));

function pathOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-words-'));
  t.after(() => removeFolder(folder));
  return join(folder, 'day.words');
}

function add(filters: WordFilters, records: readonly LogRecord[], firstRow: number): void {
  const bytes = Buffer.from(encoder.encode(records).bytes);
  for (const block of readBlocks(bytes)) filters.add(bytes, block, firstRow);
}

function wordOf(word: string): number[][] {
  return [[hashWord(word) ?? -1]];
}

test('every word and attribute of ASCII is found, whatever else the text holds', (t) => {
  const seed = 20_261_115;
  const random = seededRandom(seed);
  const filters = openWordFilters(pathOf(t), 0);
  const records = Array.from({ length: 500 }, () => hostileRecord(random, { organization }));

  add(filters, records, 3 * GROUP_ROWS);

  for (const [i, { body, attributes }] of records.entries()) {
    const words = body.toWellFormed().match(/(?:[A-Za-z0-9]|[^\p{ASCII}])+/gu) ?? [];
    for (const word of words.filter((each) => /^[A-Za-z0-9]+$/.test(each)).slice(0, 50)) {
      assert.deepEqual(
        filters.find(wordOf(word.toUpperCase())),
        [3],
        `seed ${seed}, ${i}: ${word}`,
      );
    }
    for (const [key, value] of attributes) {
      const hash = hashPair(key.toWellFormed(), value.toWellFormed().toLowerCase());
      const isAscii = /^\p{ASCII}*$/u.test(value);
      assert.equal(hash !== undefined, isAscii);
      if (hash === undefined) continue;
      assert.deepEqual(filters.find([[hash]]), [3], `seed ${seed}, ${i}: ${key}`);
    }
  }
  filters.close();
});

test('words that no filter knows have no number', () => {
  assert.equal(hashWord('Überlauf'), undefined);
  assert.equal(hashWord('two words'), undefined);
  assert.equal(hashPair('name', 'Jürgen'), undefined);
  assert.equal(hashWord('ABC'), hashWord('abc'));
  assert.equal(hashPair('unit', '\u212a'), hashPair('unit', 'k'));
  assert.notEqual(hashPair('a', 'b'), hashPair('ab', ''));
});

test('all keys must be in a group, and one of each choice', (t) => {
  const filters = openWordFilters(pathOf(t), 0);
  add(filters, [logRecord({ organization, body: 'alpha beta' })], 0);
  add(filters, [logRecord({ organization, body: 'alpha gamma' })], GROUP_ROWS);
  const [alpha = 0, beta = 0, gamma = 0, delta = 0] = ['alpha', 'beta', 'gamma', 'delta'].map(
    (word) => hashWord(word) ?? 0,
  );

  assert.deepEqual(filters.find([[alpha]]), [0, 1]);
  assert.deepEqual(filters.find([[alpha], [gamma]]), [1]);
  assert.deepEqual(filters.find([[beta], [gamma]]), []);
  assert.deepEqual(filters.find([[beta, gamma]]), [0, 1]);
  assert.deepEqual(filters.find([[beta, delta]]), [0]);
  filters.close();
});

test('rows of one block go to the groups they lie in, with all their keys', (t) => {
  const filters = openWordFilters(pathOf(t), 0);
  const records = Array.from({ length: GROUP_ROWS + 2 }, (_, row) =>
    logRecord({
      organization,
      body: `word${row}`,
      attributes: [
        ['host', row % 2 === 0 ? 'even' : 'odd'],
        ['trace_id', `trace${row}`],
        ['own', `value${row}`],
      ],
    }),
  );

  add(filters, records, GROUP_ROWS - 1);

  const found = (row: number): number[][] =>
    [
      hashWord(`word${row}`),
      hashPair('trace_id', `trace${row}`),
      hashPair('own', `value${row}`),
    ].map((key) => filters.find([[key ?? -1]]));
  assert.deepEqual(found(0), [[0], [0], [0]]);
  assert.deepEqual(found(1), [[1], [1], [1]]);
  assert.deepEqual(found(GROUP_ROWS), [[1], [1], [1]]);
  assert.deepEqual(found(GROUP_ROWS + 1), [[2], [2], [2]]);
  assert.deepEqual(filters.find([[hashPair('host', 'even') ?? -1]]), [0, 1]);
  assert.deepEqual(filters.find([[hashPair('host', 'odd') ?? -1]]), [1, 2]);
  filters.close();
});

test('full segments are read from the disk; what is missing or damaged there is learnt from the rows', (t) => {
  const path = pathOf(t);
  const groups = SEGMENT_GROUPS + 2;
  const body = (group: number): string => `common word${group}`;
  {
    const filters = openWordFilters(path, 0);
    for (let group = 0; group < groups; group++) {
      add(filters, [logRecord({ organization, body: body(group) })], group * GROUP_ROWS);
    }
    assert.deepEqual(filters.find(wordOf('word7')), [7]);
    filters.close();
  }
  {
    const filters = openWordFilters(path, groups);
    assert.deepEqual(filters.unknown(), [groups - 2, groups - 1]);
    assert.deepEqual(filters.find(wordOf('word7')), [7, groups - 2, groups - 1]);
    filters.learn(groups - 1, (onKey) => onKey(hashWord(`word${groups - 1}`) ?? 0));
    filters.learn(groups - 2, (onKey) => onKey(hashWord(`word${groups - 2}`) ?? 0));
    assert.deepEqual(filters.find(wordOf('word7')), [7]);
    assert.deepEqual(filters.find(wordOf(`word${groups - 1}`)), [groups - 1]);
    filters.close();
  }
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(path, bytes);

  const filters = openWordFilters(path, groups);

  assert.equal(filters.unknown().length, groups);
  assert.equal(filters.find(wordOf('word7')).length, groups);
  filters.close();
});

/** A word of its own in each of these groups. */
function fill(filters: WordFilters, from: number, to: number): void {
  for (let group = from; group < to; group++) {
    add(filters, [logRecord({ organization, body: `common word${group}` })], group * GROUP_ROWS);
  }
}

test('rows that go back behind a full segment take nothing from it: a transaction that failed is tried again', (t) => {
  const filters = openWordFilters(pathOf(t), 0);
  fill(filters, 0, SEGMENT_GROUPS + 2);

  fill(filters, SEGMENT_GROUPS - 2, SEGMENT_GROUPS);
  assert.deepEqual(filters.find(wordOf('word7')), [7]);
  fill(filters, SEGMENT_GROUPS, SEGMENT_GROUPS + 3);

  assert.deepEqual(filters.find(wordOf('word7')), [7]);
  assert.deepEqual(filters.find(wordOf(`word${SEGMENT_GROUPS - 1}`)), [SEGMENT_GROUPS - 1]);
  assert.deepEqual(filters.find(wordOf(`word${SEGMENT_GROUPS + 1}`)), [SEGMENT_GROUPS + 1]);
  assert.equal(filters.find(wordOf('common')).length, SEGMENT_GROUPS + 3);
  filters.close();
});

test('rows that come behind a crash leave a segment what it knows: it was full before its rows were there', (t) => {
  const path = pathOf(t);
  const before = openWordFilters(path, 0);
  fill(before, 0, SEGMENT_GROUPS + 1);
  before.close();

  // The rows of the last groups were never committed.
  const filters = openWordFilters(path, 10);
  assert.deepEqual(filters.unknown(), []);
  fill(filters, 10, 12);
  assert.deepEqual(filters.find(wordOf('word7')), [7]);
  fill(filters, 12, SEGMENT_GROUPS + 1);

  assert.deepEqual(filters.find(wordOf('word7')), [7]);
  assert.deepEqual(filters.find(wordOf('word11')), [11]);
  filters.close();
});
