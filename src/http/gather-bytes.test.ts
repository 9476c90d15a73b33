import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatherBytes } from './gather-bytes.ts';

const PIECE = 64 * 1024;

function piecesOf(count: number): Buffer[] {
  return Array.from({ length: count }, (_, i) => Buffer.alloc(PIECE, i + 1));
}

function gather(pieces: readonly Buffer[], declaredBytes: number): Buffer {
  const gathered = gatherBytes(declaredBytes);
  for (const piece of pieces) gathered.add(piece);
  return gathered.whole();
}

for (const [name, declaredPieces] of [
  ['declared', 40],
  ['not declared', Number.NaN],
  ['declared too small', 30],
  ['declared too large', 50],
] as const) {
  test(`the pieces of a large body are put together, its length ${name}`, () => {
    const expected = Buffer.concat(piecesOf(40));

    assert.ok(gather(piecesOf(40), declaredPieces * PIECE).equals(expected));
  });
}

test('a large body has its memory for itself, and its pieces have none any more', () => {
  const pieces = piecesOf(40);

  const whole = gather(pieces, 40 * PIECE);

  assert.equal(whole.buffer.byteLength, whole.length);
  assert.deepEqual(new Set(pieces.map(({ length }) => length)), new Set([0]));
});

test('nothing is set aside before a megabyte has come, and from then on every piece moves', () => {
  const pieces = piecesOf(40);
  const gathered = gatherBytes(40 * PIECE);
  const left = (): number => pieces.filter(({ length }) => length > 0).length;
  const add = (from: number, to: number): void => {
    for (const piece of pieces.slice(from, to)) gathered.add(piece);
  };

  add(0, 15);
  assert.equal(left(), 40);
  add(15, 16);
  assert.equal(left(), 24);
  add(16, 40);
  assert.equal(left(), 0);
});

test('pieces of a body whose length nobody said are given back once it is whole', () => {
  const pieces = piecesOf(40);

  const whole = gather(pieces, Number.NaN);

  assert.equal(whole.length, 40 * PIECE);
  assert.deepEqual(new Set(pieces.map(({ length }) => length)), new Set([0]));
});

test('a piece that shares its memory leaves it to the others', () => {
  const shared = Buffer.concat(piecesOf(40));
  const pieces = Array.from({ length: 40 }, (_, i) => shared.subarray(i * PIECE, (i + 1) * PIECE));

  const whole = gather(pieces, shared.length);

  assert.ok(whole.equals(shared));
  assert.equal(shared.length, 40 * PIECE);
});

test('a body of one piece is that piece, large or small', () => {
  for (const bytes of [0, 10, 3 * 1024 * 1024]) {
    const piece = Buffer.alloc(bytes, 1);
    assert.equal(gather([piece], bytes), piece);
  }
});

test('a small body is put together, and no body is empty', () => {
  const pieces = [Buffer.from('{"a"'), Buffer.from(':1}')];

  assert.equal(gather(pieces, 7).toString(), '{"a":1}');
  assert.equal(gather([], Number.NaN).length, 0);
});
