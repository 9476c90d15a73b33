import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import { findQuote, foldQuote, foldText } from './match-quote.ts';

function quoted(row: string, quote: string): string | undefined {
  const place = findQuote(foldText(row), foldQuote(quote));
  return place === undefined ? undefined : row.slice(place.start, place.end);
}

test('a quote is found whatever its case and spacing, where it stands in the row', () => {
  assert.equal(
    quoted('  ERROR  Capture\tFailed ', 'error capture\\tfailed'),
    'ERROR  Capture\tFailed',
  );
  assert.equal(quoted('a b  c', 'A B C'), 'a b  c');
  assert.equal(quoted('x one\r\ntwo y', 'ONE\\r\\nTWO'), 'one\r\ntwo');
  assert.equal(quoted('x one\ntwo y', 'one\ntwo'), 'one\ntwo');
  assert.equal(quoted('İstanbul 🙂 größer', '🙂 GRÖSSER'), undefined);
  assert.equal(quoted('İstanbul 🙂 größer', 'i̇stanbul 🙂 GRößer'), 'İstanbul 🙂 größer');
  assert.equal(
    quoted('red \u001b[31mfailed\u001b[0m', 'red \ufffd[31mfailed'),
    'red \u001b[31mfailed',
  );
  assert.equal(
    quoted('tag \u{e0041}\u{e0042} end', 'tag \ufffd\ufffd end'),
    'tag \u{e0041}\u{e0042} end',
  );
  assert.equal(quoted('half \ud800 end', 'half \ufffd end'), 'half \ud800 end');
});

test('of ASCII only capital letters are folded, and what is no sign of a text is marked', () => {
  assert.equal(
    foldQuote('!"#$%&\'()*+,-./0123456789:;<=>?@AMZ[\\]^_`amz{|}~'),
    '!"#$%&\'()*+,-./0123456789:;<=>?@amz[\\]^_`amz{|}~',
  );
  assert.equal(foldQuote('a\u007fb'), 'a\ufffdb');
  assert.equal(quoted('! to be found', '!'), '!');
});

test('a quote that begins or ends inside of what a character was folded to has that character whole', () => {
  // İ is folded to an i and a dot of its own.
  assert.equal(quoted('xİy', 'xi'), 'xİ');
  assert.equal(quoted('xİy', '\u0307y'), 'İy');
  assert.equal(quoted('xİ', 'i'), 'İ');
  assert.equal(quoted('ends with 🙂', 'with 🙂'), 'with 🙂');
});

test('an empty quote and one that stands elsewhere are not found', () => {
  assert.equal(quoted('anything', ''), undefined);
  assert.equal(quoted('anything', '   '), undefined);
  assert.equal(quoted('capture failed', 'capture succeeded'), undefined);
});

test('every piece of a row is found in it, at a place that reads the same', () => {
  const seed = Date.now() % 100_000;
  const random = seededRandom(seed);
  const letters = [
    'a',
    'B',
    ' ',
    '  ',
    '\n',
    '\t',
    'é',
    'İ',
    '🙂',
    '\u200b',
    '\u0007',
    '0',
    '-',
  ] as const;
  for (let round = 0; round < 300; round += 1) {
    const written = Array.from({ length: random.integer(1, 40) }, () => random.pick(letters));
    const row = written.join('');
    const start = random.integer(0, written.length - 1);
    const piece = written.slice(start, random.integer(start + 1, written.length)).join('');
    if (foldQuote(piece) === '') continue;
    const found = quoted(row, piece);
    assert.ok(found !== undefined, `seed ${seed}: ${JSON.stringify([row, piece])}`);
    assert.ok(
      foldQuote(found).startsWith(foldQuote(piece)),
      `seed ${seed}: ${JSON.stringify([row, piece, found])}`,
    );
  }
});
