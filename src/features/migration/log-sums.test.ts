import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../base/ids.ts';
import { bind, type Sql } from '../../engines/store/sql.ts';
import type { LogStore, QueryOptions } from '../../engines/store/store.ts';
import {
  compareLogs,
  findOwners,
  idsOfSecond,
  isOf,
  isWithin,
  sumGroups,
  sumSeconds,
} from './log-sums.ts';

type Row = Readonly<Record<string, unknown>>;

/** A store that answers every question with these rows. */
function storeOf(...rows: Row[]) {
  const asked: { text: string; options: QueryOptions | undefined }[] = [];
  const query = async (statement: Sql, options?: QueryOptions) => {
    asked.push({ text: bind(statement).text, options });
    const names = Object.keys(rows[0] ?? {});
    return {
      rowCount: rows.length,
      columns: names.map((name) => ({ name, values: rows.map((row) => row[name]) })),
    };
  };
  return { asked, store: { query } as unknown as LogStore };
}

const bounds = { aliveAt: 1_000 };
const day = 20_000;
const sums = {
  events: 3,
  low: '1',
  high: '2',
  characters: '4',
  happened: '5',
  stored: '6',
  days: '7',
};
const group = { organization: 'org_1', index_name: 'main', day, ...sums };

test('owners, groups and seconds are read whole', async () => {
  const whole = { timeoutMs: 1_800_000, scanRowsMax: 2 ** 53 - 1, resultRowsMax: 2 ** 53 - 1 };
  const owners = storeOf({ organization: 'org_1' }, { organization: 'org_2' });
  assert.deepEqual(await findOwners(owners.store, bounds), ['org_1', 'org_2']);
  assert.deepEqual(owners.asked[0]?.options, whole);

  const groups = storeOf(group);
  const expected = {
    organization: organizationId('org_1'),
    index: 'main',
    day,
    sums: { rows: 3, text: '3 1 2 4 5 6 7' },
  };
  const key = '["org_1","main",20000]';
  assert.deepEqual(await sumGroups(groups.store, bounds), new Map([[key, expected]]));
  assert.deepEqual(groups.asked[0]?.options, whole);

  const seconds = storeOf({ second: 9, ...sums });
  const found = await sumSeconds(seconds.store, expected, bounds);
  assert.deepEqual(found, new Map([[9, { rows: 3, text: '3 1 2 4 5 6 7' }]]));
});

test('the ids of a second lie one behind the other', () => {
  assert.deepEqual(idsOfSecond(0), { from: 0n, to: 8_388_608_000n });
  assert.deepEqual(idsOfSecond(2), { from: 16_777_216_000n, to: 25_165_824_000n });
});

test('a group is the rows of one index that arrived on one day', () => {
  const one = { organization: organizationId('org_1'), index: 'main', day: 2 };
  const { parameters } = bind(isOf({ ...one, sums: { rows: 0, text: '' } }));
  assert.deepEqual([...parameters.values()], ['org_1', 'main', '172800000', '259200000']);
});

test('what is stored later is left out where that is asked for', () => {
  const open = bind(isWithin(bounds));
  assert.doesNotMatch(open.text, /stored_at/);
  assert.deepEqual([...open.parameters.values()], ['1000']);
  const closed = bind(isWithin({ ...bounds, storedBefore: 2_000 }));
  assert.match(closed.text, /retention_days > .+ AND toUnixTimestamp64Milli\(stored_at\) < /);
  assert.deepEqual([...closed.parameters.values()], ['1000', '2000']);
});

for (const [name, source, target, expected] of [
  ['nothing', [], [], { rows: 0, groups: 0, differences: [] }],
  ['the same', [group], [group], { rows: 3, groups: 1, differences: [] }],
  [
    'another text',
    [group],
    [{ ...group, characters: '5' }],
    {
      rows: 3,
      groups: 1,
      differences: [
        'org_1, index main, 2024-10-04: 3 rows in the source, 3 in the target, which are not the same',
      ],
    },
  ],
  [
    'a missing row',
    [group],
    [{ ...group, events: 2 }],
    {
      rows: 3,
      groups: 1,
      differences: ['org_1, index main, 2024-10-04: 3 rows in the source, 2 in the target'],
    },
  ],
  [
    'groups of one store alone',
    [group],
    [{ ...group, index_name: 'other' }],
    {
      rows: 3,
      groups: 1,
      differences: [
        'org_1, index main, 2024-10-04: 3 rows in the source, 0 in the target',
        'org_1, index other, 2024-10-04: 0 rows in the source, 3 in the target',
      ],
    },
  ],
] as const) {
  test(`two stores are compared: ${name}`, async () => {
    const compared = await compareLogs(storeOf(...source).store, storeOf(...target).store, bounds);
    assert.deepEqual(compared, expected);
  });
}
