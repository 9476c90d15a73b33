/** The folder from which container images are made: it runs by itself, and nothing in it is written to. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageServer } from '../../tools/package.ts';
import { newDataFolder } from '../support/programs/start-app.ts';

const READY_MS_MAX = 90_000;

test('the packaged server starts directly, answers, ends in order, and leaves its folder as it was', async (t) => {
  const folder = join(await newDataFolder(t), 'app');
  const data = await newDataFolder(t);
  assert.ok((await packageServer(folder)) > 100);
  await assert.rejects(packageServer(folder), /is not empty/);
  const before = timesOf(folder);
  const sources = [...before.keys()].filter((name) => /^(?!node_modules).*\.ts$/.test(name));
  assert.deepEqual(sources, ['docs/api/client.ts'], 'programs are built');
  assert.ok(before.has('docs/api/openapi.json'));
  const environment = { PATH: '/usr/bin:/bin', XPLAIN_DATA: data, XPLAIN_EMBEDDED_STORE: 'duckdb' };
  const ports = { XPLAIN_PORT: '0', XPLAIN_OTLP_PORT: '0' };
  const child = spawn(join(folder, 'run'), ['serve'], {
    cwd: data,
    env: { ...environment, ...ports },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  const listen = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const until = Date.now() + READY_MS_MAX;
  while (!/ready at (\S+)/.test(output)) {
    assert.ok(child.exitCode === null && Date.now() < until, output);
    await sleep(100);
  }
  const url = /ready at (\S+)/.exec(output)?.[1] ?? '';

  const page = await fetch(url).then((answer) => answer.text());
  assert.match(page, /<script/, 'the web app is there');
  const words = ['cli', 'health', '--live', '--url', url];
  const health = spawnSync(join(folder, 'run'), words, { encoding: 'utf8', env: environment });
  assert.equal(health.status, 0, health.stderr);
  child.kill('SIGTERM');
  const [code] = (await once(child, 'close')) as [number | null];
  assert.equal(code, 0, output);
  assert.match(output, /"msg":"stopped"/);
  assert.deepEqual(timesOf(folder), before);
  const away = spawnSync(join(folder, 'run'), words, { encoding: 'utf8', env: environment });
  assert.equal(away.status, 1);
});

function timesOf(folder: string): Map<string, number> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(entries.map((name) => [name, statSync(join(folder, name)).mtimeMs]));
}
