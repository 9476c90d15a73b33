/** A server that answers evaluations as it is told, for tests of those who ask it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { TestContext } from 'node:test';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

export interface FakeServer {
  readonly seen: Seen[];
  answer: Answer;
  /** Used up one by one before `answer`. */
  answers: Answer[];
  isSilent: boolean;
}

export async function serve(t: TestContext, fake: FakeServer): Promise<string> {
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const { method = '', url = '', headers } = request;
      fake.seen.push({ method, url, authorization: headers.authorization, body });
      if (fake.isSilent) return;
      const answer = fake.answers.shift() ?? fake.answer;
      response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return `http://127.0.0.1:${address.port}`;
}

async function read(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}
