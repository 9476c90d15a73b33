import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { prepareLines as prepareFor } from './prepare-lines.ts';
import type { RunRequest } from './run-request.ts';

const request: RunRequest = {
  criteria: 'Is all well?',
  items: [],
  mode: 'generic_verdict',
  model: 'haiku-4-5',
  logCompression: false,
  options: {},
  isPreview: false,
};
const packed = { ...request, logCompression: true };
const preview = { ...request, isPreview: true };

/** As for a model. */
const prepareLines = (
  given: RunRequest,
  rows: Parameters<typeof prepareFor>[1],
  events?: Parameters<typeof prepareFor>[3],
) => prepareFor(given, rows, { isOffline: false }, events);

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const same = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `user ${i} has signed in from the office`);

test('rows without compression are lines, each with what is known of it', () => {
  assert.deepEqual(prepareLines(request, ['one\ntwo', { a: 1 }]), {
    request,
    isCompressed: false,
    inputRowCount: 2,
    uniqueTemplates: 0,
    droppedTemplates: 0,
    rareLineCount: 0,
    isClipped: false,
    isOverBudget: false,
    // Words and signs, and eight for the number, the mark and the end of each.
    lineTokens: 3 + 8 + (7 + 8),
    lines: [
      { text: 'one\\ntwo', shown: [{ row: 0, text: 'one\ntwo', sha256: sha256('one\ntwo') }] },
      { text: '{"a":1}', shown: [{ row: 1, text: '{"a":1}', sha256: sha256('{"a":1}') }] },
    ],
    tokens: { uncompressed: 0, compressed: 0, lines: 0 },
    rowsSha256: sha256(JSON.stringify(['one\ntwo', '{"a":1}'])),
  });
});

test('no rows are no lines', () => {
  const { lines, lineTokens, isClipped, rowsSha256 } = prepareLines(request, []);
  assert.deepEqual(lines, []);
  assert.equal(lineTokens, 0);
  assert.equal(isClipped, false);
  assert.equal(rowsSha256, sha256('[]'));
});

test('a row with nothing to see is shown as empty', () => {
  assert.deepEqual(
    prepareLines(request, ['  ', 'x']).lines.map(({ text }) => text),
    ['(empty)', 'x'],
  );
});

test('of rows from a search the events are named, and whether there were more', () => {
  const events = { eventIds: ['e1', undefined], isTruncated: true };
  const prepared = prepareLines(request, ['one', 'two'], events);
  assert.equal(prepared.isClipped, true);
  assert.deepEqual(
    prepared.lines.map(({ shown }) => shown),
    [
      [{ row: 0, text: 'one', sha256: sha256('one'), eventId: 'e1' }],
      [{ row: 1, text: 'two', sha256: sha256('two') }],
    ],
  );
  assert.equal(prepareLines(request, ['one'], { ...events, isTruncated: false }).isClipped, false);
});

test('200 rows are taken without compression, of each 2,000 characters', () => {
  const full = prepareLines(
    request,
    Array.from({ length: 200 }, () => 'x'),
  );
  assert.equal(full.isClipped, false);
  assert.equal(full.inputRowCount, 200);
  const more = prepareLines(
    request,
    Array.from({ length: 201 }, () => 'x'),
  );
  assert.equal(more.isClipped, true);
  assert.equal(more.inputRowCount, 200);
  assert.equal(prepareLines(request, ['x'.repeat(2_000)]).isClipped, false);
  const long = prepareLines(request, ['x'.repeat(2_001)]);
  assert.equal(long.isClipped, true);
  assert.equal(long.lines[0]?.text, 'x'.repeat(2_000));
  assert.equal(long.lines[0].shown[0]?.text, 'x'.repeat(2_000));
  assert.equal(long.lines[0].shown[0].sha256, sha256('x'.repeat(2_001)));
});

test('rows are taken as long as their tokens fit', () => {
  // 41,666 tokens less 1,500 for the frame and four for the criteria are 40,162: twenty rows of 2,000 and eight leave 2.
  const row = '!'.repeat(2_000);
  const last = (tokens: number) =>
    prepareLines({ ...request, criteria: '!!!!' }, [
      ...Array.from({ length: 19 }, () => row),
      '!'.repeat(2_000 - 16),
      '!'.repeat(tokens),
      'x',
    ]);
  const fits = last(10);
  assert.equal(fits.inputRowCount, 21);
  assert.equal(fits.lineTokens, 40_162);
  assert.equal(last(11).inputRowCount, 20, 'and none behind it');
  assert.equal(last(11).isClipped, true);
});

test('rows are put together where that is shorter', () => {
  const prepared = prepareLines(packed, same(50));
  assert.equal(prepared.isCompressed, true);
  assert.equal(prepared.inputRowCount, 50);
  assert.equal(prepared.uniqueTemplates, 1);
  assert.equal(prepared.droppedTemplates, 0);
  assert.equal(prepared.isClipped, false);
  assert.equal(prepared.lines.length, 1);
  assert.match(prepared.lines[0]?.text ?? '', /^\[50x\] user <NUM> has signed in from the office/);
  assert.ok(prepared.lineTokens < 60, `${prepared.lineTokens}`);
});

test('rows that differ are lines with a count of one, although that is longer', () => {
  const prepared = prepareLines(packed, ['disk full', 'user signed in']);
  assert.equal(prepared.isCompressed, true);
  assert.equal(prepared.uniqueTemplates, 2);
  assert.equal(prepared.rareLineCount, 2);
  assert.deepEqual(
    prepared.lines.map(({ text }) => text),
    ['[1x] disk full', '[1x] user signed in'],
  );
});

test('auto sends the shorter of both, and says which', () => {
  const auto = { ...request, logCompression: 'auto' } as const;
  const few = prepareLines(auto, ['disk full', 'user signed in']);
  assert.deepEqual([few.isCompressed, few.uniqueTemplates], [false, 0]);
  assert.deepEqual(
    few.lines.map(({ text }) => text),
    ['disk full', 'user signed in'],
  );
  const many = prepareLines(auto, same(50));
  assert.deepEqual([many.isCompressed, many.lines.length], [true, 1]);
  // Not all of them are taken as they are.
  const different = Array.from({ length: 201 }, (_, i) => String.fromCharCode(192 + i));
  assert.equal(prepareLines(auto, different.slice(0, 200)).isCompressed, false);
  assert.equal(prepareLines(auto, different).isCompressed, true);
});

test('the evaluator of the platform reads the rows behind the lines, where all of them can be read', () => {
  const read = (rows: readonly string[], more: Partial<RunRequest> = {}) =>
    prepareFor({ ...packed, ...more }, rows, { isOffline: true });
  const texts = ({ lines }: ReturnType<typeof read>): string[] => lines.map(({ text }) => text);
  const facts = ({ lines: _lines, ...others }: ReturnType<typeof read>) => others;

  assert.deepEqual(texts(read(same(200))), same(200));
  assert.deepEqual(facts(read(same(200))), facts(prepareLines(packed, same(200))));
  // More than are taken as they are, left out by the cap, or cut: then nothing but the lines.
  for (const [rows, more] of [
    [same(201), {}],
    [['disk full', 'user signed in'], { options: { maxTemplates: 1 } }],
    [['disk full', 'x'.repeat(2_001)], {}],
  ] as const) {
    assert.deepEqual(texts(read(rows, more)), texts(prepareLines({ ...packed, ...more }, rows)));
  }
  const shown = { ...packed, isPreview: true };
  assert.deepEqual(read(same(9), shown), prepareLines(shown, same(9)));
});

test('more rows than are taken as they are stay together', () => {
  const rows = Array.from({ length: 201 }, (_, i) =>
    `${'abcdefgh'[i % 8]}${i} `.repeat(1 + (i % 9)),
  );
  assert.equal(prepareLines(packed, rows).inputRowCount, 201);
});

test('a pattern without samples names five of its rows', () => {
  const prepared = prepareLines({ ...packed, options: { maxSamples: 0 } }, same(50));
  assert.deepEqual(
    prepared.lines[0]?.shown.map(({ row }) => row),
    [0, 1, 2, 3, 4],
  );
});

test('a pattern with samples names their rows', () => {
  const prepared = prepareLines({ ...packed, options: { maxSamples: 2 } }, same(50));
  assert.equal(prepared.lines[0]?.shown.length, 2);
});

test('a preview shows lines and what they take, and names no rows', () => {
  const prepared = prepareLines(preview, ['disk full', 'disk empty']);
  assert.deepEqual(prepared.lines, [
    { text: 'disk full', shown: [] },
    { text: 'disk empty', shown: [] },
  ]);
  assert.equal(prepared.rowsSha256, '');
  // Two words and the end of each line.
  assert.equal(prepared.tokens.uncompressed, 6);
});

test('a preview says what compression would take, whether or not it is wished', () => {
  const rows = same(50);
  const plain = prepareLines(preview, rows);
  const short = prepareLines({ ...preview, logCompression: true }, rows);
  assert.equal(plain.lines.length, 50);
  assert.equal(short.lines.length, 1);
  assert.deepEqual(
    [plain.tokens.uncompressed, plain.tokens.compressed],
    [short.tokens.uncompressed, short.tokens.compressed],
  );
  assert.equal(short.tokens.uncompressed, 50 * 10 + 50);
  assert.equal(short.tokens.compressed, short.lineTokens - 7);
  assert.equal(short.tokens.lines, short.tokens.compressed);
  assert.equal(plain.tokens.lines, plain.lineTokens - 50 * 7);
  assert.deepEqual(prepareLines(preview, []).tokens, { uncompressed: 0, compressed: 0, lines: 0 });
});

test('the tokens of many rows are reckoned from some of them', () => {
  // 800,000 characters, of which every second row is counted.
  const rows = Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? '!' : 'x').repeat(2_000));
  assert.equal(prepareLines(preview, rows).tokens.uncompressed, 800_000 + 400);
  const few = rows.slice(0, 200);
  // All of 400,000: letters take a third.
  const letters = prepareLines(preview, ['x'.repeat(2_000)]).tokens.uncompressed - 1;
  assert.equal(prepareLines(preview, few).tokens.uncompressed, 100 * (2_000 + letters) + 200);
});

test('criteria and items decide what is kept where there is too much', () => {
  const words = ['alpha', 'beta', 'gamma', 'delta', 'omega', 'sigma', 'kappa', 'zeta'];
  const rows = words.flatMap((word) => [`${word} went away`, `${word} came back at once`]);
  const kept = (more: Partial<RunRequest>): string =>
    prepareLines({ ...packed, options: { maxTemplates: 1, rareThreshold: 0 }, ...more }, rows)
      .lines.map(({ text }) => text)
      .join('\n');
  const items = [{ id: 'a', description: 'kappa' }];
  assert.notEqual(kept({ criteria: '', items: [] }), kept({ criteria: '', items }));
});
