import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { test } from 'node:test';
import { newDataFolder, startApp, startInVain } from '../support/programs/start-app.ts';

test('a first start answers, a second one keeps what is there, both stop cleanly', async (t) => {
  const first = await startApp(t);
  for (const path of ['/health', '/ready', '/openapi.json', '/docs', '/metrics']) {
    assert.equal((await fetch(first.url + path)).status, 200, path);
  }
  const ready = (await (await fetch(`${first.url}/ready`)).json()) as {
    data: { ready: boolean; engines: Record<string, { state: string }> };
  };
  assert.equal(ready.data.ready, true);
  assert.deepEqual(Object.keys(ready.data.engines).toSorted(), [
    'alerts',
    'counters',
    'holding',
    'mail',
    'metadata',
    'objects',
    'queue',
    'store',
  ]);
  assert.equal(await first.stop('SIGTERM'), 0);

  const second = await startApp(t, {}, first.data);
  assert.equal((await fetch(`${second.url}/ready`)).status, 200);
  assert.equal(await second.stop('SIGINT'), 0);
});

test('a wrong environment is told completely, in one go', async (t) => {
  const { code, output } = await startInVain(t, {
    XPLAIN_PORT: 'many',
    XPLAIN_ROLES: 'api,cook',
    XPLAIN_HOTS: 'x',
  });

  assert.equal(code, 1);
  for (const name of ['XPLAIN_PORT', 'XPLAIN_ROLES', 'XPLAIN_HOTS', 'XPLAIN_HOST']) {
    assert.ok(output.includes(name), name);
  }
  assert.ok(!output.includes('    at '), 'no stack');
});

test('a data folder that cannot be made is one clear line', async (t) => {
  const data = await newDataFolder(t);
  await writeFile(join(data, 'file'), 'not a folder');

  const { code, output } = await startInVain(t, { XPLAIN_DATA: join(data, 'file', 'data') });

  assert.equal(code, 1);
  assert.match(output, /Can't write to the data folder .* \(ENOTDIR\)/);
  assert.equal(output.trim().split('\n').length, 1);
});

test('a data folder without the right to write is one clear line', async (t) => {
  // For root every folder is writable.
  if (process.getuid?.() === 0) return;
  const data = await newDataFolder(t);
  await chmod(data, 0o500);

  const { code, output } = await startInVain(t, {}, data);

  assert.equal(code, 1);
  assert.match(output, /Can't write to the data folder .* \(EACCES\)/);
});

test('a taken port is one clear line, and everything is closed again', async (t) => {
  const data = await newDataFolder(t);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);

  const { code, output } = await startInVain(t, { XPLAIN_PORT: String(address.port) }, data);

  assert.equal(code, 1);
  assert.match(output, new RegExp(`xplain: .*${address.port}`));
  const next = await startApp(t, {}, data);
  assert.equal(await next.stop(), 0);
});

test('a second process on the same data is refused, and the first goes on', async (t) => {
  const first = await startApp(t);

  const { code, output } = await startInVain(t, {}, first.data);

  assert.equal(code, 1);
  assert.match(output, /^xplain: .*(another|in use|process)/im);
  assert.ok(!output.includes('    at '), 'no stack');
  assert.equal((await fetch(`${first.url}/ready`)).status, 200);
});

test('data of a newer version is refused', async (t) => {
  const app = await startApp(t);
  await app.stop();
  const database = new DatabaseSync(join(app.data, 'metadata.sqlite'));
  database.exec(`insert into schema_migrations values (999, '9999-from-the-future', 'x', 0)`);
  database.close();

  const { code, output } = await startInVain(t, {}, app.data);

  assert.equal(code, 1);
  assert.match(output, /^xplain: .*newer version.*9999-from-the-future/im);
  assert.ok(!output.includes('    at '), 'no stack');
});
