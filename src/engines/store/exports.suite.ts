import assert from 'node:assert/strict';
import { buffer, text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { LIMITS } from '../../spec/limits.ts';
import { identifier, sql, string, uint32 } from './sql.ts';
import type { LogStore } from './store.ts';

/** Files of rows, as whoever downloads them gets them. */
export function testExports(store: () => LogStore): void {
  void describe('an export', () => {
    test('is a whole file in each format', async () => {
      const statement = sql`SELECT number AS n, 'a"b' AS t FROM numbers(2) ORDER BY n`;

      assert.equal(
        await text((await store().export(statement, 'csv')).content),
        '"n","t"\n0,"a""b"\n1,"a""b"\n',
      );
      assert.equal(
        await text((await store().export(statement, 'jsonl')).content),
        '{"n":0,"t":"a\\"b"}\n{"n":1,"t":"a\\"b"}\n',
      );
      const parquet = await buffer((await store().export(statement, 'parquet')).content);
      assert.equal(parquet.toString('latin1', 0, 4), 'PAR1');
      assert.equal(parquet.toString('latin1', parquet.length - 4), 'PAR1');
    });

    test('that nobody waits for has the same rows in the same order', async () => {
      const statement = sql`SELECT number AS n, number / 3 AS part, 1 / (number - 2) AS far, toString(number) AS t,
        concat(${string('a"b\n\u0001😀\\')}, toString(number)) AS ${identifier('an "odd" name')}, fromUnixTimestamp64Milli(toInt64(1700000000123 + number), 'UTC') AS at,
        map('k', toString(number)) AS fields, [toString(number)] AS list, number = 1 AS is_one,
        if(number = 1, NULL, 'x') AS gone FROM numbers(5000) ORDER BY n DESC`;
      const lines = async (priority: number): Promise<unknown[]> => {
        const file = await store().export(statement, 'jsonl', { settings: { priority } });
        return (await text(file.content))
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown);
      };

      assert.deepEqual(await lines(10), await lines(0));
    });

    test('that may be packed is, with its rows counted, or comes as it is', async () => {
      const statement = sql`SELECT number AS n FROM numbers(5000) ORDER BY n`;
      const settings = { priority: 10 };
      const whole = await store().export(statement, 'jsonl', { settings });
      const mayPack = 'zstd';
      const { content, packed } = await store().export(statement, 'jsonl', { settings, mayPack });
      const bytes = await buffer(content);
      const none = sql`SELECT number AS n FROM numbers(0)`;
      const empty = await store().export(none, 'jsonl', { settings, mayPack });
      const emptyBytes = await buffer(empty.content);

      assert.equal(whole.packed, undefined);
      const plain = packed === undefined ? bytes : zstdDecompressSync(bytes);
      assert.deepEqual([packed?.rows ?? 5000, plain], [5000, await buffer(whole.content)]);
      assert.deepEqual(packed === undefined, empty.packed === undefined);
      assert.equal(empty.packed?.rows ?? 0, 0);
      const emptyPlain = empty.packed === undefined ? emptyBytes : zstdDecompressSync(emptyBytes);
      assert.equal(emptyPlain.length, 0);
    });

    test('larger than an answer may be is not cut', async () => {
      const rowsMany = LIMITS.query.groupsMax + 1;
      const { content } = await store().export(
        sql`SELECT 1 AS a FROM numbers(${uint32(rowsMany)})`,
        'csv',
      );

      assert.equal((await text(content)).split('\n').length, rowsMany + 2);
    });

    test('that fails half-way is destroyed, and holds nothing of the failure', async () => {
      const statement = sql`SELECT number, throwIf(number = 900000, 'too far') AS x FROM numbers(1000000)`;
      const settings = { max_block_size: 1000 };
      const { content } = await store().export(statement, 'csv', { settings });
      const chunks: Buffer[] = [];

      await assert.rejects(async () => {
        for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk);
      }, /refused/);

      const received = Buffer.concat(chunks).toString();
      assert(received.length > 0);
      assert(!received.includes('xception'));
    });
  });
}
