import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf } from '../../test/support/search/golden-lines.ts';
import type { QueryOptions } from '../engines/store/store.ts';
import { compareRows } from './compare-rows.ts';

/** Days since 1970. */
const DAY = Date.UTC(2026, 0, 31) / 86_400_000;

type Counted = readonly [organization: string, day: string, rows: number];
type Restored = readonly [organization: string, day: number, events: number | string];

async function compare(counted: readonly (readonly Counted[])[], restored: readonly Restored[]) {
  const given: (QueryOptions | undefined)[] = [];
  const store = {
    query: async (_statement: unknown, options?: QueryOptions) => {
      given.push(options);
      return answerOf(
        restored.map(([organization, day, events]) => ({ organization, day, events })),
      );
    },
  };
  const files = counted.map((rows) => ({
    rows: rows.map(([organization, day, count]) => ({ organization, day, rows: count })),
  }));
  const rows = await compareRows(store, { files: [...files, {}] as never });
  return { rows, given };
}

test('rows of all files that were counted are there, each day of each organization', async () => {
  const { rows, given } = await compare(
    [
      [
        ['org_a', '2026-01-31', 2],
        ['org_b', '2026-02-01', 4],
      ],
      [['org_a', '2026-01-31', 3]],
    ],
    [
      ['org_b', DAY + 1, '4'],
      ['org_a', DAY, 5],
    ],
  );

  assert.equal(rows, 9);
  assert.deepEqual(given, [{ timeoutMs: 1_800_000, scanRowsMax: Number.MAX_SAFE_INTEGER }]);
  assert.equal((await compare([], [])).rows, 0);
});

const WRONG: readonly [
  counted: readonly Counted[],
  restored: readonly Restored[],
  message: string,
][] = [
  [
    [['org_a', '2026-01-31', 2]],
    [['org_a', DAY, 1]],
    'contains 2 rows of org_a on 2026-01-31, and 1',
  ],
  [[['org_a', '2026-01-31', 2]], [], 'contains 2 rows of org_a on 2026-01-31, and 0'],
  [[], [['org_a', DAY, 1]], 'contains 0 rows of org_a on 2026-01-31, and 1'],
  [
    [['org_a', '2026-01-31', 2]],
    [
      ['org_a', DAY, 2],
      ['org_a', DAY + 1, 1],
    ],
    'contains 0 rows of org_a on 2026-02-01, and 1',
  ],
];

for (const [counted, restored, message] of WRONG) {
  test(`the backup ${message} were restored`, async () => {
    await assert.rejects(compare([counted], restored), {
      message: `The backup ${message} were restored.`,
    });
  });
}
