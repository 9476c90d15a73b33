import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../test/support/seeded-random.ts';
import { logFormats } from '../../test/support/patterns/log-formats.ts';
import { COMPRESSION_OPTIONS } from '../spec/evaluation.ts';
import { minePatterns } from './mine-patterns.ts';
import type { Row } from './row.ts';

const FORMATS = logFormats(400, 21);

function templates(rows: readonly Row[], simThreshold?: number): string[] {
  const options = simThreshold === undefined ? {} : { simThreshold };
  return minePatterns(rows, options).patterns.map(({ count, template }) => `${count} ${template}`);
}

/** The rows of each group, as a set of sets: what must not depend on order. */
function partition(rows: readonly Row[], names: readonly number[]): Set<string> {
  const groups = new Map<number, number[]>();
  for (const [row, group] of minePatterns(rows).assignment.entries()) {
    groups.set(group, [...(groups.get(group) ?? []), names[row] ?? 0]);
  }
  return new Set([...groups.values()].map((members) => members.sort((a, b) => a - b).join()));
}

test('every row has a pattern, and the counts add up', () => {
  for (const [name, { rows }] of FORMATS) {
    const { patterns, assignment } = minePatterns(rows);
    assert.equal(assignment.length, rows.length, name);
    const counts = patterns.map(() => 0);
    for (const pattern of assignment) counts[pattern] = (counts[pattern] ?? 0) + 1;
    assert.deepEqual(
      counts,
      patterns.map((pattern) => pattern.count),
      name,
    );
    assert.equal(new Set(patterns.map((pattern) => pattern.id)).size, patterns.length, name);
  }
});

test('first, last and samples are rows of the pattern, highest counts come first', () => {
  for (const { rows } of FORMATS.values()) {
    const { patterns, assignment } = minePatterns(rows, { maxSamples: 5 });
    for (const [index, pattern] of patterns.entries()) {
      assert.equal(assignment.indexOf(index), pattern.first);
      assert.equal(assignment.lastIndexOf(index), pattern.last);
      for (const sample of pattern.samples) assert.equal(assignment[sample], index);
      assert.equal(new Set(pattern.samples).size, pattern.samples.length);
      assert.ok(pattern.samples.length >= 1 && pattern.samples.length <= 5);
      assert.ok(pattern.count <= (patterns[index - 1]?.count ?? Infinity));
    }
  }
});

test('any order of the rows gives the same groups and the same ids', () => {
  const all = [...FORMATS.values()].flatMap(({ rows }) => rows);
  for (const seed of [1, 2, 3]) {
    const random = seededRandom(seed);
    const order = all
      .map((_, row) => ({ row, rank: random.integer(0, 1e9) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ row }) => row);
    const shuffled = order.map((row) => all[row] ?? '');
    const names = all.map((_, row) => row);
    assert.deepEqual(partition(shuffled, order), partition(all, names), `seed ${seed}`);
    assert.deepEqual(
      new Set(minePatterns(shuffled).patterns.map((pattern) => pattern.id)),
      new Set(minePatterns(all).patterns.map((pattern) => pattern.id)),
      `seed ${seed}`,
    );
  }
});

test('the same rows always give the same result', () => {
  for (const { rows } of FORMATS.values()) assert.deepEqual(minePatterns(rows), minePatterns(rows));
});

test('whole lines are grouped like their messages alone, in every format', () => {
  for (const [name, { rows, events }] of FORMATS) {
    const score = groupingF1(events, minePatterns(rows).assignment);
    assert.ok(score >= 0.9, `${name}: ${score}`);
  }
});

test('lines of all formats in one batch are told apart by what they say alone', () => {
  // Without a level a message is a pattern of its own: only formats that name it can share one.
  const withLevel = [...FORMATS].filter(([name]) => name !== 'plain' && name !== 'syslog');
  const rows = withLevel.flatMap(([, format]) => format.rows);
  const events = withLevel.flatMap(([, format]) => format.events);
  const score = groupingF1(events, minePatterns(rows).assignment);
  assert.ok(score >= 0.9, String(score));
});

function groupingF1(events: readonly string[], assignment: Int32Array): number {
  const rowsOf = new Map<string, number>();
  const groupsOf = new Map<string, Set<number>>();
  const eventsOf = new Map<number, Set<string>>();
  for (const [row, event] of events.entries()) {
    const group = assignment[row] ?? -1;
    rowsOf.set(event, (rowsOf.get(event) ?? 0) + 1);
    groupsOf.set(event, (groupsOf.get(event) ?? new Set()).add(group));
    eventsOf.set(group, (eventsOf.get(group) ?? new Set()).add(event));
  }
  let exact = 0;
  for (const groups of groupsOf.values()) {
    const [group = -1] = groups;
    if (groups.size === 1 && eventsOf.get(group)?.size === 1) exact += 1;
  }
  return (2 * exact) / (rowsOf.size + eventsOf.size);
}

test('a higher simThreshold never merges more', () => {
  for (const [name, { rows }] of FORMATS) {
    let fewer = 0;
    for (let step = 0; step <= 20; step += 1) {
      const { patterns } = minePatterns(rows, { simThreshold: step / 20 });
      assert.ok(patterns.length >= fewer, `${name} at ${step / 20}`);
      fewer = patterns.length;
    }
  }
});

test('simThreshold matters from end to end', () => {
  const rows = ['red', 'green', 'blue', 'grey', 'pink', 'teal', 'gold', 'cyan'].flatMap((colour) =>
    ['open', 'shut'].map((state) => `the ${colour} valve is ${state} now`),
  );
  assert.deepEqual(templates(rows, 0), ['16 the <*> valve is <*> now']);
  assert.deepEqual(templates(rows), ['8 the <*> valve is open now', '8 the <*> valve is shut now']);
  assert.equal(templates(rows, 1).length, 16);
});

test('options are taken at both ends of their ranges and refused beyond', () => {
  const { simThreshold, maxSamples } = COMPRESSION_OPTIONS;
  const rows = ['a 1', 'a 2', 'a 3', 'a 4', 'a 5', 'a 6', 'a 7'];
  assert.equal(minePatterns(rows, { maxSamples: maxSamples.min }).patterns[0]?.samples.length, 0);
  assert.equal(minePatterns(rows, { maxSamples: maxSamples.max }).patterns[0]?.samples.length, 5);
  for (const value of [maxSamples.min - 1, maxSamples.max + 1, 1.5, Number.NaN]) {
    assert.throws(() => minePatterns(rows, { maxSamples: value }), { code: 'VALIDATION_ERROR' });
  }
  for (const value of [simThreshold.min - 0.01, simThreshold.max + 0.01, Number.NaN]) {
    assert.throws(() => minePatterns(rows, { simThreshold: value }), { code: 'VALIDATION_ERROR' });
  }
});

test('a placeholder stands only where rows differ', () => {
  assert.deepEqual(templates(['port 22 open for 3 s', 'port 22 open for 9 s']), [
    '2 port 22 open for <NUM>',
  ]);
  assert.deepEqual(templates(['retry 5 of 5', 'retry 5 of 5']), ['2 retry 5 of 5']);
});

test('a word with few values keeps patterns apart, one with many is a variable', () => {
  const names = ['ann', 'ben', 'cho', 'dee', 'eve', 'fay', 'gus'];
  assert.deepEqual(templates(names.map((name) => `user ${name} signed in`)), [
    '7 user <*> signed in',
  ]);
  assert.deepEqual(templates(['link eth up', 'link eth down']), [
    '1 link eth up',
    '1 link eth down',
  ]);
});

test('levels keep patterns apart, also where the messages are the same', () => {
  const { patterns } = minePatterns([
    '2024-05-11 10:15:00 INFO pool has 3 free slots',
    '2024-05-11 10:15:01 ERROR pool has 0 free slots',
    '2024-05-11 10:15:02 INFO pool has 4 free slots',
  ]);
  assert.deepEqual(
    patterns.map(({ count, severity, isSeverityStated }) => ({
      count,
      severity,
      isSeverityStated,
    })),
    [
      { count: 2, severity: 'info', isSeverityStated: true },
      { count: 1, severity: 'error', isSeverityStated: true },
    ],
  );
});

test('without a level the words of the message tell it', () => {
  const [pattern] = minePatterns(['upload of part 7 Failed']).patterns;
  assert.equal(pattern?.severity, 'error');
  assert.equal(pattern?.isSeverityStated, false);
});

test('lists and brackets of different lengths are one pattern', () => {
  assert.deepEqual(templates(['freed 1', 'freed 1, 2', 'freed 4, 5, 6']), ['3 freed <NUM>']);
  assert.deepEqual(templates(['sent 9 bytes (1.2 KB) up', 'sent 12 bytes up', 'sent 7 bytes up']), [
    '3 sent <NUM> bytes (<NUM>) up',
  ]);
  assert.deepEqual(
    templates(['peer 10.0.0.1 () up', 'peer 10.0.0.2 (db.lan) up', 'peer 10.0.0.3 (mx.lan) up']),
    ['3 peer <IP> (<*>) up'],
  );
});

test('only the beginning of a long row decides', () => {
  const head = Array.from({ length: 64 }, (_, index) => `w${'x'.repeat(index % 5)}`).join(' ');
  const { patterns } = minePatterns([`${head} one`, `${head} two`]);
  assert.equal(patterns.length, 1);
  assert.ok(patterns[0]?.template.endsWith(' <*>'));
});

test('more rows than are looked at together are mined in parts and merged', () => {
  const rows = Array.from({ length: 50_001 }, (_, index) =>
    index % 2 === 0 ? `job ${index} done` : `queue ${index} empty`,
  );
  const { patterns, assignment } = minePatterns(rows);
  assert.deepEqual(
    patterns.map(({ count, template, first, last }) => ({ count, template, first, last })),
    [
      { count: 25_001, template: 'job <NUM> done', first: 0, last: 50_000 },
      { count: 25_000, template: 'queue <NUM> empty', first: 1, last: 49_999 },
    ],
  );
  assert.equal(assignment[50_000], 0);
});

test('numbers that differ in their order, or all at once, are no constants', () => {
  assert.deepEqual(templates(['swap 1 2 done', 'swap 2 1 done']), ['2 swap <NUM> done']);
  assert.deepEqual(templates(['swap 1 1 done', 'swap 2 2 done']), ['2 swap <NUM> done']);
  assert.deepEqual(templates(['swap 1 1 done', 'swap 1 1 done']), ['2 swap 1 1 done']);
});
