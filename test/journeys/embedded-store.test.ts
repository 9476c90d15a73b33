/** Which engine a data folder belongs to, as whoever starts the program meets it. */
import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { newDataFolder, startApp, startInVain } from '../support/programs/start-app.ts';
import { withoutClickhouse } from '../support/store/without-clickhouse.ts';

const DUCKDB = { XPLAIN_EMBEDDED_STORE: 'duckdb' };

/** What is to be read of a start that failed: its last line, without a stack. */
function lastLine(output: string): string {
  assert.ok(!output.includes('    at '), output);
  return output.trim().split('\n').at(-1) ?? '';
}

test('an engine that nobody knows is one clear line', async (t) => {
  const { code, output } = await startInVain(t, { XPLAIN_EMBEDDED_STORE: 'sqlite' });

  assert.equal(code, 1);
  assert.match(output, /XPLAIN_EMBEDDED_STORE.*clickhouse.*duckdb/);
  lastLine(output);
});

test('a folder of the other engine is one clear line, and stays as it is', async (t) => {
  const data = await newDataFolder(t);
  await mkdir(join(data, 'store', 'rows'), { recursive: true });

  const { code, output } = await startInVain(t, DUCKDB, data);

  assert.equal(code, 1);
  assert.match(
    lastLine(output),
    /^xplain: .*written by ClickHouse.*XPLAIN_EMBEDDED_STORE=clickhouse/,
  );
  assert.deepEqual(await readdir(join(data, 'store')), ['rows']);
});

test('an engine without its library is one clear line', async (t) => {
  // Where there is a library, nothing is missing.
  if (withoutClickhouse() === false) return;

  const { code, output } = await startInVain(t, { XPLAIN_EMBEDDED_STORE: 'clickhouse' });

  assert.equal(code, 1);
  assert.match(lastLine(output), /^xplain: .*library of ClickHouse.*XPLAIN_EMBEDDED_STORE/);
});

test('a damaged file lets the program start, and whoever looks at its health learns of it', async (t) => {
  const first = await startApp(t, DUCKDB);
  await first.stop();
  await writeFile(join(first.data, 'store', 'days', '20200101.duckdb'), 'damaged');

  const second = await startApp(t, { ...DUCKDB, XPLAIN_LOG_LEVEL: 'info' }, first.data);

  assert.equal((await fetch(`${second.url}/ready`)).status, 200);
  assert.match(second.output(), /20200101\.duckdb/);
  assert.equal(await second.stop(), 0);
});
