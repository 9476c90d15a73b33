/** A statement that does not stop ends the engine, and its organization waits for its next search. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DuckDBConnection } from '@duckdb/node-api';
import { AppError } from '../../../base/errors.ts';
import { reading, sql } from '../sql.ts';
import { STUCK } from './engine-commands.ts';
import { createRunning } from './engine/running.ts';
import { createSearchPauses } from './pause-searches.ts';

test('a statement that survives its interrupt by two seconds is told of, and no other', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const stuck: string[] = [];
  let interrupts = 0;
  const connection = { interrupt: () => (interrupts += 1) } as unknown as DuckDBConnection;
  const running = createRunning((queryId) => stuck.push(queryId), busy());
  const { promise, resolve } = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<void>();

  const deaf = running.run({ queryId: 'deaf', timeoutMs: 1_000 }, connection, () => promise);
  const listening = running.run({ queryId: 'hears', timeoutMs: 1_000 }, connection, async () => {
    await heard.promise;
    throw new Error('INTERRUPT');
  });
  t.mock.timers.tick(1_000);
  heard.resolve();
  await assert.rejects(listening, /took too long/);
  t.mock.timers.tick(1_999);
  assert.deepEqual(stuck, []);
  t.mock.timers.tick(1);
  assert.deepEqual(stuck, ['deaf']);
  assert.ok(interrupts > 10);
  resolve();
  await deaf;
});

test('on a machine that has no processor for it, it gets ten times as long', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const stuck: string[] = [];
  const connection = { interrupt: () => undefined } as unknown as DuckDBConnection;
  const running = createRunning(
    (queryId) => stuck.push(queryId),
    () => 0,
  );
  const { promise, resolve } = Promise.withResolvers<void>();
  const starved = running.run({ queryId: 'starved', timeoutMs: 1_000 }, connection, () => promise);
  t.mock.timers.tick(1_000);
  t.mock.timers.tick(19_999);
  assert.deepEqual(stuck, []);
  t.mock.timers.tick(1);
  assert.deepEqual(stuck, ['starved']);
  resolve();
  await starved;
});

/** A processor that works whenever it is looked at. */
function busy(): () => number {
  let ms = 0;
  return () => (ms += 100);
}

test('the organization of such a statement waits a minute, and others do not', () => {
  let now = 0;
  const pauses = createSearchPauses(() => now);
  const of = (organization: string) =>
    reading(sql`1`, { organization, indexes: ['main'], from: 0, to: 1 });
  const { queryId } = pauses.admit(of('org_a'), { timeoutMs: 1 } as { queryId?: string });
  pauses.admit(of('org_b'), {});

  pauses.noteEnd('out of memory');
  pauses.admit(of('org_a'), {});
  pauses.noteEnd(`something\n${STUCK}${queryId}\n`);

  const refused = (): unknown => pauses.admit(of('org_a'), {});
  assert.throws(
    refused,
    (error) =>
      error instanceof AppError &&
      error.code === 'QUERY_SLOTS_BUSY' &&
      error.facts.retryAfterSeconds === 60,
  );
  pauses.admit(of('org_b'), {});
  pauses.admit(sql`SELECT 1`, {});
  now = 60_000;
  refused();
});
