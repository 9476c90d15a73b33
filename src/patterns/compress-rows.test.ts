import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMPRESSION_OPTIONS } from '../spec/evaluation.ts';
import { LIMITS } from '../spec/limits.ts';
import { compressRows, type CompressOptions } from './compress-rows.ts';
import { estimateTokens } from './estimate-tokens.ts';

const ROWS = [
  'user 17 signed in from 10.0.0.1',
  'disk full',
  'user 4 signed in from 10.0.0.2',
  'job 8 done',
  'user 99 signed in from 10.0.0.3',
  'job 9 done',
];

function lines(
  rows: readonly string[],
  options: CompressOptions = {},
  focus: string[] = [],
): string[] {
  return compressRows(rows, options, focus).lines.map((line) => line.text);
}

test('patterns have a count and samples, what occurs once stands verbatim', () => {
  assert.deepEqual(lines(ROWS), [
    '[3x] user <NUM> signed in from <IP> e.g. user 17 signed in from 10.0.0.1 | user 4 signed in from 10.0.0.2',
    '[2x] job <NUM> done e.g. job 8 done | job 9 done',
    '[1x] disk full',
  ]);
});

test('the figures of the specification', () => {
  const { lines: shown, ...figures } = compressRows(ROWS);
  assert.equal(shown.length, 3);
  assert.deepEqual(figures, {
    inputRowCount: 6,
    uniqueTemplates: 3,
    droppedTemplates: 0,
    rareLineCount: 1,
    clippedRows: 0,
    droppedLines: 0,
    droppedSamples: 0,
    tokens: figures.tokens,
    truncated: false,
  });
});

test('every line names its rows and those it shows', () => {
  const result = compressRows(ROWS, { maxSamples: 1 });
  assert.deepEqual(
    result.lines.map(({ rows, shown }) => ({ rows, shown })),
    [
      { rows: [0, 2, 4], shown: [0] },
      { rows: [3, 5], shown: [3] },
      { rows: [1], shown: [1] },
    ],
  );
});

test('maxSamples, from none to the most', () => {
  const rows = Array.from({ length: 9 }, (_, index) => `job ${index} done`);
  assert.deepEqual(lines(rows, { maxSamples: COMPRESSION_OPTIONS.maxSamples.min }), [
    '[9x] job <NUM> done',
  ]);
  const [line = ''] = lines(rows, { maxSamples: COMPRESSION_OPTIONS.maxSamples.max });
  assert.equal(line.split(' | ').length, 5);
});

test('a pattern shows as many samples as were asked for, all of its rows if need be', () => {
  const rows = ['job 1 done', 'job 2 done', 'job 3 done'];
  assert.deepEqual(lines(rows, { maxSamples: 2 }), [
    '[3x] job <NUM> done e.g. job 1 done | job 2 done',
  ]);
  assert.deepEqual(lines(rows, { maxSamples: 3 }), [
    '[3x] job <NUM> done e.g. job 1 done | job 2 done | job 3 done',
  ]);
});

test('equal rows are one sample', () => {
  assert.deepEqual(lines(['tick', 'tick', 'tick', 'tick']), ['[4x] tick e.g. tick']);
});

test('patterns up to rareThreshold stand verbatim, equal rows once with their count', () => {
  const rows = ['job 8 done', 'job 9 done', 'job 8 done', 'disk full'];
  assert.deepEqual(lines(rows, { rareThreshold: 3 }), [
    '[2x] job 8 done',
    '[1x] job 9 done',
    '[1x] disk full',
  ]);
  assert.equal(compressRows(rows, { rareThreshold: 3 }).rareLineCount, 3);
  assert.equal(compressRows(rows, { rareThreshold: 2 }).rareLineCount, 1);
  const none = compressRows(rows, { rareThreshold: COMPRESSION_OPTIONS.rareThreshold.min });
  // What occurs once is verbatim whatever the threshold: beside its template it would say the same twice.
  assert.equal(none.rareLineCount, 1);
  assert.equal(none.lines[1]?.text, '[1x] disk full');
  const most = { rareThreshold: COMPRESSION_OPTIONS.rareThreshold.max };
  assert.equal(compressRows(rows, most).rareLineCount, 3);
});

test('maxTemplates keeps the highest counts and counts what it drops', () => {
  const result = compressRows(ROWS, { maxTemplates: 1 });
  assert.equal(result.lines.length, 1);
  assert.match(result.lines[0]?.text ?? '', /^\[3x\]/);
  assert.equal(result.uniqueTemplates, 3);
  assert.equal(result.droppedTemplates, 2);
  assert.equal(compressRows(ROWS, { maxTemplates: 500 }).droppedTemplates, 0);
});

test('among equal counts the closest to the focus stays, then the worst level, then the first', () => {
  const rows = ['tea is ready', 'upload failed', 'door is open', 'lights are off'];
  assert.deepEqual(lines(rows, { maxTemplates: 1 }, ['is the door open?']), ['[1x] door is open']);
  assert.deepEqual(lines(rows, { maxTemplates: 2 }, ['is the door open?']), [
    '[1x] door is open',
    '[1x] upload failed',
  ]);
  assert.deepEqual(lines(rows, { maxTemplates: 2 }), ['[1x] upload failed', '[1x] tea is ready']);
});

test('a higher count is kept before the focus', () => {
  assert.deepEqual(
    lines([...ROWS, 'disk cold'], { maxTemplates: 1, maxSamples: 0 }, ['disk full']),
    ['[3x] user <NUM> signed in from <IP>'],
  );
});

test('the row closest to what is asked for is among the samples', () => {
  const rules = ['dns_tunnel', 'usb_drop', 'brute_force', 'golden_ticket', 'phish_click', 'exfil'];
  const rows = rules.flatMap((rule) =>
    [1, 2, 3].map((host) => `rule ${rule} fired on host${host}`),
  );
  const [line] = compressRows(rows, { maxSamples: 2 }, [
    'golden ticket detected',
    'usb drop fired',
  ]).lines;
  assert.deepEqual(line?.shown, [9, 3]);
});

test('no line holds a line end or a control character', () => {
  const rows = [
    'boom\n  at a.js:1\n  at b.js:2',
    'boom\n  at a.js:1\n  at b.js:9',
    'x\u001b[31m\u2028y',
  ];
  assert.deepEqual(lines(rows), [
    '[2x] boom at a.js:1 at b.js:<NUM> e.g. boom\\n  at a.js:1\\n  at b.js:2 | boom\\n  at a.js:1\\n  at b.js:9',
    '[1x] x\ufffd[31m\ufffdy',
  ]);
});

test('rows that hold nothing are said to', () => {
  assert.deepEqual(lines(['', ' ', '\t', 'x']), ['[3x] (empty) e.g. (empty) | (empty)', '[1x] x']);
});

test('rows longer than a row may be are cut, and that is said', () => {
  const max = LIMITS.evaluation.rowCharactersMax;
  const fits = compressRows(['x'.repeat(max)]);
  assert.equal(fits.truncated, false);
  assert.equal(fits.lines[0]?.text, `[1x] ${'x'.repeat(max)}`);
  const cut = compressRows(['x'.repeat(max + 1), { message: 'y'.repeat(max) }]);
  assert.equal(cut.clippedRows, 2);
  assert.equal(cut.truncated, true);
  for (const line of cut.lines) assert.equal(line.text.length, max + '[1x] '.length);
});

test('the lines stay within the budget of tokens', () => {
  const rows = Array.from(
    { length: 400 },
    (_, index) => `${'abcdefghij'.charAt(index % 10).repeat(9 + (index % 7))} is ${index}`,
  );
  for (const tokensMax of [0, 10, 100, 500, 5_000]) {
    const result = compressRows(rows, { tokensMax });
    const sent = result.lines.map((line) => line.text).join('\n');
    assert.ok(estimateTokens(sent) <= tokensMax, String(tokensMax));
    assert.ok(result.tokens <= tokensMax, String(tokensMax));
    assert.equal(result.truncated, result.droppedLines + result.droppedSamples > 0);
  }
  assert.equal(compressRows(rows, { tokensMax: 5_000 }).truncated, false);
  assert.equal(compressRows(rows, { tokensMax: 10 }).truncated, true);
});

test('the budget of the specification holds by itself', () => {
  const words = (seed: number): string =>
    Array.from({ length: 300 }, (_, index) =>
      ((seed * 7_919 + index * 104_729) % 46_656).toString(36),
    ).join(' ');
  const rows = Array.from({ length: 300 }, (_, index) => words(index));
  const result = compressRows(rows, { maxTemplates: 500 });
  assert.ok(result.tokens <= LIMITS.evaluation.inputTokensMax);
  assert.equal(result.truncated, true);
});

test('short of tokens, samples go first, then what was not asked for and is no failure', () => {
  const rows = [...ROWS, 'upload of part 3 failed', 'upload of part 4 failed', 'door open'];
  const all = compressRows(rows, { maxSamples: 0 }).tokens;
  const noSamples = compressRows(rows, { tokensMax: all });
  assert.equal(noSamples.droppedLines, 0);
  assert.ok(noSamples.droppedSamples > 0);
  const urgent = lines(rows, { tokensMax: 21, maxSamples: 0 }, ['door']);
  assert.deepEqual(urgent, ['[2x] upload of part <NUM> failed', '[1x] door open']);
});

test('options out of range are refused', () => {
  for (const [name, { min, max }] of Object.entries(COMPRESSION_OPTIONS)) {
    for (const value of [min - 1, max + 1, Number.NaN]) {
      assert.throws(
        () => compressRows(ROWS, { [name]: value }),
        { code: 'VALIDATION_ERROR' },
        name,
      );
    }
  }
});

test('no rows, no lines', () => {
  const result = compressRows([]);
  assert.deepEqual(result.lines, []);
  assert.equal(result.uniqueTemplates, 0);
  assert.equal(result.truncated, false);
});
