import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clipText, foldLine } from './fold-line.ts';

test('line ends and tabs are written out', () => {
  assert.equal(foldLine('a\nb\r\nc\td'), 'a\\nb\\r\\nc\\td');
});

test('control characters of both sets are replaced', () => {
  assert.equal(foldLine('a\u0000b\u001b[2Jc\u007fd\u0085e'), 'a\ufffdb\ufffd[2Jc\ufffdd\ufffde');
});

test('what hides or turns text is replaced', () => {
  for (const code of [0xad, 0x200b, 0x200f, 0x2028, 0x2029, 0x202e, 0x2066, 0xfe0f, 0xfeff]) {
    assert.equal(foldLine(`a${String.fromCharCode(code)}b`), 'a\ufffdb', code.toString(16));
  }
  assert.equal(foldLine('a\u{e0041}b'), 'a\ufffdb');
});

test('halves of characters are replaced, whole ones stay', () => {
  assert.equal(foldLine('a\ud83db\udc00'), 'a\ufffdb\ufffd');
  assert.equal(foldLine('größe 漢字 😀 →'), 'größe 漢字 😀 →');
  assert.equal(foldLine('\ud800'), '\ufffd');
});

test('a safe line is the very same text', () => {
  assert.equal(foldLine('GET /a?b=c "d" <e> [f] 100%'), 'GET /a?b=c "d" <e> [f] 100%');
  assert.equal(foldLine(''), '');
});

test('a cut never leaves half a character', () => {
  assert.equal(clipText('abc', 3), 'abc');
  assert.equal(clipText('abcd', 3), 'abc');
  assert.equal(clipText('ab😀', 3), 'ab');
  assert.equal(clipText('ab😀', 4), 'ab😀');
  assert.equal(clipText('😀', 0), '');
});

test('what hides or turns text is replaced, up to the first and last of each kind', () => {
  const ranges: readonly (readonly [first: number, last: number])[] = [
    [0x7f, 0x9f],
    [0xad, 0xad],
    [0x61c, 0x61c],
    [0x115f, 0x115f],
    [0x180e, 0x180e],
    [0x200b, 0x200f],
    [0x2028, 0x202e],
    [0x2060, 0x206f],
    [0x3164, 0x3164],
    [0xfe00, 0xfe0f],
    [0xfeff, 0xfeff],
    [0xfff9, 0xfffb],
  ];
  const folded = (code: number): string => foldLine(`a${String.fromCharCode(code)}b`);
  for (const [first, last] of ranges) {
    for (const code of [first, last]) assert.equal(folded(code), 'a\ufffdb', code.toString(16));
    for (const code of [first - 1, last + 1]) {
      assert.equal(folded(code), `a${String.fromCharCode(code)}b`, code.toString(16));
    }
  }
  assert.equal(folded(31), 'a\ufffdb');
  assert.equal(folded(32), 'a b');
  assert.deepEqual([9, 10, 13].map(folded), ['a\\tb', 'a\\nb', 'a\\rb']);
});

test('halves of characters and the tags of plane 14 are replaced, whole characters stay', () => {
  const rows: readonly (readonly [text: string, folded: string])[] = [
    ['a\u{1f600}b\n', 'a\u{1f600}b\\n'],
    ['\ud800\udc00\udbff\udfff', '\ud800\udc00\udbff\udfff'],
    ['a\ud800', 'a\ufffd'],
    ['a\ud800b', 'a\ufffdb'],
    ['a\ud800\ue000', 'a\ufffd\ue000'],
    ['a\ud800\udbffb', 'a\ufffd\ufffdb'],
    ['a\udc00b', 'a\ufffdb'],
    ['a\udfffb', 'a\ufffdb'],
    ['a\udc00\udc00', 'a\ufffd\ufffd'],
    ['a\udb40\udc01b', 'a\ufffdb'],
    ['a\udb3f\udfffb', 'a\udb3f\udfffb'],
    ['\ud7ff\ue000', '\ud7ff\ue000'],
  ];
  for (const [text, folded] of rows) assert.equal(foldLine(text), folded);
});

test('a text is cut before a character that would be halved', () => {
  assert.equal(clipText('abc', 3), 'abc');
  assert.equal(clipText('abcd', 3), 'abc');
  assert.equal(clipText('ab\u{1f600}', 3), 'ab');
  assert.equal(clipText('a\u{1f600}b', 3), 'a\u{1f600}');
  assert.equal(clipText('ab', 0), '');
  assert.equal(clipText('ab\udbff\udfff', 3), 'ab');
  assert.equal(clipText('ab\ue000x', 3), 'ab\ue000');
  assert.equal(clipText('ab\ud7ffx', 3), 'ab\ud7ff');
  assert.equal(clipText('\u{1f600}', 1), '');
});
