import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import { logRecord } from '../../../../test/support/log-records.ts';
import { partRowsOf, readable } from '../../../../test/support/part-rows.ts';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import { sortRows } from './sort-rows.ts';

const SEED = 77;

/** With so many different values that no table of all combinations would fit. */
for (const [name, values] of [
  ['few', 3],
  ['many', 100_000],
] as const) {
  test(`rows of ${name} services stand by organization, index, service, source and time`, () => {
    const random = seededRandom(SEED);
    const rows = partRowsOf(
      Array.from({ length: 5_000 }, () =>
        logRecord({
          organization: organizationId(`org_${random.integer(0, 2)}`),
          index: random.pick(['main', 'web']),
          source: `s${random.integer(0, values)}`,
          timestamp: random.integer(0, 1_000),
          attributes: [['service', `v${random.integer(0, values)}`]],
        }),
      ),
    );

    const { order, starts } = sortRows(rows);

    const keys = ['organization', 'index_name', 'service', 'source', 'timestamp'] as const;
    const all = readable(rows);
    const sorted = [...order].map((row) => keys.map((key) => all[row]?.[key]));
    const expected = all.map((row) => keys.map((key) => row[key])).sort((a, b) => compare(a, b));
    assert.deepEqual(sorted, expected, `seed ${SEED}`);
    assert.equal(starts.length, 7);
    assert.equal(starts.at(-1), 5_000);
  });
}

function compare(a: readonly unknown[], b: readonly unknown[]): number {
  for (const [i, value] of a.entries()) {
    const other = b[i];
    if (value === other) continue;
    if (typeof value === 'number' && typeof other === 'number') return value - other;
    return Buffer.compare(Buffer.from(String(value)), Buffer.from(String(other)));
  }
  return 0;
}
