import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { sendLists } from '../../sent-table.ts';
import { readRequest } from './read-request.ts';

function request(
  url: string | undefined,
  body: Buffer,
  headers: Readonly<Record<string, string>> = {},
): IncomingMessage {
  // In pieces that do not care about the parts of a form.
  const half = body.length >> 1;
  const pieces = [body.subarray(0, half), body.subarray(half)].map((piece) => Buffer.from(piece));
  const message = Readable.from(pieces);
  return Object.assign(message, {
    url,
    headers: { 'content-length': String(body.length), ...headers },
  }) as unknown as IncomingMessage;
}

test('a statement is the body, its values and settings stand in the address', async () => {
  const read = await readRequest(
    request('/?param_p1=a%20b&param_p2=2&max_rows_to_read=7&query_id=q', Buffer.from('SELECT 1')),
  );

  assert.equal(read.text, 'SELECT 1');
  assert.deepEqual(
    [...read.parameters],
    [
      ['p1', 'a b'],
      ['p2', '2'],
    ],
  );
  assert.equal(read.settings.get('max_rows_to_read'), '7');
  assert.equal(read.tables.size, 0);
  assert.equal(read.mayPack, false);
  assert.equal(read.data.length, 0);
});

test('of an insert the statement stands in the address, and the body is its rows', async () => {
  const read = await readRequest(request('/?query=INSERT%20x', Buffer.from([1, 0, 255])));

  assert.equal(read.text, 'INSERT x');
  assert.deepEqual([...read.data], [1, 0, 255]);
});

test('a form brings the statement, long values and tables', async () => {
  const table = sendLists([
    ['a', 'ü'],
    ['1', ''],
  ]);
  const form = new FormData();
  form.append('query', 'SELECT x');
  form.append('param_p1', 'two words');
  form.append('sent1', new Blob([table.bytes]));
  form.append('unasked', 'y');
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());

  const read = await readRequest(
    request(`/?param_p2=b&sent1_structure=${encodeURIComponent(table.structure)}`, body, {
      'content-type': encoded.headers.get('content-type') ?? '',
    }),
  );

  assert.equal(read.text, 'SELECT x');
  assert.deepEqual(
    [...read.parameters],
    [
      ['p2', 'b'],
      ['p1', 'two words'],
    ],
  );
  assert.deepEqual(
    [...read.tables],
    [
      [
        'sent1',
        [
          ['a', 'ü'],
          ['1', ''],
        ],
      ],
    ],
  );
  assert.equal(read.data.length, 0);
});

test('an answer is packed for who can unpack what is packed here', async () => {
  const mayPack = async (packing: string): Promise<boolean> =>
    (await readRequest(request('/', Buffer.from('SELECT 1'), { 'x-xplain-may-pack': packing })))
      .mayPack;

  assert.equal(await mayPack('zstd'), true);
  assert.equal(await mayPack('gzip'), false);
});

test('a body that ends early is what came of it', async () => {
  const message = request(undefined, Buffer.from('SELECT 1'), { 'content-length': '20' });

  assert.equal((await readRequest(message)).text, 'SELECT 1');
});
