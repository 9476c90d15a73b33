import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportLogsResponse, rpcStatus } from './write-protobuf.ts';

test('numbers and lengths take seven bits a byte', () => {
  for (const [value, bytes] of [
    [0, [0]],
    [127, [127]],
    [128, [0x80, 1]],
    [300, [0xac, 2]],
    [16_383, [0xff, 0x7f]],
    [16_384, [0x80, 0x80, 1]],
  ] as const) {
    assert.deepEqual([...rpcStatus(value, '')], [0x08, ...bytes, 0x12, 0], String(value));
  }
  assert.deepEqual(
    [...rpcStatus(3, 'ä'.repeat(64)).subarray(0, 6)],
    [0x08, 3, 0x12, 0x80, 1, 0xc3],
  );
});

test('an answer says how many records were refused, and nothing where none was', () => {
  assert.equal(exportLogsResponse(0, 'unused').length, 0);
  assert.deepEqual([...exportLogsResponse(1, 'a')], [0x0a, 5, 0x08, 1, 0x12, 1, 0x61]);
});
