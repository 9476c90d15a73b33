import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '../../base/log.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { limitExports } from './limit-exports.ts';
import { sql } from './sql.ts';
import type { LogStore } from './store.ts';

const STILL_MS = 200;
const statement = sql`SELECT 1`;

/** A store of which only exports are asked; `opened` has their streams. */
function storeOf(make: () => Readable) {
  const opened: Readable[] = [];
  const store = {
    export: async () => {
      const stream = make();
      opened.push(stream);
      return { content: stream };
    },
  } as unknown as LogStore;
  const limits = { ...LIMITS.logExports, stillMsMax: STILL_MS };
  return { opened, limited: limitExports({ log: silentLog, limits }, store) };
}

/** As much as anybody reads, at once. */
function endless(): Readable {
  return new Readable({
    read() {
      setImmediate(() => this.push(Buffer.alloc(64 * 1024)));
    },
  });
}

test('a node runs as many exports as allowed, one more is refused until one has ended', async () => {
  const { limited } = storeOf(endless);
  const { perNodeMax } = LIMITS.logExports;
  const files: Readable[] = [];
  for (let i = 0; i < perNodeMax; i += 1) {
    files.push((await limited.export(statement, 'csv')).content);
  }

  await assert.rejects(limited.export(statement, 'csv'), {
    code: 'QUERY_SLOTS_BUSY',
    facts: { retryAfterSeconds: 5 },
  });
  files[0]?.destroy();
  await sleep(10);
  const { content: next } = await limited.export(statement, 'csv');

  for (const file of [...files, next]) file.destroy();
});

test('an export that could not be opened takes no place', async () => {
  const store = {
    export: () => Promise.reject(new Error('away')),
  } as unknown as LogStore;
  const limited = limitExports({ log: silentLog, limits: LIMITS.logExports }, store);

  for (let i = 0; i <= LIMITS.logExports.perNodeMax; i += 1) {
    await assert.rejects(limited.export(statement, 'csv'), /away/);
  }
});

test('an export ends when its reader stands still, and the store with it', async () => {
  const { limited, opened } = storeOf(endless);

  const { content } = await limited.export(statement, 'csv');
  // What looks for readers that stand still keeps no process alive.
  const ended = await Promise.race([once(content, 'error'), sleep(10 * STILL_MS)]);
  const [error] = ended as [{ code?: string }];

  assert.equal(error.code, 'REQUEST_TIMEOUT');
  assert.equal(opened[0]?.destroyed, true);
});

test('a slow reader and a slow store are no reason to end it', async () => {
  const pieces = 6;
  const slowStore = storeOf(() =>
    Readable.from(
      (async function* () {
        for (let i = 0; i < pieces; i += 1) {
          await sleep(STILL_MS);
          yield Buffer.from('x');
        }
      })(),
    ),
  );
  const slowReader = storeOf(() =>
    Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(9_000))),
  );

  const [fromSlow, toSlow] = await Promise.all([
    slowStore.limited.export(statement, 'csv').then(async ({ content }) => {
      let bytes = 0;
      for await (const chunk of content as AsyncIterable<Buffer>) bytes += chunk.length;
      return bytes;
    }),
    slowReader.limited.export(statement, 'csv').then(async ({ content }) => {
      let bytes = 0;
      for await (const chunk of content as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        await sleep(STILL_MS / 4);
      }
      return bytes;
    }),
  ]);

  assert.deepEqual([fromSlow, toSlow], [pieces, 40 * 9_000]);
});
