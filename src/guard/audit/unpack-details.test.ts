import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { unpackDetails } from './unpack-details.ts';

async function unpack(lines: string, bytesAtOnce = 1_000): Promise<string> {
  const whole = Buffer.from(lines);
  const chunks = Array.from({ length: Math.ceil(whole.length / bytesAtOnce) }, (_, at) =>
    whole.subarray(at * bytesAtOnce, (at + 1) * bytesAtOnce),
  );
  return text(Readable.from(chunks).pipe(unpackDetails()));
}

const ENTRY = { actor: 'ada@example.com', details: { name: 'k “ü” "q" \\ \n', at: [1, null] } };
const STORED = JSON.stringify({ ...ENTRY, details: JSON.stringify(ENTRY.details) });

test('details are objects in every line, wherever the file is cut on its way', async () => {
  const lines = `${STORED}\n${STORED}\n`;
  const expected = `${JSON.stringify(ENTRY)}\n`.repeat(2);

  for (let bytes = 1; bytes <= lines.length; bytes++) {
    assert.equal(await unpack(lines, bytes), expected, `${bytes} bytes at once`);
  }
  assert.equal(await unpack(STORED), JSON.stringify(ENTRY), 'without a line feed at its end');
});

for (const [stored, expected] of [
  ['{"attributes":{"details":"{\\"a\\":1}"}}\n', '{"attributes":{"details":{"a":1}}}\n'],
  ['{"n":12345678901234567890,"details":"{}"}\n', '{"n":12345678901234567890,"details":{}}\n'],
  ['{"a": 1, "details": "{\\"a\\":\\"\\/\\"}"}\n', '{"a": 1, "details":{"a":"/"}}\n'],
] as const) {
  test(`${stored.trim()} becomes ${expected.trim()}`, async () => {
    assert.equal(await unpack(stored), expected);
  });
}

for (const line of [
  '{"details":"{cut off"}\n',
  '{"details":"a text"}\n',
  '{"details":null}\n',
  '{"details":["{}"]}\n',
  '{"my details":"{}"}\n',
  '{"details.a":"{}"}\n',
  JSON.stringify({ event: '{"details":"{}"}' }),
  JSON.stringify({ ',"details': '{}' }),
]) {
  test(`${line.trim()} stays as it is`, async () => {
    assert.equal(await unpack(line), line);
  });
}
