/** What can be tried of a start without the library of ClickHouse. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { newEngineFiles, PROOF_PATH } from './engine-files.ts';
import { filesLine } from './sent-files.ts';
import { waitUntilOurs } from './wait-until-ours.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';

const MEMORY_BYTES = 1e9;

/** Answers everything alike, and keeps what it was sent. */
async function listen(t: TestContext, answer: () => string) {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`);
      response.end(answer());
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { heard, url: new URL(PROOF_PATH, `http://127.0.0.1:${port}`) };
}

test('every start has a password and a proof of its own', () => {
  const [one, two] = [1, 2].map(() => newEngineFiles('/data', MEMORY_BYTES));

  assert.notEqual(one?.credentials.password, two?.credentials.password);
  assert.notEqual(one?.proof, two?.proof);
  assert.notEqual(one?.proof, one?.credentials.password);
});

test('whoever took the port is neither believed nor sent a secret', async (t) => {
  const { proof = '', credentials } = newEngineFiles('/data', MEMORY_BYTES);
  const { heard, url } = await listen(t, () => '1');

  const waiting = waitUntilOurs(url, proof, AbortSignal.timeout(300));

  await assert.rejects(waiting, /did not start in time/);
  assert.ok(heard.length > 0);
  assert.ok(!heard.join().includes(credentials.password));
  assert.ok(!heard.join().includes(proof));
  assert.doesNotMatch(heard.join(), /authorization|x-xplain-key/i);
});

test('an engine is known by its proof, also when it takes a while', async (t) => {
  const { proof = '' } = newEngineFiles('/data', MEMORY_BYTES);
  let asked = 0;
  const { url } = await listen(t, () => ((asked += 1) < 3 ? 'starting' : proof));

  await waitUntilOurs(url, proof, AbortSignal.timeout(10_000));

  assert.equal(asked, 3);
});

test('the engine writes what it is sent, for the owner alone, and leaves the rest of its input', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-sent-files-'));
  t.after(() => removeFolder(folder));
  const { contents = [] } = newEngineFiles(folder, MEMORY_BYTES);
  const program = `
    import { readFileSync } from 'node:fs';
    import { takeFiles } from ${JSON.stringify(new URL('sent-files.ts', import.meta.url).href)};
    takeFiles();
    process.stdout.write(readFileSync(0, 'utf8'));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);

  child.stdin.write(`${filesLine(contents)}\n`);
  child.stdin.end('the rest');

  assert.equal(await text(child.stdout), 'the rest');
  for (const { path, text: written } of contents) {
    assert.equal(readFileSync(path, 'utf8'), written);
    assert.equal(statSync(path).mode & 0o777, 0o600);
  }
});
