/** A field that `eval` only gives another name is missing where its first name is. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSearch, type SearchUnderTest } from '../../../test/support/search-under-test.ts';
import type { EmbeddedEngine } from '../../engines/store/child/engine-of-folder.ts';
import { SECOND_MS } from '../../spec/units.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 30);
const EVENTS = [
  ['user', 'ann'],
  ['user', 'bob'],
  ['user', 'ann'],
  ['host', 'a'],
  ['user', '["ann","eve"]'],
] as const;

/** What reads a field, here called `user`. */
const READERS = [
  'stats count BY user',
  'stats count, values(source) AS s BY user, source',
  'stats count(user) AS c, dc(user) AS d, values(user) AS v, max(user) AS m',
  'stats count BY user, host',
  'eventstats count AS c BY user | sort - c | table user host c',
  'streamstats count AS c BY user | sort c _time | table user host c',
  'chart count OVER user',
  'chart count OVER source BY user',
  'chart usenull=f count OVER source BY user',
  'timechart span=1d count BY user',
  'top user',
  'rare showperc=f user BY source',
  'dedup user | sort _time | table user host',
  'dedup keepempty=true user | sort _time | table user host',
  'search user=* | stats count',
  'search NOT user=* | table host',
  'search user!=ann | sort _time | table user host',
  'search NOT user=ann | sort _time | table user host',
  'search NOT user IN (bob, eve) | sort _time | table user host',
  'where isnull(user) | table host',
  'where NOT user="ann" | sort _time | table user host',
  'fillnull value=none user | stats count BY user',
  'mvexpand user | stats count BY user',
  'transaction user | sort - eventcount | table user eventcount',
  'sort user -_time | table user host',
];

/** The field itself, and others with the same values. */
const RENAMINGS = [
  ['x', 'eval x=user'],
  ['x', 'eval y=user, x=y'],
  ['x', 'eval y=user | rename y AS x'],
  ['x', 'rename user AS y | eval x=y'],
  ['service', 'eval service=user'],
  ['level', 'eval level=user'],
] as const;

export function missingValuesSuite(engine: EmbeddedEngine): void {
  let tested: SearchUnderTest;

  before(async () => {
    tested = await openSearch({ now: NOW, engine });
    await tested.insert(
      EVENTS.map((attribute, i) => ({
        body: `line ${i}`,
        source: 'named',
        timestamp: NOW - (i + 1) * SECOND_MS,
        attributes: [attribute],
      })),
    );
  });
  after(() => tested[Symbol.asyncDispose]());

  test('rows without a value are in no group of a field with another name', async () => {
    for (const assigned of ['x=user', 'x=null()', 'x=if(isnull(user), null(), user)']) {
      const query = `source=named NOT user=eve | eval ${assigned} | stats count BY x`;
      const groups = [['ann', 2] as const, ['bob', 1] as const].filter(
        () => assigned !== 'x=null()',
      );
      assert.deepEqual(
        await tested.rows(query),
        groups.map(([x, count]) => ({ x, count })),
        query,
      );
    }
  });

  async function readsTheSame(name: string, renaming: string): Promise<void> {
    for (const reader of READERS) {
      const read = reader.replaceAll(/\buser\b/g, name);
      const own = await tested.rows(`source=named | ${reader}`);
      const renamed = await tested.rows(`source=named | ${renaming} | ${read}`);
      assert.deepEqual(
        renamed.map((row) => withName(row, name)),
        own,
        `${renaming} | ${read}`,
      );
    }
  }

  for (const [name, renaming] of RENAMINGS) {
    test(`${renaming}: has the values of the first name, and misses the same`, () =>
      readsTheSame(name, renaming));
  }
}

function withName(row: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([field, value]) => [field === name ? 'user' : field, value]),
  );
}
