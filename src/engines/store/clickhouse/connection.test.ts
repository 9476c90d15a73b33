import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { createConnection, type EngineRequest, type Purpose } from './connection.ts';

/** A node that answers statements and never those whose text is `hang`. */
async function startNode(t: TestContext) {
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      if (text === 'hang') response.write('the first piece');
      else response.end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

test('what one purpose holds no other waits for', async (t) => {
  const url = await startNode(t);
  const socketsMax = LIMITS.store.connectionsMax;
  const connection = createConnection(() => ({ url, user: 'u', password: 'p' }), { socketsMax });
  t.after(() => connection.close());
  const ask = (purpose: Purpose, text: string): EngineRequest => ({
    purpose,
    text,
    silenceMsMax: 2_000,
  });

  const held = await Promise.all(
    Array.from({ length: socketsMax }, () => connection.open(ask('export', 'hang'))),
  );
  const waiting = connection.read(ask('export', 'later'));
  const answers = await Promise.all(
    (['query', 'insert', 'health'] as const).map((purpose) =>
      connection.read(ask(purpose, purpose)),
    ),
  );
  // Had they waited, the silence of those that hang would have ended them meanwhile.
  const isHeld = held.every((response) => !response.destroyed);
  for (const response of held) response.destroy();

  assert.ok(isHeld);
  assert.deepEqual(answers.map(String), ['query', 'insert', 'health']);
  assert.equal(String(await waiting), 'later');
});
