import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { logRecord } from '../../../test/support/log-records.ts';
import { openStoreUnderTest } from '../../../test/support/open-test-store.ts';
import { systemClock } from '../../base/clock.ts';
import { createBlockEncoder } from './block-encoder.ts';
import {
  allAttributes,
  attributeColumns,
  attributeEquals,
  attributeExists,
  attributeValue,
  bodyHasWord,
  isWord,
  readAttributes,
} from './log-fields.ts';
import { createRowIds } from './row-ids.ts';
import { bind, sql } from './sql.ts';
import type { Sql } from './sql.ts';
import { ATTRIBUTE_PAIRS, BODY_WORDS, COLUMN_LISTS, ELEMENT_PAIRS } from './schema/logs-table.ts';
import { rowsOf } from './store.ts';
import type { LogStore } from './store.ts';
import { removeFolder } from '../../../test/support/remove-folder.ts';

const EVENTS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'Connection REFUSED by db-01.example, code=E42': [
    ['host', 'DB-01'],
    ['status', '500'],
    ['Kunde', 'Müller & Söhne'],
  ],
  'ÜBERLAUF im Puffer 漢字 😀': [
    ['host', ''],
    ['trace_id', 'ABCDEF0123'],
    ['status', ''],
  ],
  errors: [['constructor', 'x']],
};

let store: LogStore;
const directory = mkdtempSync(join(tmpdir(), 'xplain-store-'));
before(async () => {
  store = await openStoreUnderTest(directory);
  const encoder = createBlockEncoder(createRowIds(systemClock, 1));
  const filler = Array.from({ length: 30_000 }, (_, i) =>
    logRecord({ body: `filler ${i}`, attributes: [['number', `${i}`]], timestamp: i }),
  ).map((record) => ({ ...record, retentionDays: 36_500 }));
  const records = Object.entries(EVENTS).map(([body, attributes]) =>
    logRecord({ body, attributes }),
  );
  for (const part of [filler.slice(0, 20_000), [...filler.slice(20_000), ...records]]) {
    const { bytes } = encoder.encode(part);
    await store.insert({ token: randomUUID(), blocks: [bytes], events: part.length });
  }
});
after(async () => {
  await store[Symbol.asyncDispose]();
  removeFolder(directory);
});

async function bodiesWhere(condition: Sql): Promise<string[]> {
  const answer = await store.query(
    sql`SELECT body FROM logs WHERE organization = 'org_test' AND ${condition} AND NOT startsWith(body, 'filler') ORDER BY row_id`,
  );
  return rowsOf(answer).map((row) => String(row['body']).slice(0, 8));
}

test('a word is found whole, in any case and any script', async () => {
  const [refused, overflow] = ['Connecti', 'ÜBERLAUF'];

  assert.deepEqual(await bodiesWhere(bodyHasWord('refused')), [refused]);
  assert.deepEqual(await bodiesWhere(bodyHasWord('CONNECTION')), [refused]);
  assert.deepEqual(await bodiesWhere(bodyHasWord('01')), [refused]);
  assert.deepEqual(await bodiesWhere(bodyHasWord('e42')), [refused]);
  assert.deepEqual(await bodiesWhere(bodyHasWord('überlauf')), [overflow]);
  assert.deepEqual(await bodiesWhere(bodyHasWord('ÜBERLAUF')), [overflow]);
  assert.deepEqual(await bodiesWhere(bodyHasWord('漢字')), [overflow]);
  assert.deepEqual(await bodiesWhere(bodyHasWord('😀')), [overflow]);
  assert.deepEqual(await bodiesWhere(bodyHasWord('error')), []);
  assert.deepEqual(await bodiesWhere(bodyHasWord('refuse')), []);
});

test('only what the store takes for one word is one', () => {
  for (const word of ['a', '42', 'E42', 'über', '漢字', 'a漢']) assert(isWord(word), word);
  for (const other of ['', 'a b', 'a-b', 'a_b', '10.0', "a'"]) assert(!isWord(other), other);
  assert.throws(() => bodyHasWord('two words'));
});

test('an attribute equals in any case, with or without a column of its own', async () => {
  assert.deepEqual(await bodiesWhere(attributeEquals('host', 'db-01')), ['Connecti']);
  assert.deepEqual(await bodiesWhere(attributeEquals('status', '500')), ['Connecti']);
  assert.deepEqual(await bodiesWhere(attributeEquals('Kunde', 'MÜLLER & söhne')), ['Connecti']);
  assert.deepEqual(await bodiesWhere(attributeEquals('kunde', 'MÜLLER & söhne')), []);
  assert.deepEqual(await bodiesWhere(attributeEquals('trace_id', 'abcdef0123')), ['ÜBERLAUF']);
  assert.deepEqual(await bodiesWhere(attributeEquals('trace_id', 'abcdef')), []);
  assert.deepEqual(await bodiesWhere(attributeEquals('host', '')), ['ÜBERLAUF']);
  assert.deepEqual(await bodiesWhere(attributeEquals('status', '')), ['ÜBERLAUF']);
  assert.deepEqual(await bodiesWhere(attributeEquals('constructor', 'X')), ['errors']);
});

test('an attribute that is empty exists, one that is missing does not', async () => {
  assert.deepEqual(await bodiesWhere(attributeExists('host')), ['Connecti', 'ÜBERLAUF']);
  assert.deepEqual(await bodiesWhere(attributeExists('status')), ['Connecti', 'ÜBERLAUF']);
  assert.deepEqual(await bodiesWhere(attributeExists('trace_id')), ['ÜBERLAUF']);
  assert.deepEqual(await bodiesWhere(attributeExists('toString')), []);
});

test('all attributes come together, and each has its value', async () => {
  const answer = await store.query(
    sql`SELECT ${allAttributes()} AS every, ${attributeValue('host')} AS host, ${attributeValue('status')} AS status
      FROM logs WHERE organization = 'org_test' AND NOT startsWith(body, 'filler') ORDER BY row_id`,
  );

  const attributes = Object.values(EVENTS).map((pairs) => Object.fromEntries(pairs));
  assert.deepEqual(
    rowsOf(answer),
    attributes.map((every) => ({
      every,
      host: every['host'] ?? '',
      status: every['status'] ?? '',
    })),
  );
});

test('the attributes of a row can be put together here', async () => {
  const answer = await store.query(
    sql`SELECT ${attributeColumns()} FROM logs WHERE organization = 'org_test' AND NOT startsWith(body, 'filler') ORDER BY row_id`,
  );

  assert.deepEqual(
    rowsOf(answer).map(readAttributes),
    Object.values(EVENTS).map((pairs) => Object.fromEntries(pairs)),
  );
});

test('conditions are written as the indexes are', () => {
  assert(bind(bodyHasWord('a')).text.includes(BODY_WORDS));
  assert(bind(attributeEquals('a', 'b')).text.includes(ATTRIBUTE_PAIRS));
  assert(bind(attributeEquals('a', 'b')).text.includes(ELEMENT_PAIRS));
  const { text } = bind(attributeEquals('user_id', 'b'));
  const [, isList = ''] = /OR (\S+ \S+) = 1 AND/.exec(text.replaceAll('`', '')) ?? [];
  assert(COLUMN_LISTS.split(/, (?=s)/).includes(isList));
});
