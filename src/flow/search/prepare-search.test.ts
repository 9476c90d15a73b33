/** What a search is made ready with: its time, its indexes, its rows, and what was learned on the way. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeRows, fakeSearch } from '../../../test/support/search/fake-search.ts';
import { encodeCursor } from '../../base/cursor.ts';
import { bind } from '../../engines/store/sql.ts';
import { parse, type Query } from '../../language/index.ts';
import { prepareSearch } from './prepare-search.ts';
import type { SearchInput } from './search-input.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const HOUR_MS = 3_600_000;

async function prepare(
  input: SearchInput,
  setting: Parameters<typeof fakeSearch>[1] & { readonly told?: readonly FakeRows[] } = {},
) {
  const { told = [], ...rest } = setting;
  const { needs, actor, signal, asked } = fakeSearch(told, { indexes: INDEXES, ...rest });
  const prepared = await prepareSearch(needs, actor, input, signal);
  const { text, parameters } = bind(prepared.plan.statement);
  return { ...prepared, text, values: [...parameters.values()], asked };
}

const INDEXES = ['main', 'web', '_audit'];

function treeOf(text: string): Query {
  const { query } = parse(text);
  assert.ok(query !== undefined, text);
  return query;
}

test('a search without words is for everything of the day before, for as many rows as usual', async () => {
  const prepared = await prepare({});

  assert.equal(prepared.parsed.text, '*');
  assert.equal(prepared.rowsMax, 1_000);
  assert.deepEqual(prepared.scope.indexes, ['main', 'web']);
  assert.deepEqual(
    [prepared.isPaged, prepared.isLaterPage, prepared.isAudit],
    [true, false, false],
  );
  assert.deepEqual([prepared.limits, prepared.writes], [[], []]);
  assert.deepEqual(prepared.notes, { drops: [], cuts: [] });
  assert.equal(prepared.now, NOW);
  assert.equal(prepared.zone.name, 'UTC');
  assert.equal(prepared.asking.isWatched, false);
  assert.equal(prepared.asking.mayBeAway, false);
  assert.ok(prepared.values.includes('1001'), prepared.values.join());
});

test('time zone, moment and bounds are those that are given, else the usual ones', async () => {
  const given = await prepare({
    query: 'error',
    earliest: '-2h',
    latest: '-1h',
    timeZone: 'Europe/Berlin',
    now: NOW - HOUR_MS,
  });

  assert.equal(given.now, NOW - HOUR_MS);
  assert.equal(given.zone.name, 'Europe/Berlin');
  assert.equal(given.range.from, NOW - 3 * HOUR_MS);
  assert.equal(given.range.to, NOW - 2 * HOUR_MS);
  const own = await prepare({ query: 'error' }, { timezone: 'America/New_York' });
  assert.equal(own.zone.name, 'America/New_York');
  const bounds = { from: 1_000, to: 2_000, stored: { from: 3_000, to: 4_000 } };
  const { range, scope } = await prepare({ query: 'error earliest=-2h', bounds });
  assert.deepEqual([range, scope.stored], [bounds, bounds.stored]);
  assert.deepEqual([scope.from, scope.to], [1_000, 2_000]);
  await assert.rejects(prepare({ query: 'error', earliest: 'soon' }), { code: 'VALIDATION_ERROR' });
});

test('how long events are kept goes by the clock, whatever the search takes for now', async () => {
  const { scope } = await prepare({ query: 'error', now: NOW - 24 * HOUR_MS });

  assert.equal(scope.kept?.get('main'), NOW - 30 * 24 * HOUR_MS);
});

test('a search has the time that it is given, and no more than every search', async (t) => {
  t.mock.method(performance, 'now', () => 1_000);
  const endsAt = async (input: SearchInput) => (await prepare(input)).asking.endsAt - 1_000;

  assert.equal(await endsAt({}), 30_000);
  assert.equal(await endsAt({ timeoutMs: 5_000 }), 5_000);
  assert.equal(await endsAt({ timeoutMs: 500_000 }), 30_000);
  assert.equal(await endsAt({ timeoutMs: 500, explain: true }), 2_000);
});

test('whoever asks is told the moment the search has its slot', async () => {
  let times = 0;
  await prepare({ onSlot: () => (times += 1) });

  assert.equal(times, 1);
});

const ROWS: readonly [input: SearchInput, rowsMax: number][] = [
  [{ limit: 5 }, 5],
  [{ limit: 10_000 }, 10_000],
  [{ limit: 10_001 }, 10_000],
  [{ tree: treeOf('error'), limit: 60_000 }, 60_000],
  [{ tree: treeOf('error'), limit: 1_000_000 }, 99_999],
];

for (const [input, rowsMax] of ROWS) {
  test(`${input.tree === undefined ? 'text' : 'a tree'} that asks for ${input.limit} rows has ${rowsMax}`, async () => {
    assert.equal((await prepare(input)).rowsMax, rowsMax);
  });
}

test('a query is read once: as a tree, as it was read, or as a text with what its names stand for', async () => {
  const parsed = parse('read before');

  assert.equal((await prepare({ parsed, query: 'other' })).parsed, parsed);
  assert.deepEqual((await prepare({ tree: treeOf('error') })).parsed.text, '');
  const variables = new Map([['h', { values: ['web-1'] }]]);
  const { values } = await prepare({ query: 'host=$h$', variables });
  assert.ok(
    values.some((value) => value.includes('web-1')),
    values.join(),
  );
  await assert.rejects(prepare({ query: '(' }), { code: 'QUERY_SYNTAX_ERROR' });
});

const INDEXES_OF: readonly [input: SearchInput, indexes: readonly string[]][] = [
  [{ indexes: new Set(['web']) }, ['web']],
  [{ indexes: new Set(['web', 'none']) }, ['web']],
  [{ leftOut: 'we' }, ['main']],
  [{ leftOut: 'eb' }, ['main', 'web']],
  [{ indexes: new Set(['main', 'web']), leftOut: 'main' }, ['web']],
];

for (const [input, indexes] of INDEXES_OF) {
  test(`${JSON.stringify([...(input.indexes ?? [])])} without ${input.leftOut ?? 'exception'} reads ${indexes.join()}`, async () => {
    assert.deepEqual((await prepare(input)).scope.indexes, indexes);
  });
}

test('a search reads the audit log alone when it names nothing else', async () => {
  const permissions = ['logs:read', 'audit:read'] as const;

  assert.equal((await prepare({ query: 'index=_audit' }, { permissions })).isAudit, true);
  const both = await prepare({ query: 'index=_audit OR index=main' }, { permissions });
  assert.equal(both.isAudit, false);
  await assert.rejects(prepare({ query: 'index=_audit' }), { code: 'INSUFFICIENT_SCOPE' });
});

test('only events in their own order, all of them, have further pages', async () => {
  const cursor = encodeCursor({ at: NOW - HOUR_MS, id: '00000000000000ff' });
  const isPaged = async (query: string) => (await prepare({ query })).isPaged;

  assert.equal(await isPaged('error'), true);
  assert.equal(await isPaged('error | fields host'), true);
  assert.equal(await isPaged('error | head 5'), false);
  assert.equal(await isPaged('error | sort host'), false);
  assert.equal(await isPaged('error | stats count'), false);
  const later = await prepare({ query: 'error', cursor });
  assert.equal(later.isLaterPage, true);
  assert.match(later.text, /timestamp <= .* AND \(timestamp < .* OR row_id < /);
  assert.ok(later.values.includes('255'), later.values.join());
  await assert.rejects(prepare({ query: 'error | stats count', cursor }), {
    facts: {
      details: [{ path: 'cursor', message: 'Only searches for events support paging.' }],
    },
  });
  for (const id of ['ff', '00000000000000FF', '00000000000000ff0']) {
    const wrong = encodeCursor({ at: NOW, id });
    await assert.rejects(prepare({ query: 'error', cursor: wrong }), {
      facts: {
        details: [
          { path: 'cursor', message: 'Invalid cursor. Use the nextCursor of the previous page.' },
        ],
      },
    });
  }
});

test('where only events are given a pipe is refused with its place', async () => {
  const message = 'This endpoint returns events. Use /api/v1/search for commands after a pipe.';
  const refused = (query: string, position: number) =>
    assert.rejects(prepare({ query, eventsOnly: true }), (error: Error) => {
      assert.equal(error.message, message);
      const { facts } = error as Error & { facts: { details: { position: number }[] } };
      assert.equal(facts.details[0]?.position, position);
      return true;
    });

  await refused('error | head 5', 8);
  await refused('| makeresults', 2);
  await prepare({ query: 'error', eventsOnly: true });
  await prepare({ query: 'error | head 5', eventsOnly: false });
});

test('what a search would write is noted where it may write, and not where it is explained', async () => {
  const query = 'error | table host | outputlookup hosts';
  const permissions = ['logs:read', 'lookups:write'] as const;

  const { writes } = await prepare({ query, mayWrite: true }, { permissions });
  assert.deepEqual(
    writes.map(({ stage }) => stage.table),
    ['hosts'],
  );
  await assert.rejects(prepare({ query }, { permissions }));
  assert.deepEqual((await prepare({ query, explain: true }, { permissions })).writes, []);
  assert.equal((await prepare({ query, explain: true })).asking.mayBeAway, true);
});

test('a search inside another has the time around it, unless it has its own', async () => {
  const asked = async (inner: string): Promise<string> => {
    const query = `error earliest=-4h [search ${inner} | table user] | table user`;
    const prepared = await prepare({ query }, { told: [[{ s0: 'ann' }]] });
    return prepared.asked[0]?.values.join(' ') ?? '';
  };
  const hoursAgo = (hours: number): RegExp => new RegExp(isoSecond(NOW - hours * HOUR_MS));

  assert.match(await asked('login'), hoursAgo(4));
  assert.match(await asked('login earliest=-9h'), hoursAgo(9));
  assert.match(await asked('login latest=-2h'), hoursAgo(2));
});

function isoSecond(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', '[T ]');
}

test('a saved search stands for its text, and leads to no circle', async () => {
  const savedSearches = { one: 'index=web failed', two: '| savedsearch two', wrong: '(' };
  const saved = (name: string) => prepare({ query: `| savedsearch ${name}` }, { savedSearches });

  assert.match((await saved('one')).text, /logs/);
  await assert.rejects(saved('two'), { message: 'The saved search “two” refers to itself.' });
  await assert.rejects(saved('wrong'), { message: 'The saved search “wrong” has a syntax error.' });
  await assert.rejects(saved('none'), {
    message: 'No such saved search: “none”.',
  });
});

test('saved searches call each other as deep as is promised', async () => {
  const chain = (length: number) => {
    const names = Array.from({ length }, (_, i) => `s${i}`);
    const texts = names.map((name, i) => [
      name,
      i === length - 1 ? 'failed' : `| savedsearch s${i + 1}`,
    ]);
    const savedSearches = Object.fromEntries(texts) as Record<string, string>;
    return prepare({ query: '| savedsearch s0' }, { savedSearches });
  };

  await chain(SAVED_DEPTH);
  await assert.rejects(chain(SAVED_DEPTH + 1), {
    message: 'Saved searches and data models are nested too deeply.',
  });
});

const SAVED_DEPTH = 3;

test('what a saved search leaves out is not told to whoever names it', async () => {
  const savedSearches = { one: 'failed | stats count BY host' };

  const own = await prepare({ query: 'failed | stats count BY host' });
  const named = await prepare({ query: '| savedsearch one' }, { savedSearches });

  assert.equal(own.notes.drops.length, 1);
  assert.equal(named.notes.drops.length, 0);
});
