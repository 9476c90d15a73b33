import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Line, describePatterns } from './describe-patterns.ts';

const FROM = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;
const RANGE = { from: FROM, to: FROM + 24 * HOUR_MS };

function line(hours: number, level = 'info'): Line {
  return { text: `at ${hours}`, at: FROM + hours * HOUR_MS, id: `id-${hours}`, level };
}

function pattern(id: string, samples: readonly number[]) {
  return { id, template: `${id} <*>`, samples: [...samples], count: 0 };
}

function tell(
  lines: readonly Line[],
  patterns: readonly ReturnType<typeof pattern>[],
  assignment: readonly number[],
  { before = undefined as number | undefined, matched = 0, samplesMax = 2 } = {},
) {
  const mined = { patterns, assignment } as unknown as Parameters<
    typeof describePatterns
  >[0]['mined'];
  return describePatterns({ lines, before, mined }, RANGE, matched, samplesMax);
}

test('a pattern says how many lines it has, when, how loud, and shows some of them', () => {
  const lines = [line(0, 'warn'), line(5), line(23.5), line(24), line(1, 'warn')];

  const [first, second, ...others] = tell(
    lines,
    [pattern('one', [4]), pattern('two', [1]), pattern('none', [])],
    [0, 1, 1, 1, 0],
    { matched: 50 },
  );

  assert.deepEqual(others, []);
  assert.deepEqual(first, {
    id: 'two',
    template: 'two <*>',
    severity: 'info',
    count: 3,
    share: 0.6,
    estimate: 30,
    firstSeen: '2026-01-01T05:00:00.000Z',
    lastSeen: '2026-01-02T00:00:00.000Z',
    series: [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2],
    isNew: null,
    samples: [
      { _id: 'id-5', _time: '2026-01-01T05:00:00.000Z', event: 'at 5' },
      { _id: 'id-23.5', _time: '2026-01-01T23:30:00.000Z', event: 'at 23.5' },
    ],
  });
  assert.equal(second?.severity, 'warn');
  assert.equal(second.estimate, 20);
  assert.deepEqual(
    second.samples.map(({ _id }) => _id),
    ['id-1', 'id-0'],
  );
  assert.deepEqual(second.series.slice(0, 3), [1, 1, 0]);
});

test('a pattern is new when no line of the range before has it', () => {
  const lines = [line(1), line(2)];
  const patterns = [pattern('old', [0, 2]), pattern('new', [1])];

  const reported = tell(lines, patterns, [0, 1, 0], { before: 1 });

  assert.deepEqual(
    reported.map(({ id, isNew, count, samples }) => [id, isNew, count, samples.length]),
    [
      ['old', false, 1, 1],
      ['new', true, 1, 1],
    ],
  );
});

test('nothing is called new where the range before has no lines', () => {
  const [only] = tell([line(0)], [pattern('one', [0])], [0], { before: 0 });
  assert.equal(only?.isNew, null);
});

test('a pattern of the range before alone is not told, and rows without a pattern do not count', () => {
  const reported = tell([line(1), line(2)], [pattern('old', []), pattern('one', [])], [1, 7, 0], {
    before: 1,
  });

  assert.deepEqual(
    reported.map(({ id, count, share, estimate }) => [id, count, share, estimate]),
    [['one', 1, 0.5, 1]],
  );
});

test('lines beside the range count into its first and last stretch, the usual level is the most frequent', () => {
  const lines = [line(-1, 'info'), line(30, 'error'), line(2, 'error')];
  const [only] = tell(lines, [pattern('one', [])], [0, 0, 0], { samplesMax: 1 });

  assert.equal(only?.series[0], 1);
  assert.equal(only.series[2], 1);
  assert.equal(only.series[23], 1);
  assert.equal(only.severity, 'error');
  assert.equal(only.samples.length, 1);
  assert.equal(only.samples[0]?._id, 'id--1');
});

test('a range of no length has one stretch', () => {
  const mined = { patterns: [pattern('one', [])], assignment: [0] } as unknown as Parameters<
    typeof describePatterns
  >[0]['mined'];
  const at = { from: FROM, to: FROM };

  const [only] = describePatterns({ lines: [line(0)], before: undefined, mined }, at, 1, 1);

  assert.equal(only?.series[0], 1);
});
