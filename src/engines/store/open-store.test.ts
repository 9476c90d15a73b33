import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LIMITS } from '../../../test/support/limits.ts';
import { newFolder } from '../../../test/support/store/supervised-store.ts';
import { withoutClickhouse } from '../../../test/support/store/without-clickhouse.ts';
import { systemClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import { findEngine, openEmbedded } from './open-store.ts';

const needs = { clock: systemClock, limits: LIMITS, log: silentLog };

for (const engine of ['duckdb', 'segments'] as const) {
  test(`a folder of ${engine} is opened by it, also where nobody names an engine`, async (t) => {
    const folder = newFolder(t);
    await (await openEmbedded(needs, folder, engine))[Symbol.asyncDispose]();

    await using store = await openEmbedded(needs, folder, undefined);

    assert.deepEqual(await store.health(), { state: 'up' });
    assert.equal(await findEngine(folder), engine);
    assert.ok(!readdirSync(folder).includes('rows'), 'nothing of another engine is made');
  });
}

test('a folder of ClickHouse is refused where its library is missing, and stays as it is', async (t) => {
  // Where there is a library, nothing is missing.
  if (withoutClickhouse() === false) return;
  const folder = newFolder(t);
  mkdirSync(join(folder, 'rows'));

  await assert.rejects(
    openEmbedded(needs, folder, undefined),
    /^Error: The library of ClickHouse is not installed on \S+\. It wrote the rows in /,
  );
  assert.deepEqual(readdirSync(folder), ['rows']);
});
