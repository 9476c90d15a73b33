/** A server that answers calls of the command line as a test says, and a folder for files. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { removeFolder } from '../remove-folder.ts';

interface PlayedCall {
  readonly method: string;
  readonly path: string;
  /** Empty if the call has none. */
  readonly body: Readonly<Record<string, unknown>>;
}

interface PlayedAnswer {
  readonly status?: number | undefined;
  readonly body: unknown;
}

export async function playServer(
  t: TestContext,
  answerTo: (call: PlayedCall) => PlayedAnswer,
): Promise<{ readonly url: string; readonly folder: string }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '' } = request;
      const text = Buffer.concat(chunks).toString();
      const body = (text === '' ? {} : JSON.parse(text)) as PlayedCall['body'];
      const answer = answerTo({ method, path, body });
      response.writeHead(answer.status ?? 200).end(JSON.stringify(answer.body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = await mkdtemp(join(tmpdir(), 'play-'));
  t.after(() => {
    server.closeAllConnections();
    server.close();
    removeFolder(folder);
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { url: `http://127.0.0.1:${address.port}`, folder };
}
