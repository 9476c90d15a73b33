/** Copies between stores that are lists of rows. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { organizationId } from '../../base/ids.ts';
import type { Objects } from '../../engines/objects/objects.ts';
import type { BlockEncoder, StoredRecords } from '../../engines/store/block-encoder.ts';
import { bind, type Sql } from '../../engines/store/sql.ts';
import type { InsertBatch, LogStore, QueryOptions } from '../../engines/store/store.ts';
import { copyLogs } from './copy-logs.ts';
import { copyObjects } from './copy-objects.ts';
import { readStored } from './read-stored.ts';

const SECOND_IDS = 8_388_608_000n;
const bounds = { aliveAt: 1_000 };

interface Row {
  readonly id: bigint;
  readonly index?: string;
  readonly days?: number;
}

/** The row of this place in a second; its id ends with the number of a node. */
function rowOf(second: number, place: number, more: Omit<Row, 'id'> = {}): Row {
  return { id: BigInt(second) * SECOND_IDS + BigInt(place) * 65_536n + 9n, ...more };
}

function sumsOf(rows: readonly Row[]) {
  return {
    events: rows.length,
    low: rows.map(({ id, days = 30 }) => `${id}:${days}`).join(),
    high: '',
    characters: '',
    happened: '',
    stored: '',
    days: '',
  };
}

function answerOf(rows: readonly Readonly<Record<string, unknown>>[]) {
  const names = Object.keys(rows[0] ?? {});
  const columns = names.map((name) => ({ name, values: rows.map((row) => row[name]) }));
  return { rowCount: rows.length, columns };
}

/** As much of a store as copying asks for. */
function storeOf(rows: readonly Row[]) {
  const inserted: InsertBatch[] = [];
  const removed: unknown[] = [];
  const streamed: { values: readonly string[]; options: QueryOptions | undefined }[] = [];
  const ofIndex = (name: string | undefined) => rows.filter(({ index = 'main' }) => index === name);
  const within = (values: readonly string[]) =>
    ofIndex(values[1]).filter(
      ({ id }) => id >= BigInt(values[4] ?? 0) && id < BigInt(values[5] ?? 0),
    );
  const store = {
    async query(statement: Sql) {
      const { text: asked, parameters } = bind(statement);
      const values = [...parameters.values()];
      if (asked.includes('AS day,')) {
        const names = [...new Set(rows.map(({ index = 'main' }) => index))];
        return answerOf(
          names.map((name) => ({
            organization: 'org_1',
            index_name: name,
            day: 5,
            ...sumsOf(ofIndex(name)),
          })),
        );
      }
      if (asked.includes('AS second,')) {
        const bySecond = Map.groupBy(ofIndex(values[1]), ({ id }) => Number(id / SECOND_IDS));
        return answerOf([...bySecond].map(([second, all]) => ({ second, ...sumsOf(all) })));
      }
      return answerOf(
        within(values).map(({ id, days = 30 }) => ({ id: String(id), retention_days: days })),
      );
    },
    async *stream(statement: Sql, options?: QueryOptions) {
      const values = [...bind(statement).parameters.values()];
      streamed.push({ values, options });
      yield { kind: 'columns', columns: [] };
      for (const { id, days = 30 } of within(values)) yield { kind: 'row', row: cellsOf(id, days) };
    },
    insert: async (batch: InsertBatch) => void inserted.push(batch),
    command: async (statement: Sql) => {
      const { text: asked, parameters } = bind(statement);
      removed.push([asked.replaceAll(/\{[^}]+\}/g, '?'), ...parameters.values()]);
    },
  };
  return { store: store as unknown as LogStore, inserted, removed, streamed };
}

function cellsOf(id: bigint, days: number, body = 'body'): unknown[] {
  const promoted = ['pay', '', 'host-1', '', '', '', '', ''];
  const own = [
    ['n', 'm'],
    ['1', '2'],
  ];
  return [String(id), 11, 22, 3_000, days, 'info', 'app', 'e-1', body, ...own, ...promoted];
}

async function copied(from: readonly Row[], to: readonly Row[], isAnew = false) {
  const [source, target] = [storeOf(from), storeOf(to)];
  const told: unknown[] = [];
  const tell = (done: number, rows: number) => void told.push([done, rows]);
  const report = await copyLogs({ from: source.store, to: target.store, isAnew, tell }, bounds);
  const slices = source.streamed.map(({ values }) =>
    [values[4], values[5]].map((id) => Number(BigInt(id ?? 0) / SECOND_IDS)),
  );
  const { inserted, removed } = target;
  return { report, told, slices, inserted, removed };
}

test('nothing is read where both stores hold the same', async () => {
  const rows = [rowOf(1, 1), rowOf(2, 1, { index: 'other' })];
  const { report, told, slices } = await copied(rows, rows);

  assert.deepEqual(report, { copied: 0, removed: 0 });
  assert.deepEqual(told, [
    [1, 2],
    [2, 2],
  ]);
  assert.deepEqual(slices, []);
});

test('seconds that differ are copied, neighbours of them together', async () => {
  const from = [rowOf(1, 1), rowOf(2, 1), rowOf(2, 2), rowOf(3, 1), rowOf(4, 1)];
  const { report, slices, inserted, removed } = await copied(from, [rowOf(3, 1)]);

  assert.deepEqual(report, { copied: 4, removed: 0 });
  assert.deepEqual(slices, [
    [1, 3],
    [4, 5],
  ]);
  assert.deepEqual(
    inserted.map(({ token, events, isRepeated }) => [token, events, isRepeated]),
    [
      [`migrate-${rowOf(1, 1).id}-${rowOf(2, 2).id}-3`, 3, true],
      [`migrate-${rowOf(4, 1).id}-${rowOf(4, 1).id}-1`, 1, true],
    ],
  );
  assert.deepEqual(removed, []);
});

test('who copies once more does so under other tokens, each time', async () => {
  const once = await copied([rowOf(1, 1)], [], true);
  const again = await copied([rowOf(1, 1)], [], true);

  const [one, other] = [once, again].map(({ inserted }) => inserted[0]?.token ?? '');
  assert.match(
    String(one),
    new RegExp(`^migrate-${rowOf(1, 1).id}-${rowOf(1, 1).id}-1-[0-9a-f-]{36}$`),
  );
  assert.notEqual(one, other);
});

test('rows that the source has no more, or keeps for another time, are removed first', async () => {
  const from = [rowOf(1, 1), rowOf(2, 1, { days: 7 }), rowOf(3, 1)];
  const to = [rowOf(1, 1), rowOf(1, 2), rowOf(2, 1), rowOf(3, 1)];
  const { report, slices, removed } = await copied(from, to);

  assert.deepEqual(report, { copied: 2, removed: 2 });
  assert.deepEqual(slices, [[1, 3]]);
  const statement = 'DELETE FROM logs WHERE organization = ? AND index_name = ? AND row_id IN ?';
  assert.deepEqual(removed, [
    [statement, 'org_1', 'main', `[${rowOf(1, 2).id}]`],
    [statement, 'org_1', 'main', `[${rowOf(2, 1).id}]`],
  ]);
});

test('an index that only the target has is emptied, a thousand rows at a time', async () => {
  const to = Array.from({ length: 1_001 }, (_, place) => rowOf(1, place, { index: 'gone' }));
  const { report, removed, told } = await copied([rowOf(1, 1)], [rowOf(1, 1), ...to]);

  assert.deepEqual(report, { copied: 0, removed: 1_001 });
  assert.deepEqual(
    removed.map((each) => String((each as string[])[3]).split(',').length),
    [1_000, 1],
  );
  assert.deepEqual(told.at(-1), [1, 1]);
});

test('seconds are read together as long as they are few rows', async () => {
  const many = (second: number, count: number) =>
    Array.from({ length: count }, (_, place) => rowOf(second, place));
  const rows = [...many(1, 10_000), ...many(2, 10_000), ...many(3, 1)];
  const { slices, inserted } = await copied(rows, []);

  assert.deepEqual(slices, [
    [1, 3],
    [3, 4],
  ]);
  assert.deepEqual(
    inserted.map(({ events }) => events),
    [20_000, 1],
  );
});

const GROUP = {
  organization: organizationId('org_1'),
  index: 'main',
  day: 5,
  sums: { rows: 0, text: '' },
};

async function batchesOf(rows: readonly unknown[][]) {
  async function* stream() {
    for (const row of rows) yield { kind: 'row', row };
  }
  const encoded: StoredRecords[] = [];
  const encodeStored: BlockEncoder['encodeStored'] = (stored) => {
    encoded.push(stored);
    return new Uint8Array([encoded.length]);
  };
  const encoder = { encodeStored } as BlockEncoder;
  const reading = { store: { stream } as unknown as LogStore, encoder, suffix: '' };
  const batches = await Array.fromAsync(readStored(reading, GROUP, { from: 0n, to: 9n }, bounds));
  return { encoded, batches };
}

test('a row is the same row in the other store', async () => {
  const { encoded, batches } = await batchesOf([cellsOf((7n << 16n) | 0xfffen, 30)]);

  assert.deepEqual(batches[0]?.blocks, [new Uint8Array([1])]);
  assert.deepEqual(encoded, [
    {
      sequences: [7],
      nodes: [0xfffe],
      storedAt: [3_000],
      records: [
        {
          organization: 'org_1',
          index: 'main',
          timestamp: 11,
          receivedAt: 22,
          retentionDays: 30,
          level: 'info',
          source: 'app',
          id: 'e-1',
          body: 'body',
          attributes: [
            ['service', 'pay'],
            ['host', 'host-1'],
            ['n', '1'],
            ['m', '2'],
          ],
        },
      ],
    },
  ]);
});

test('a batch ends with 20,000 rows, or with 8 MB of texts', async () => {
  const sizes = async (rows: readonly unknown[][]) =>
    (await batchesOf(rows)).batches.map(({ events }) => events);
  const small = Array.from({ length: 20_001 }, (_, i) => cellsOf(BigInt(i), 30, ''));
  const texts = 'pay'.length + 'host-1'.length + '12'.length;
  const large = (bytes: number) => cellsOf(1n, 30, 'x'.repeat(bytes - texts));

  assert.deepEqual(await sizes(small), [20_000, 1]);
  assert.deepEqual(await sizes([large(8_388_608), large(20)]), [1, 1]);
  assert.deepEqual(await sizes([large(8_388_607), large(20)]), [2]);
  assert.deepEqual(await sizes([]), []);
});

test('the files of every organization are copied, page after page', async () => {
  const [one, two] = [organizationId('org_1'), organizationId('org_2')];
  const names = [`${one}/a`, `${one}/b`, `${two}/c`, 'org_3/d'];
  const pages: unknown[] = [];
  const written: unknown[] = [];
  const from = {
    list: async (prefix: string, page: { limit: number; after?: string }) => {
      pages.push([prefix, page]);
      const found = names.filter((name) => name.startsWith(prefix) && name > (page.after ?? ''));
      return found.slice(0, 1).map((name) => ({ name, bytes: 1 }));
    },
    read: async (name: string) =>
      name === `${one}/a` ? undefined : { content: Readable.from([`of ${name}`]), bytes: 1 },
  } as unknown as Objects;
  const to = {
    write: async (name: string, content: Readable) =>
      void written.push([name, await text(content)]),
  } as unknown as Objects;

  assert.equal(await copyObjects(from, to, [one, two]), 2);
  assert.deepEqual(written, [
    [`${one}/b`, `of ${one}/b`],
    [`${two}/c`, `of ${two}/c`],
  ]);
  assert.deepEqual(pages, [
    [`${one}/`, { limit: 1_000 }],
    [`${one}/`, { limit: 1_000, after: `${one}/a` }],
    [`${one}/`, { limit: 1_000, after: `${one}/b` }],
    [`${two}/`, { limit: 1_000 }],
    [`${two}/`, { limit: 1_000, after: `${two}/c` }],
  ]);
});
