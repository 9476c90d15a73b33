/** Does what deploy/proxy/nginx.conf says, without TLS: hands requests to the nodes in turns, and says whose they are. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

export interface RunningProxy {
  readonly url: string;
  /** From now on this node gets requests, under the name of its service. */
  lead(name: string, url: string): void;
}

export async function startProxy(t: TestContext): Promise<RunningProxy> {
  const nodes = new Map<string, URL>();
  let turn = 0;
  const server = createServer((incoming, response) => {
    turn += 1;
    const all = [...nodes.values()];
    const order = [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)];
    void pass(incoming, response, order);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    lead: (name, url) => void nodes.set(name, new URL(url)),
  };
}

/** As nginx does: the next node is asked where the one before cannot be reached, not where it was asked already. */
async function pass(
  incoming: IncomingMessage,
  response: ServerResponse,
  order: readonly URL[],
): Promise<void> {
  const body = await buffer(incoming);
  for (const node of order) {
    const outcome = await hand(incoming, response, node, body);
    if (outcome !== 'refused') return;
  }
  response.writeHead(502).end();
}

function hand(
  incoming: IncomingMessage,
  response: ServerResponse,
  node: URL,
  body: Buffer,
): Promise<'answered' | 'refused' | 'broken'> {
  const headers = {
    ...incoming.headers,
    'x-forwarded-for': incoming.socket.remoteAddress ?? '',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': incoming.headers.host ?? '',
  };
  return new Promise((resolve) => {
    const call = request(
      {
        host: node.hostname,
        port: node.port,
        path: incoming.url,
        method: incoming.method,
        headers,
        agent: false,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.once('error', () => response.destroy());
        answer.once('close', () => resolve('answered'));
      },
    );
    call.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve('refused');
      response.destroy();
      resolve('broken');
    });
    call.end(body);
  });
}
