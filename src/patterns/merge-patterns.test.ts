import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logFormats } from '../../test/support/patterns/log-formats.ts';
import { mergePatterns } from './merge-patterns.ts';
import { minePatterns } from './mine-patterns.ts';
import type { Row } from './row.ts';

function mineInParts(rows: readonly Row[], size: number) {
  const sets = [];
  for (let from = 0; from < rows.length; from += size) {
    sets.push(minePatterns(rows.slice(from, from + size)));
  }
  return mergePatterns(sets);
}

test('parts that are merged give the patterns of the whole, with its ids and counts', () => {
  for (const [name, { rows }] of logFormats(600, 5)) {
    const whole = minePatterns(rows).patterns;
    const { patterns } = mineInParts(rows, 150);
    const figures = (list: typeof patterns) =>
      new Map(list.map(({ id, count, first, last }) => [id, { count, first, last }]));
    assert.deepEqual(figures(patterns), figures(whole), name);
  }
});

test('templates become as general as their parts together', () => {
  const { patterns } = mergePatterns([
    minePatterns(['port 22 open on web1', 'port 22 open on web2']),
    minePatterns(['port 80 open on web1']),
  ]);
  assert.deepEqual(
    patterns.map(({ count, template }) => `${count} ${template}`),
    ['3 port <NUM> open on web<*>'],
  );
});

test('a word that one part knows as a variable is one in the others', () => {
  const names = ['ann', 'ben', 'cho', 'dee', 'eve', 'fay'];
  const { patterns } = mergePatterns([
    minePatterns(names.map((name) => `user ${name} signed in`)),
    minePatterns(['user gus signed in']),
  ]);
  assert.deepEqual(
    patterns.map(({ count, template }) => `${count} ${template}`),
    ['7 user <*> signed in'],
  );
});

test('rows with fields are merged by fields and level', () => {
  const row = (level: string, id: number) => ({ level, message: `part ${id} stored`, id });
  const { patterns } = mergePatterns([
    minePatterns([row('info', 1), row('error', 2)]),
    minePatterns([row('info', 3), row('info', 4)]),
  ]);
  assert.deepEqual(
    patterns.map(({ count, template, severity }) => [count, severity, template]),
    [
      [3, 'info', '{"level":"info","message":"part <NUM> stored","id":"<NUM>"}'],
      [1, 'error', '{"level":"error","message":"part 2 stored","id":2}'],
    ],
  );
});

test('headers are kept, and levels that were stated keep patterns apart', () => {
  const line = (level: string, minute: number) =>
    `2024-05-11 10:${minute}:00 ${level} [main] acme.Shop: shelf ${minute} is low`;
  const { patterns } = mergePatterns([
    minePatterns([line('INFO', 10), line('WARN', 11)]),
    minePatterns([line('INFO', 12)]),
  ]);
  assert.deepEqual(
    patterns.map(({ count, template, message }) => ({ count, template, message })),
    [
      {
        count: 2,
        template: '<TIME> INFO [main] acme.Shop: shelf <NUM> is low',
        message: 'shelf <NUM> is low',
      },
      { count: 1, template: line('WARN', 11), message: 'shelf 11 is low' },
    ],
  );
});

test('assignments and samples lead back to the rows of each part', () => {
  const sets = [
    minePatterns(['tea ready', 'job 1 done', 'job 2 done']),
    minePatterns(['job 3 done', 'tea ready']),
  ];
  const { patterns, assignments } = mergePatterns(sets);
  assert.deepEqual(
    patterns.map(({ template, first, last, samples }) => ({ template, first, last, samples })),
    [
      { template: 'job <NUM> done', first: 1, last: 3, samples: [1, 3] },
      { template: 'tea ready', first: 0, last: 4, samples: [0, 4] },
    ],
  );
  assert.deepEqual(assignments, [Int32Array.of(0, 1), Int32Array.of(0, 1)]);
});

test('samples are taken in turns, from the part with the most rows first', () => {
  const jobs = (...numbers: readonly number[]) =>
    minePatterns(numbers.map((number) => `job ${number} done`));
  const sets = [jobs(1), jobs(2, 3, 4), jobs(5, 6)];
  const samplesOf = (maxSamples: number) =>
    mergePatterns(sets, { maxSamples }).patterns.map(({ samples }) => samples);
  const [first, second, third] = sets.map(({ patterns }) => patterns[0]?.samples[0]);
  assert.deepEqual([first, second, third], [0, 0, 0]);
  assert.deepEqual(samplesOf(1), [[1]]);
  assert.deepEqual(samplesOf(2), [[1, 4]]);
  assert.deepEqual(samplesOf(3), [[1, 4, 0]]);
});

test('patterns of equal counts stand in the order of their first rows', () => {
  const { patterns, assignments } = mergePatterns([
    minePatterns(['tea ready', 'lamp on']),
    minePatterns(['lamp on', 'tea ready', 'door shut', 'door shut', 'door shut']),
  ]);
  assert.deepEqual(
    patterns.map(({ template, count, first, last }) => [template, count, first, last]),
    [
      ['door shut', 3, 4, 6],
      ['tea ready', 2, 0, 3],
      ['lamp on', 2, 1, 2],
    ],
  );
  assert.deepEqual(assignments, [Int32Array.of(1, 2), Int32Array.of(0, 2, 1)]);
});

test('nothing to merge', () => {
  assert.deepEqual(mergePatterns([]), { patterns: [], assignments: [] });
  assert.deepEqual(mergePatterns([minePatterns([])]).patterns, []);
});
