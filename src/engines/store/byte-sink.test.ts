import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createByteSink,
  putBytes,
  putInt64,
  putString,
  putUint32Pair,
  putVarint,
  putZeros,
  reserve,
  varintSize,
  type ByteSink,
} from './byte-sink.ts';
import {
  addToDictionary,
  clearDictionary,
  createDictionary,
  putDictionary,
  putDictionaryVersion,
  sizeOfDictionary,
} from './dictionary-column.ts';

/** What is written, in hexadecimal digits; into a sink that has no room for it yet. */
function written(write: (sink: ByteSink) => void): string {
  const sink = createByteSink(1);
  write(sink);
  return sink.bytes.toString('hex', 0, sink.length);
}

test('room is made for what is asked for, at least twice as much as there was', () => {
  const sink = createByteSink(10);
  putVarint(sink, 7);
  const before = sink.bytes;
  reserve(sink, 9);
  assert.equal(sink.bytes, before);
  reserve(sink, 10);
  assert.equal(sink.bytes.length, 20);
  reserve(sink, 100);
  assert.equal(sink.bytes.length, 101);
  assert.deepEqual([sink.bytes[0], sink.length], [7, 1]);
});

for (const [value, bytes] of [
  [0, '00'],
  [127, '7f'],
  [128, '8001'],
  [300, 'ac02'],
  [16_383, 'ff7f'],
  [16_384, '808001'],
  [2 ** 35, '808080808001'],
] as const) {
  test(`${value} takes ${bytes.length / 2} bytes of seven bits each`, () => {
    assert.equal(
      written((sink) => putVarint(sink, value)),
      bytes,
    );
    assert.equal(varintSize(value), bytes.length / 2);
  });
}

test('whole numbers take eight bytes, the lowest first', () => {
  const int64 = (value: number): string => written((sink) => putInt64(sink, value));
  assert.equal(int64(1), '0100000000000000');
  assert.equal(int64(0x0102_0304_0506), '0605040302010000');
  assert.equal(int64(2 ** 32), '0000000001000000');
  assert.equal(int64(-1), 'ffffffffffffffff');
  assert.equal(int64(-(2 ** 32) - 2), 'fefffffffeffffff');
  assert.equal(
    written((sink) => putUint32Pair(sink, 0x1_0000_0002, 0xffff_ffff)),
    '02000000ffffffff',
  );
});

test('zeros and the bytes of another sink follow what is there', () => {
  const part = createByteSink(1);
  putVarint(part, 300);
  const whole = written((sink) => {
    putVarint(sink, 1);
    putZeros(sink, 3);
    putBytes(sink, part);
    putBytes(sink, part);
  });
  assert.equal(whole, '01000000ac02ac02');
});

for (const text of [
  '',
  'a',
  'ä',
  'x'.repeat(24),
  'x'.repeat(25),
  'x'.repeat(127),
  'x'.repeat(128),
  `${'x'.repeat(126)}ä`,
  'ä'.repeat(64),
  'ä'.repeat(100),
  '😀'.repeat(40),
  '\x7f\x80',
  '\ud800',
]) {
  test(`a text of ${text.length} characters is its length and its bytes: ${text.slice(0, 5)}`, () => {
    const bytes = Buffer.from(text.toWellFormed());
    const length = written((sink) => putVarint(sink, bytes.length));
    const twice = written((sink) => {
      putString(sink, text);
      putString(sink, text);
    });
    assert.equal(twice, `${length}${bytes.toString('hex')}`.repeat(2));
  });
}

function dictionaryOf(texts: readonly string[]) {
  const column = createDictionary();
  for (const text of texts) addToDictionary(column, text);
  const bytes = written((sink) => {
    putDictionaryVersion(sink);
    putDictionary(sink, column);
  });
  assert.equal(sizeOfDictionary(column), bytes.length / 2);
  return { column, bytes };
}

test('each text of a dictionary is written once, and rows refer to it', () => {
  const { column, bytes } = dictionaryOf(['a', 'a', 'b', '', 'a']);
  const number = (value: number): string => written((sink) => putInt64(sink, value));

  const keys = '0161016200';
  assert.equal(bytes, `${number(1)}${number(0x600)}${number(3)}${keys}${number(5)}0000010200`);
  clearDictionary(column);
  addToDictionary(column, 'a');
  const fresh = written((sink) => putDictionary(sink, column));
  assert.equal(fresh, `${number(0x600)}${number(1)}0161${number(1)}00`);
});

test('a dictionary without rows is left out', () => {
  assert.equal(dictionaryOf([]).bytes, '0100000000000000');
});

for (const [different, width] of [
  [256, 0],
  [257, 1],
  [65_536, 1],
  [65_537, 2],
] as const) {
  test(`rows of ${different} texts refer to them with ${2 ** width} bytes each`, () => {
    const texts = Array.from({ length: different }, (_, i) => i.toString(36));
    const { bytes } = dictionaryOf(texts);

    assert.equal(Number.parseInt(bytes.slice(16, 18), 16), width);
    const last = bytes.slice(-2 * 2 ** width);
    const expected = Buffer.alloc(4);
    expected.writeUInt32LE(different - 1);
    assert.equal(last, expected.toString('hex', 0, 2 ** width));
  });
}
