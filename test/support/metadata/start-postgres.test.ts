import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from './start-postgres.ts';

test('the server ends with the process that started it, even when that is killed', async (t) => {
  if ((await startPostgres(t)) === undefined) return;
  const program = `
    const { startPostgres } = await import(${JSON.stringify(import.meta.resolve('./start-postgres.ts'))});
    const { url } = await startPostgres({ name: 'child', skip() {} });
    process.stdout.write(url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // One of its own, also where the whole run shares one.
    env: { ...process.env, TEST_POSTGRES_URL: undefined },
  });
  t.after(() => child.kill('SIGKILL'));
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(new URL(url.toString()).port);
  assert.equal(await isOpen(port), true);

  child.kill('SIGKILL');

  for (let turn = 0; turn < 1_200 && (await isOpen(port)); turn += 1) await sleep(50);
  assert.equal(await isOpen(port), false);
});

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
