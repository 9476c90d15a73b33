import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DuckDBAppender, type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { fakeClock } from '../../../../../test/support/fake-clock.ts';
import { logRecord } from '../../../../../test/support/log-records.ts';
import { encodedBatch, openFiles } from '../../../../../test/support/store/open-day-files.ts';
import { newFolder } from '../../../../../test/support/store/supervised-store.ts';
import { isFatal } from './faults.ts';
import { inTransaction } from './in-transaction.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The next appender of that number cannot hand over what it holds, as without memory. */
function failAt(t: TestContext, number: number): void {
  const { prototype } = DuckDBAppender;
  // oxlint-disable-next-line typescript/unbound-method -- called for the appender it is asked of
  const close = prototype.closeSync;
  let closed = 0;
  // Not by a mock, which would keep each appender it sees.
  prototype.closeSync = function (this: DuckDBAppender): void {
    closed += 1;
    if (closed === number) throw new Error('Failed to append: failed to allocate data');
    close.call(this);
  };
  t.after(() => void (prototype.closeSync = close));
}

async function minutesOf(opened: Awaited<ReturnType<typeof openFiles>>): Promise<number> {
  const [file] = opened.files.all();
  return opened.database.use(async (connection) => {
    const sum = `SELECT sum(events)::INTEGER FROM ${file?.catalog}.minutes`;
    return Number((await connection.runAndReadAll(sum)).getRows()[0]?.[0] ?? 0);
  });
}

for (const [name, number] of [
  ['rows', 1],
  ['counts', 2],
] as const) {
  test(`${name} that could not be handed over are there once after the next try`, async (t) => {
    using opened = await openFiles(newFolder(t), fakeClock(Date.UTC(2026, 2, 10)));
    const batch = encodedBatch([1, 2, 3].map(() => logRecord({ body: 'once' })));
    failAt(t, number);

    await assert.rejects(opened.inserter.insert(batch), /Failed to append/);
    // An appender writes what it still holds when it goes.
    await sleep(0);
    collectGarbage();
    await sleep(0);
    assert.deepEqual([...(await opened.bodies())], []);
    await opened.inserter.insert({ ...batch, isRepeated: true });
    collectGarbage();
    await sleep(0);

    assert.deepEqual([...(await opened.bodies())], [['once', 3]]);
    assert.equal(await minutesOf(opened), 3);
  });
}

test('a transaction that cannot be rolled back needs a new start, one that is gone does not', async () => {
  const failing = (reason: string): DuckDBConnection =>
    ({
      run: async (text: string) => {
        if (text === 'ROLLBACK') throw new Error(reason);
      },
    }) as unknown as DuckDBConnection;
  const work = () => Promise.reject(new Error('of the work'));

  const stuck = inTransaction(failing('Out of Memory Error'), work);
  const gone = failing('TransactionContext Error: cannot rollback - no transaction is active');

  await assert.rejects(stuck, isFatal);
  await assert.rejects(inTransaction(gone, work), /of the work/);
});

test('the engine says of itself that no transaction is active', async (t) => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  t.after(() => {
    connection.closeSync();
    instance.closeSync();
  });

  await assert.rejects(connection.run('ROLLBACK'), /no transaction is active/);
});
