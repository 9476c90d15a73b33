import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '../../../../../test/support/limits.ts';
import { removeFolder } from '../../../../../test/support/remove-folder.ts';
import { type Connection, EngineRefusal } from '../../clickhouse/connection.ts';
import { CANCELLED, REFUSED } from '../../duckdb/engine/faults.ts';
import { openParts } from '../parts.ts';
import { createPartConnection } from './part-connection.ts';
import { openTranslating, type Translating } from './translating.ts';

const KILL = 'KILL QUERY WHERE query_id = {id:String} ASYNC FORMAT TSV';

function readerThatNotes(asked: string[]): Connection {
  return {
    open: () => Promise.reject(new Error('not opened here')),
    read: async ({ text }) => {
      asked.push(text);
      return Buffer.from('answer');
    },
    close: () => {},
  };
}

function emptyParts(t: { after(work: () => void): void }) {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-connection-'));
  t.after(() => removeFolder(folder));
  return openParts(folder);
}

function isRefusedWith(code: number): (error: unknown) => boolean {
  return (error) => error instanceof EngineRefusal && error.fault.code === code;
}

test('a statement that is ended before it was translated never reaches the reader', async (t) => {
  const asked: string[] = [];
  // Never ready, as if others were in front of it.
  const translating: Translating = {
    translate: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
      }),
    [Symbol.asyncDispose]: async () => {},
  };
  const connection = createPartConnection(readerThatNotes(asked), emptyParts(t), translating);

  const reading = connection.read({ text: 'SELECT 1 AS x', queryId: 'q1', silenceMsMax: 1_000 });
  await nextTurn();
  await connection.read({ text: KILL, parameters: new Map([['id', 'q2']]), silenceMsMax: 1_000 });
  await connection.read({ text: KILL, parameters: new Map([['id', 'q1']]), silenceMsMax: 1_000 });

  await assert.rejects(reading, isRefusedWith(CANCELLED));
  assert.deepEqual(asked, [KILL, KILL]);
});

test('what the engine cannot do is refused under its number, and what it can is planned', async (t) => {
  const asked: string[] = [];
  await using translating = openTranslating(LIMITS);
  const connection = createPartConnection(readerThatNotes(asked), emptyParts(t), translating);

  const unknown = connection.read({ text: 'SELECT unheardOf(1) AS x', silenceMsMax: 1_000 });
  await assert.rejects(unknown, isRefusedWith(REFUSED));
  await connection.read({
    text: "SELECT body FROM logs WHERE organization = 'a'",
    silenceMsMax: 1_000,
  });

  assert.equal(asked.length, 1);
  assert.match(asked[0] ?? '', /"kind":"select"/);
  assert.doesNotMatch(asked[0] ?? '', /rows_[0-9a-f]{32}/);
});

test('the thread that answers requests is free while a long statement is translated', async () => {
  await using translating = openTranslating(LIMITS);
  const long = `SELECT ${Array.from({ length: 20_000 }, (_, i) => `${i} AS c${i}`).join(', ')}`;
  let isDone = false;

  const translated = translating
    .translate({ text: long, parameters: new Map(), sentTables: new Set() })
    .finally(() => (isDone = true));
  // Turns in between would not come while it was translated here.
  let turns = 0;
  while (!isDone) {
    await nextTurn();
    turns += 1;
  }

  assert.match((await translated).translation.text, /c19999/);
  assert.ok(turns > 10, `${turns} turns`);
});
