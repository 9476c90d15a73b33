/** A query is read and compiled on the thread that answers everybody, so it may not take long there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expensiveQueries } from '../../../../test/support/language/expensive-queries.ts';
import { prepareWithoutStore } from '../../../../test/support/search/prepare-without-store.ts';
import { bind } from '../../../engines/store/sql.ts';
import { LIMITS } from '../../../spec/limits.ts';

const TURN_MS_MAX = LIMITS.targets.turnMsMax;

test('no query holds the thread, be it taken or refused', async () => {
  const slow: string[] = [];
  await prepareWithoutStore('f IN (1, 2) | stats count by a | eval x=a+1 | table x');

  for (const [name, query] of expensiveQueries()) {
    // The fastest of some: the first one also pays for the compiler of the runtime.
    const ms = Math.min(await cpuMsOf(query), await cpuMsOf(query), await cpuMsOf(query));
    if (ms > TURN_MS_MAX) slow.push(`${name}: ${ms.toFixed(0)} ms`);
  }

  assert.deepEqual(slow, []);
});

async function cpuMsOf(query: string): Promise<number> {
  const before = process.threadCpuUsage();
  await prepareWithoutStore(query).catch((error: unknown) => {
    assert.ok(error instanceof Error && 'code' in error, String(error));
  });
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

test('as many plain values as the text holds are one bound list', async () => {
  const count = LIMITS.query.textCharactersMax / 2 - 20;
  const values = Array.from({ length: count }, (_, i) => 'abcdefghij'.charAt(i % 10)).join(',');

  for (const query of [`f IN (${values})`, `level IN (${values})`, `NOT host IN (${values})`]) {
    const { plan } = await prepareWithoutStore(query);
    assert.ok(bind(plan.statement).parameters.size < 15, query.slice(0, 10));
  }
});
