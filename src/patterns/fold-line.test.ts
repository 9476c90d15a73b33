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
