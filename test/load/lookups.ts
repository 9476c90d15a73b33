/**
 * What a lookup adds to a search, on a real store: each query with and without it, in turns. Prints the median
 * and the best of each, and asserts nothing.
 *
 *   node test/load/lookups.ts [events] [rows of the table]
 */
import { createByteCache } from '../../src/flow/search/lookups/byte-cache.ts';
import type { LookupTables } from '../../src/flow/search/lookups/lookup-tables.ts';
import { openLookup } from '../../src/flow/search/lookups/open-lookup.ts';
import { runSearch } from '../../src/flow/search/index.ts';
import { LIMITS } from '../support/limits.ts';
import { openSearch } from '../support/search-under-test.ts';
import { inShort } from './bench-size.ts';

const EVENTS = Number(process.argv[2] ?? inShort(100_000, 1_000));
const ROWS = Number(process.argv[3] ?? inShort(10_000, 100));
const RUNS = inShort(30, 2);
const BATCH = 20_000;
const NOW = Date.UTC(2026, 0, 31, 12);

/** The second of each pair looks the team of a user up. */
const PAIRS = [
  [
    'count of all by user',
    '* | stats count BY user_id',
    '* | lookup users user_id OUTPUT team | stats count BY team',
  ],
  ['newest 100', '* | head 100', '* | lookup users user_id OUTPUT team, city | head 100'],
  [
    'filter and count',
    'level=error | search user_id=u77 | stats count',
    'level=error | lookup users user_id OUTPUT team | search team=t7 | stats count',
  ],
] as const;

await using tested = await openSearch({ now: NOW });
for (let start = 0; start < EVENTS; start += BATCH) {
  await tested.insert(
    Array.from({ length: Math.min(BATCH, EVENTS - start) }, (_, i) => ({
      timestamp: NOW - 3_600_000 + start + i,
      body: `request ${start + i} done`,
      level: i % 10 === 0 ? 'error' : 'info',
      attributes: [['user_id', `u${(start + i) % (2 * ROWS)}`]],
    })),
  );
}
const numbers = Array.from({ length: ROWS }, (_, i) => i);
const lists = [
  numbers.map((i) => `u${i}`),
  numbers.map((i) => `t${i % 50}`),
  numbers.map((i) => `c${i % 300}`),
];
const table = openLookup({
  name: 'users',
  seen: { id: 'users', version: 1 },
  content: { columns: ['user_id', 'team', 'city'], lists },
  matches: createByteCache(LIMITS.lookups.cacheBytesMax),
  sent: createByteCache(LIMITS.lookups.cacheBytesMax),
  matchesMax: LIMITS.query.lookupMatchesMax,
});
const lookups: LookupTables = { ...tested.needs.lookups, open: async () => table };
const needs = { ...tested.needs, lookups };
const actor = tested.actorOf('org_test');

async function timeOf(query: string): Promise<number> {
  const startedAt = performance.now();
  await runSearch(
    needs,
    actor,
    { query, earliest: '-2h', limit: 100 },
    new AbortController().signal,
  );
  return performance.now() - startedAt;
}

const middle = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[RUNS / 2] ?? 0;
const shown = (ms: number): string => `${ms.toFixed(1)} ms`;

for (const [name, plain, looked] of PAIRS) {
  const times: [number[], number[]] = [[], []];
  for (let i = 0; i < RUNS; i++) {
    times[0].push(await timeOf(plain));
    times[1].push(await timeOf(looked));
  }
  const [without, having] = times;
  process.stdout.write(
    `${name.padEnd(22)} without ${shown(middle(without))} (best ${shown(Math.min(...without))}), ` +
      `with lookup ${shown(middle(having))} (best ${shown(Math.min(...having))})\n`,
  );
}
