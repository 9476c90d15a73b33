/**
 * A client as cheap as can be, so that a measurement on two shared cores is one of the server: requests are
 * bytes made beforehand, and of an answer only its status and its end are looked at.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawConnection extends Disposable {
  /** Sends one finished request; resolves with the status once the answer is complete. */
  ask(request: Buffer): Promise<number>;
}

export interface RawRequest {
  readonly url: string;
  readonly key: string;
  readonly path: string;
  readonly body: Buffer;
}

/** Everything that goes over the wire for a POST of JSON. */
export function rawPost({ url, key, path, body }: RawRequest): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

export async function openRawConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  return {
    ask: (request) => ask(socket, request),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('ontent-length: ');
/** Where the three digits of the status stand. */
const STATUS_AT = 'HTTP/1.1 '.length;

async function ask(socket: Socket, request: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    let seen: Buffer | undefined;
    const onData = (chunk: Buffer): void => {
      seen = seen === undefined ? chunk : Buffer.concat([seen, chunk]);
      const headEnd = seen.indexOf(HEAD_END);
      if (headEnd < 0) return;
      const lengthAt = seen.indexOf(LENGTH) + LENGTH.length;
      const length = Number.parseInt(seen.toString('latin1', lengthAt, lengthAt + 10), 10);
      if (seen.length < headEnd + HEAD_END.length + length) return;
      finish();
      resolve(Number(seen.toString('latin1', STATUS_AT, STATUS_AT + 3)));
    };
    const onClose = (): void => {
      finish();
      reject(new Error('the connection closed before the answer was complete'));
    };
    const finish = (): void => {
      socket.off('data', onData);
      socket.off('close', onClose);
    };
    socket.on('data', onData);
    socket.once('close', onClose);
    socket.write(request);
  });
}
