import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giveBackLines, memoryOf, packLines, unpackLines, unpackTexts } from './packed-lines.ts';

const LINES = [
  { text: 'größer 5 🙂', shown: [{ row: 0, text: 'größer 5 🙂', sha256: 'a', eventId: 'e1' }] },
  // Half of a pair is no character, and still what was sent.
  { text: 'half \ud83d of a pair', shown: [{ row: 7, text: '\udc00', sha256: 'b' }] },
  { text: '', shown: [] },
];

test('lines come back as they were packed', () => {
  const packed = packLines(LINES);

  assert.equal(packed.count, 3);
  assert.deepEqual(unpackLines(packed), LINES);
  assert.deepEqual(
    unpackTexts(packed.texts),
    LINES.map(({ text }) => text),
  );
});

test('their memory can be handed over, and be given back', () => {
  const packed = packLines(LINES);
  assert.equal(memoryOf(packed).length, 2);

  giveBackLines(packed);

  assert.deepEqual([packed.texts.length, packed.shown.length], [0, 0]);
});
