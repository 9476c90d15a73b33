import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { refusal, fakeBucket } from '../../../../test/support/s3/fake-bucket.ts';
import type { ByteRange } from '../objects.ts';
import { readObject } from './read-object.ts';

/** An answer to a range: these bytes from there on, of an object of ten unless told. */
function range(from: number, content: string, { total = 10, tag = '"a"' } = {}) {
  return {
    Body: { transformToByteArray: async () => Buffer.from(content) },
    ContentRange: `bytes ${from}-${from + content.length - 1}/${total}`,
    ETag: tag,
  };
}

/** What was read, its size, and the ranges that were asked for with their conditions. Ranges have four bytes. */
async function read(answers: readonly (object | Error)[], asked?: ByteRange) {
  const scripted = fakeBucket(answers, { rangeBytes: 4 });
  const found = await readObject(scripted.bucket, 'org_a/x', asked);
  const content = found && (await text(found.content));
  const calls = scripted.asked.map(([call, input]) =>
    [call, input.Range, input.IfMatch].filter((each) => each !== undefined).join(' '),
  );
  return { content, bytes: found?.bytes, calls };
}

test('an object is read range by range, all of them of the same object', async () => {
  const answers = [range(0, 'abcd'), range(4, 'efgh'), range(8, 'ij')];
  assert.deepEqual(await read(answers), {
    content: 'abcdefghij',
    bytes: 10,
    calls: ['GetObject bytes=0-3', 'GetObject bytes=4-7 "a"', 'GetObject bytes=8-9 "a"'],
  });
});

test('a part of an object is read from its first byte to before its last', async () => {
  assert.deepEqual(await read([range(2, 'cdef'), range(6, 'g')], { from: 2, to: 7 }), {
    content: 'cdefg',
    bytes: 5,
    calls: ['GetObject bytes=2-5', 'GetObject bytes=6-6 "a"'],
  });
  assert.deepEqual(await read([range(9, 'j')], { from: 9, to: 10 }), {
    content: 'j',
    bytes: 1,
    calls: ['GetObject bytes=9-9'],
  });
  assert.deepEqual(await read([range(8, 'ij')], { from: 8, to: 99 }), {
    content: 'ij',
    bytes: 2,
    calls: ['GetObject bytes=8-11'],
  });
});

test('nothing is read of an empty part, of what lies behind the end and of what is not there', async () => {
  const empty = { content: '', bytes: 0, calls: ['HeadObject'] };
  const none = { content: undefined, bytes: undefined };
  for (const to of [3, 2]) {
    assert.deepEqual(await read([{ ContentLength: 10 }], { from: 3, to }), empty);
    assert.deepEqual(await read([refusal(404)], { from: 3, to }), { ...none, calls: empty.calls });
  }
  const calls = ['GetObject bytes=12-15'];
  const behind = { from: 12, to: 20 };
  assert.deepEqual(await read([refusal(416)], behind), { content: '', bytes: 0, calls });
  assert.deepEqual(await read([refusal(404)], behind), { ...none, calls });
  await assert.rejects(read([refusal(417)], behind), { code: 'refused' });
});

test('an object that is another one meanwhile is no mixture', async () => {
  for (const second of [
    range(4, 'efgh', { total: 11 }),
    range(4, 'efgh', { tag: '"b"' }),
    refusal(404),
    refusal(416),
    refusal(412),
  ]) {
    await assert.rejects(read([range(0, 'abcd'), second]), {
      name: 'ObjectsError',
      code: 'changed',
    });
  }
  await assert.rejects(read([range(0, 'abcd'), refusal(403)]), { code: 'denied' });
});

test('an object without a tag is read without a condition', async () => {
  const { ETag: _one, ...first } = range(0, 'abcd', { total: 5 });
  const { ETag: _two, ...second } = range(4, 'e', { total: 5 });
  const { calls, content } = await read([first, second]);
  assert.deepEqual([content, calls[1]], ['abcde', 'GetObject bytes=4-4']);
});

test('an answer is exactly the range that was asked for', async () => {
  const first = range(0, 'abcd');
  for (const header of [
    undefined,
    '',
    'bytes 0-3',
    'bytes 0-3/*',
    ' bytes 0-3/10',
    'bytes 1-3/10',
    'bytes 0-2/10',
    'bytes 0-4/10',
    'bytes 0-3/3',
  ]) {
    const answer = { ...first, ContentRange: header };
    await assert.rejects(read([answer], { from: 0, to: 4 }), { code: 'unknown_answer' }, header);
  }
  for (const content of ['abc', 'abcde', '']) {
    const body = { transformToByteArray: async () => Buffer.from(content) };
    const answer = { ...first, Body: body };
    await assert.rejects(read([answer], { from: 0, to: 4 }), { code: 'broken_off' }, content);
  }
  await assert.rejects(read([{ ...first, Body: undefined }]), { code: 'broken_off' });
});
