/** Answers as the engine writes them, whole, line by line, and broken off. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { failOnException } from './fail-on-exception.ts';
import { readAnswer } from './read-answer.ts';
import { readEvent } from './stream-events.ts';

test('a whole answer is read column by column', () => {
  const json = JSON.stringify({
    meta: [
      { name: 'a', type: 'String' },
      { name: 'b', type: 'Float64' },
    ],
    data: { a: ['x', 'y'], b: [1, null] },
    rows: 2,
    statistics: { elapsed: 0.25, rows_read: 7, bytes_read: 9 },
  });

  assert.deepEqual(readAnswer('q', Buffer.from(json)), {
    queryId: 'q',
    columns: [
      { name: 'a', type: 'String', values: ['x', 'y'] },
      { name: 'b', type: 'Float64', values: [1, null] },
    ],
    rowCount: 2,
    statistics: { rowsRead: 7, bytesRead: 9, elapsedMs: 250 },
  });
});

test('an answer without rows has its columns, and none may share a name', () => {
  const answer = (data: Record<string, unknown[]>, rows: number): Buffer =>
    Buffer.from(
      JSON.stringify({
        meta: [{ name: 'a', type: 'String' }],
        data,
        rows,
        statistics: { elapsed: 0, rows_read: 0, bytes_read: 0 },
      }),
    );

  assert.deepEqual(readAnswer('q', answer({}, 0)).columns, [
    { name: 'a', type: 'String', values: [] },
  ]);
  assert.throws(() => readAnswer('q', answer({ a: ['x'] }, 2)), /its own name/);
});

test('a line is a row, the columns, or how far it got; others are passed over', () => {
  assert.deepEqual(readEvent('{"row":["x",1]}'), { kind: 'row', row: ['x', 1] });
  assert.deepEqual(readEvent('{"meta":[{"name":"a","type":"String"}]}'), {
    kind: 'columns',
    columns: [{ name: 'a', type: 'String' }],
  });
  assert.deepEqual(
    readEvent(
      '{"progress":{"read_rows":"1","read_bytes":"2","total_rows_to_read":"3","elapsed_ns":"4000000"}}',
    ),
    { kind: 'progress', progress: { rowsRead: 1, bytesRead: 2, rowsToRead: 3, elapsedMs: 4 } },
  );
  assert.deepEqual(readEvent('{"progress":{}}'), {
    kind: 'progress',
    progress: { rowsRead: 0, bytesRead: 0, rowsToRead: 0, elapsedMs: 0 },
  });
  assert.equal(readEvent('{"exception":"x"}'), undefined);
});

const MARKER = '\r\n__exception__\r\ntag\r\n';

function answerOf(headers: Readonly<Record<string, string>>): {
  readonly response: PassThrough;
  readonly checked: Transform;
} {
  const response = new PassThrough();
  const checked = failOnException(
    Object.assign(response, { headers }) as unknown as IncomingMessage,
    ({ code, text: reported }) => new Error(`${code} ${reported.length}`),
    () => new Error('broken off'),
  );
  return { response, checked };
}

async function sent(pieces: readonly string[], headers = { 'x-clickhouse-exception-tag': 'tag' }) {
  const { response, checked } = answerOf(headers);
  const read = text(checked);
  for (const piece of pieces) response.write(piece);
  response.end();
  return read;
}

test('an answer goes through as it is, also what looks like the beginning of the marker', async () => {
  assert.equal(
    await sent(['one', '\r\n', 'two\r\n__exc', 'eption?', '\r']),
    'one\r\ntwo\r\n__exception?\r',
  );
  assert.equal(await sent([]), '');
});

test('behind the marker stands the error, wherever the network cuts it', async () => {
  const whole = `rows${MARKER}Code: 241. too much`;
  const reported = `241 ${whole.length - 4}`;

  for (let at = 0; at <= whole.length; at += 1) {
    await assert.rejects(
      sent([whole.slice(0, at), whole.slice(at)]),
      new Error(reported),
      String(at),
    );
  }
  await assert.rejects(sent(whole.split('')), new Error(reported));
});

test('an error without a number is of none, and a marker nobody announced is text', async () => {
  await assert.rejects(sent([`${MARKER}oops`]), new Error(`0 ${MARKER.length + 4}`));
  const without = {} as { 'x-clickhouse-exception-tag': string };
  assert.equal(await sent(['a', MARKER], without), `a${MARKER}`);
});

test('of an endless error no more is kept than says something', async () => {
  const piece = 'x'.repeat(40_000);

  await assert.rejects(
    sent([MARKER, piece, piece, piece, piece]),
    new Error(`0 ${MARKER.length + 80_000}`),
  );
});

test('an answer that breaks off fails, with its error if that was told', async () => {
  const broken = answerOf({ 'x-clickhouse-exception-tag': 'tag' });
  const read = text(broken.checked);
  broken.response.write('rows');
  broken.response.emit('error', new Error('reset'));
  await assert.rejects(read, /broken off/);

  const reported = answerOf({ 'x-clickhouse-exception-tag': 'tag' });
  const readTold = text(reported.checked);
  reported.response.write(`${MARKER}Code: 159. late`);
  await new Promise(setImmediate);
  reported.response.emit('error', new Error('reset'));
  await assert.rejects(readTold, /^Error: 159 /);
});
