/** What an answer says beside its rows, from what the store said. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeRows, fakeSearch } from '../../../test/support/search/fake-search.ts';
import { decodeCursor, encodeCursor } from '../../base/cursor.ts';
import { AppError } from '../../base/errors.ts';
import type { SearchInput } from './search-input.ts';
import { runSearch } from './run-search.ts';

const ID = '00000000000000ff';

async function run(
  input: SearchInput,
  reported: readonly (FakeRows | Error)[],
  setting: Parameters<typeof fakeSearch>[1] = {},
) {
  const { needs, actor, signal, asked } = fakeSearch(reported, setting);
  return { ...(await runSearch(needs, actor, input, signal)), asked };
}

/** Events as the store gives them for `TABLE`. */
const events = (...hosts: readonly string[]): FakeRows =>
  hosts.map((host, i) => ({
    c1: `2026-01-31T11:00:00.12${3 - i}Z`,
    c2: `${ID.slice(1)}${i}`,
    c5: host,
  }));
const TABLE = 'error | fields _time, _id, host';

test('all rows are shown, with what they cost', async () => {
  const { data, nextCursor } = await run({ query: TABLE }, [events('a', 'b')]);

  assert.deepEqual(
    data.rows.map(({ host }) => host),
    ['a', 'b'],
  );
  const { elapsedMs, ...stats } = data.stats;
  assert.ok(elapsedMs > 0 && elapsedMs < 30_000);
  assert.equal(Math.round(elapsedMs * 100) / 100, elapsedMs);
  assert.deepEqual(stats, { matched: 2, scannedRows: 3, scannedBytes: 50 });
  assert.deepEqual([data.truncated, data.limits_applied, nextCursor], [false, [], null]);
});

test('of more rows the first are shown, and where the next page begins', async () => {
  const { data, nextCursor } = await run({ query: TABLE, limit: 2 }, [events('a', 'b', 'c')]);

  assert.equal(data.rows.length, 2);
  assert.equal(data.stats.matched, 3);
  assert.equal(data.stats.matchedAtLeast, true);
  assert.equal(data.truncated, true);
  assert.deepEqual(data.limits_applied, [
    { limit: 'rows', max: 2, message: 'Showing the first 2 rows. There are more.' },
  ]);
  assert.deepEqual(decodeCursor(nextCursor ?? ''), {
    at: Date.parse('2026-01-31T11:00:00.122Z'),
    id: '0000000000000ff1',
  });
});

test('as many rows as are asked for are all there are when there is no further one', async () => {
  const { data, nextCursor } = await run({ query: TABLE, limit: 2 }, [events('a', 'b')]);

  assert.deepEqual(
    [data.truncated, nextCursor, data.stats.matchedAtLeast],
    [false, null, undefined],
  );
});

test('the time is told in milliseconds with two digits', async (t) => {
  let now = 1_000;
  t.mock.method(performance, 'now', () => (now += 0.123_4));

  const { data } = await run({ query: TABLE }, [events('a')]);

  assert.match(String(data.stats.elapsedMs), /^0?\.?\d(\.\d{1,2})?$|^\d\.\d{1,2}$/);
  assert.ok(data.stats.elapsedMs < 5 && data.stats.elapsedMs > 0.1, String(data.stats.elapsedMs));
});

test('what a search writes is written before its rows are read', async () => {
  const query = 'error | table host | outputlookup hosts';
  const permissions = ['logs:read', 'lookups:write'] as const;
  const { needs, actor, signal, asked } = fakeSearch([[{ c1: 'a' }], [{ c1: 'a' }]], {
    permissions,
  });
  const kept: unknown[] = [];
  const lookups = {
    ...needs.lookups,
    open: async () => undefined,
    keep: async (...given: readonly unknown[]) => {
      kept.push(given[1], given[3], asked.length);
      return undefined as never;
    },
  };

  await runSearch({ ...needs, lookups }, actor, { query, mayWrite: true }, signal);

  assert.deepEqual(kept, ['hosts', { seen: 'anything', origin: 'search' }, 1]);
  assert.equal(asked.length, 2);
});

test('that a word was not found is said of a whole answer alone', async () => {
  const cursor = encodeCursor({ at: Date.UTC(2026, 0, 31, 11), id: ID });
  const codes = async (input: SearchInput) =>
    (await run(input, [[]])).data.warnings.map(({ code }) => code);

  assert.deepEqual(await codes({ query: 'fail' }), ['no-word-hit']);
  assert.deepEqual(await codes({ query: 'fail', cursor }), []);
});

test('rows that are no events, or do not say which, have no further page', async () => {
  const counted = Array.from({ length: 3 }, (_, i) => ({ c1: `h${i}`, c2: 1 }));
  const named = Array.from({ length: 3 }, () => ({ c1: 'x' }));

  for (const [query, rows] of [
    ['error | stats count BY host', counted],
    ['error | table host', named],
    ['error | table _time', named],
    ['error | table _id', named],
    ['error | sort host | fields _time, _id, host', events('a', 'b', 'c')],
  ] as const) {
    const { nextCursor, data } = await run({ query, limit: 2 }, [rows]);
    assert.equal(nextCursor, null, query);
    assert.equal(data.truncated, true, query);
  }
});

test('a later page tells that there were rows before', async () => {
  const cursor = encodeCursor({ at: Date.UTC(2026, 0, 31, 11), id: ID });

  const { data } = await run({ query: TABLE, cursor }, [events('a')]);

  assert.equal(data.stats.matchedAtLeast, true);
  assert.equal(data.stats.matched, 1);
  assert.equal(data.truncated, false);
});

test('whoever runs the organization is shown the statement of an explained search, and nothing is run', async () => {
  const input = { query: TABLE, explain: true };
  const estimate = [[{ rows: 5 }, { rows: '7' }, {}]];

  const own = await run(input, estimate, { permissions: ['logs:read', 'organization:manage'] });

  assert.equal(own.asked.length, 1);
  assert.match(own.asked[0]?.text ?? '', /^EXPLAIN ESTIMATE SELECT /);
  assert.equal(own.data.explain?.estimatedRows, 3);
  assert.match(own.data.explain.sql ?? '', /^SELECT /);
  assert.ok(Object.keys(own.data.explain.parameters ?? {}).length > 0);
  assert.deepEqual([own.data.rows, own.nextCursor, 'matched' in own.data.stats], [[], null, false]);
  const others = await run(input, estimate);
  assert.deepEqual(Object.keys(others.data.explain ?? {}), ['query', 'estimatedRows']);
});

test('a store that is away leaves out its estimate, any other failure is told', async () => {
  const input = { query: TABLE, explain: true };

  const { data } = await run(input, [new AppError('STORAGE_UNAVAILABLE', 'away')]);

  assert.deepEqual(Object.keys(data.explain ?? {}), ['query']);
  assert.equal(data.truncated, false);
  await assert.rejects(run(input, [new AppError('INTERNAL', 'broken')]), { code: 'INTERNAL' });
});

test('advice is given from the text alone unless somebody reads the answer', async () => {
  const query = 'failed or done | stats count BY nosuch';
  const codes = async (input: SearchInput, reported: readonly FakeRows[]) => {
    const { data, asked } = await run(input, reported);
    return [asked.length, ...data.warnings.map(({ code }) => code)];
  };

  assert.deepEqual((await codes({ query }, [[]])).slice(0, 2), [1, 'lowercase-operator']);
  const looked = await codes({ query, isAdvised: true }, [[], [], [{ d0: 0 }]]);
  assert.ok(Number(looked[0]) > 1, looked.join());
});

test('simple searches of people are timed, others and those that never ran are not', async () => {
  const timed = async (input: SearchInput, reported: readonly (FakeRows | Error)[], more = {}) => {
    const { needs, actor, signal } = fakeSearch(reported);
    const times: number[] = [];
    const simpleSearchMeter = (ms: number): void => void times.push(ms);
    await runSearch({ ...needs, ...more, simpleSearchMeter }, actor, input, signal).catch(() => {});
    return times.length;
  };

  assert.equal(await timed({ query: 'error host=web-1' }, [[]]), 1);
  assert.equal(await timed({ query: 'error' }, [new AppError('QUERY_TIMEOUT', 'late')]), 1);
  assert.equal(await timed({ query: 'error | stats count' }, [[]]), 0);
  assert.equal(await timed({ query: 'error [search b | fields host]' }, [[], []]), 0);
  assert.equal(await timed({ query: 'error', explain: true }, [[]]), 0);
  assert.equal(await timed({ query: 'error (' }, []), 0);
  assert.equal(await timed({ query: 'error' }, [[]], { searchKind: 'alert' }), 0);
});
