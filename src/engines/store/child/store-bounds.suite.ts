/** The times, the memory and the refusals of a store whose engine is a process of ours. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { join } from 'node:path';
import {
  batchOf,
  needsOf,
  newFolder,
  waitUntil,
  type SupervisedTraits,
} from '../../../../test/support/store/supervised-store.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { GB, MB } from '../../../spec/units.ts';
import { sql, uint32 } from '../sql.ts';
import { endlessly, endlessSum } from '../store-tools.suite.ts';

export function testBounds(traits: SupervisedTraits): void {
  testTimes(traits);
  testRoom(traits);
  testRefusals(traits);
}

function testTimes({ open, deletesAlone = false }: SupervisedTraits): void {
  test('a change, an export and a query each have their own time', async (t) => {
    const needs = needsOf({ commandTimeoutMs: 60_000, exportTimeoutMs: 300 });
    await using store = await open(needs, newFolder(t));

    // It may fail before its first byte or after it; for a reader both are the same.
    const read = async (): Promise<string> =>
      text((await store.export(endlessSum, 'csv', endlessly)).content);
    await assert.rejects(read(), { code: 'QUERY_TIMEOUT' });
    if (!deletesAlone) {
      const change = store.command(endlessSum, { timeoutMs: 300 });
      await assert.rejects(change, { code: 'QUERY_TIMEOUT' });
    }
    await assert.rejects(store.query(endlessSum, { timeoutMs: 300, ...endlessly }), {
      code: 'QUERY_TIMEOUT',
    });
  });

  test('the time of an export is not that of others', async (t) => {
    const needs = needsOf({ commandTimeoutMs: 60_000, exportTimeoutMs: 300 });
    await using store = await open(needs, newFolder(t));
    // ClickHouse counts the one that asks, too.
    const idle = (await store.running()).length;
    const stop = new AbortController();
    const { signal } = stop;
    const ended: string[] = [];
    const others = [
      ...(deletesAlone
        ? []
        : [store.command(endlessSum, { signal }).catch(() => ended.push('command'))]),
      store.query(endlessSum, { signal, ...endlessly }).catch(() => ended.push('query')),
    ];

    await assert.rejects(
      store.export(endlessSum, 'csv', endlessly).then(({ content }) => text(content)),
      { code: 'QUERY_TIMEOUT' },
    );
    assert.deepEqual(ended, []);
    stop.abort();
    await Promise.all(others);
    await waitUntil('their end', async () => (await store.running()).length === idle);
  });

  test('an engine that does not start in time is given up', async (t) => {
    await assert.rejects(
      open(needsOf({ startTimeoutMs: 1 }), newFolder(t)),
      /did not start in time/,
    );
  });
}

function testRoom({ open }: SupervisedTraits): void {
  test('more queries than connections wait for their turn', async (t) => {
    await using store = await open(needsOf({ connectionsMax: 2 }), newFolder(t));
    const numbers = Array.from({ length: LIMITS.store.connectionsMax }, (_, i) => i);

    const answers = await Promise.all(
      numbers.map((number) => store.query(sql`SELECT ${uint32(number)} AS n`)),
    );

    assert.deepEqual(
      answers.map((answer) => answer.columns[0]?.values),
      numbers.map((number) => [number]),
    );
  });

  test('the engine keeps to its memory and lives on', async (t) => {
    await using store = await open(needsOf({ memoryBytesMax: 600 * MB }), newFolder(t));
    const pid = store.enginePid();
    const large = sql`SELECT groupArray(number) AS n FROM numbers(200000000)`;

    await assert.rejects(store.query(large, { memoryBytesMax: 8 * GB }), {
      code: 'QUERY_MEMORY_LIMIT',
    });

    await store.insert(batchOf(10));
    assert.deepEqual(await store.health(), { state: 'up' });
    assert.equal(store.enginePid(), pid);
  });
}

function testRefusals({ open, makeNewer }: SupervisedTraits): void {
  test('a folder that cannot be written is named', async (t) => {
    const file = join(newFolder(t), 'file');
    writeFileSync(file, '');

    await assert.rejects(open(needsOf(), join(file, 'store')), (error: Error) => {
      assert.match(error.message, /^The log store cannot write to .*\/file\/store/);
      assert.match(error.message, /XPLAIN_DATA/);
      return true;
    });
  });

  test('a newer schema stops the start, and no engine stays behind', async (t) => {
    const folder = newFolder(t);
    {
      await using store = await open(needsOf(), folder);
      await store.insert(batchOf(1));
    }
    await makeNewer(folder);

    await assert.rejects(open(needsOf(), folder), /written by a newer release/);
    await assert.rejects(open(needsOf(), folder), /written by a newer release/);
  });
}
