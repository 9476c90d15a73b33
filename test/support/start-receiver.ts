import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ReceiverAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server that keeps what it is sent. What it answers can be changed while it runs. */
export interface Receiver {
  readonly port: number;
  readonly url: string;
  readonly calls: ReceivedCall[];
  /** Connections, whatever became of them. */
  readonly connections: () => number;
  behave(answer: (call: ReceivedCall) => ReceiverAnswer | Promise<ReceiverAnswer>): void;
}

export async function startReceiver(t: TestContext): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  let connections = 0;
  let answer: (call: ReceivedCall) => ReceiverAnswer | Promise<ReceiverAnswer> = () => ({
    status: 204,
  });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      calls.push(call);
      void Promise.resolve(answer(call)).then(({ status, headers = {} }) =>
        response.writeHead(status, headers).end(),
      );
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    calls,
    connections: () => connections,
    behave: (given) => {
      answer = given;
    },
  };
}
