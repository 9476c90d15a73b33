import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A network between us and the server that can fall silent without closing anything. */
export interface Relay {
  readonly port: number;
  isFrozen: boolean;
}

export async function startRelay(t: TestContext, serverPort: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  const relay = { port: 0, isFrozen: false };

  function forward(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('data', (bytes) => {
      if (!relay.isFrozen) to.write(bytes);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }

  const server = createServer((client) => {
    const upstream = connect(serverPort, '127.0.0.1');
    forward(client, upstream);
    forward(upstream, client);
  });
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(relay, { port: (server.address() as AddressInfo).port });
}
