/**
 * One request to one server, over Node's own client: no redirects, no proxies, no variables of the
 * environment that could lead it elsewhere, certificates always checked, the answer bounded.
 */
import { lookup } from 'node:dns';
import { Agent as PlainAgent, request as plainRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Limits } from '../../spec/limits.ts';
import type { Server } from './eu-target.ts';
import { isPrivateAddress } from './private-address.ts';

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** No answer was received. Contains nothing of the request, so it may be logged. */
export class WireError extends Error {
  readonly reason: 'unreachable' | 'unsigned' | 'timeout' | 'lost' | 'too_large';
  /** The server may have worked on the request, and may have billed it. */
  readonly mayHaveArrived: boolean;

  constructor(reason: WireError['reason'], mayHaveArrived: boolean, cause?: unknown) {
    super(`no answer: ${reason}`, { cause });
    this.name = 'WireError';
    this.reason = reason;
    this.mayHaveArrived = mayHaveArrived;
  }
}

export interface Transport extends Disposable {
  readonly server: Server;
  /** Throws a WireError. Aborting closes the socket, as `timeout`. */
  send(request: WireRequest, signal: AbortSignal): Promise<WireAnswer>;
}

type TransportLimits = Pick<Limits['model'], 'connectMsMax' | 'answerBytesMax' | 'connectionsMax'>;

/** `resolve` finds the addresses of a name. */
export function openTransport(
  server: Server,
  limits: TransportLimits,
  resolve: typeof lookup = lookup,
): Transport {
  // An agent of our own: Node's global one obeys proxy variables when NODE_USE_ENV_PROXY is set. Every
  // request gets a new connection, so none fails because the server had closed an idle one.
  const settings = { keepAlive: false, maxSockets: limits.connectionsMax };
  const agent = server.isSecure
    ? new SecureAgent({ ...settings, rejectUnauthorized: true, minVersion: 'TLSv1.2' })
    : new PlainAgent(settings);
  return {
    server,
    send: (request, signal) => send({ server, agent, limits, resolve }, request, signal),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

interface Line {
  readonly server: Server;
  readonly agent: PlainAgent | SecureAgent;
  readonly limits: TransportLimits;
  readonly resolve: typeof lookup;
}

async function send(line: Line, wire: WireRequest, signal: AbortSignal): Promise<WireAnswer> {
  const { server, agent, limits } = line;
  if (signal.aborted) throw new WireError('timeout', false);
  const answer = Promise.withResolvers<WireAnswer>();
  let isConnected = false;
  const request = (server.isSecure ? secureRequest : plainRequest)({
    host: server.host,
    port: server.port,
    method: wire.method,
    path: wire.path,
    headers: {
      ...wire.headers,
      'accept-encoding': 'identity',
      'content-length': String(wire.body?.length ?? 0),
    },
    agent,
    lookup: lookupOnly(server, line.resolve),
  });
  const fail = (reason: WireError['reason'], cause?: unknown): void => {
    answer.reject(new WireError(reason, isConnected, cause));
  };
  const abort = (): void => fail('timeout');
  const connecting = setTimeout(() => fail('unreachable'), limits.connectMsMax);
  request.on('socket', (socket) => {
    socket.once(server.isSecure ? 'secureConnect' : 'connect', () => {
      isConnected = true;
      clearTimeout(connecting);
    });
  });
  request.on('error', (error) => fail(isConnected ? 'lost' : 'unreachable', error));
  request.on('response', (response) => {
    readBody(response, limits.answerBytesMax).then(
      (body) =>
        answer.resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      (error: unknown) => fail(error instanceof TooLarge ? 'too_large' : 'lost', error),
    );
  });
  signal.addEventListener('abort', abort);
  request.end(wire.body);
  try {
    return await answer.promise;
  } finally {
    clearTimeout(connecting);
    signal.removeEventListener('abort', abort);
    request.destroy();
  }
}

class TooLarge extends Error {}

async function readBody(response: IncomingMessage, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Node calls this only for names, not for literal addresses, which are fixed in the frozen target. */
function lookupOnly(server: Server, resolve: typeof lookup): LookupFunction {
  return (name, options, callback) => {
    if (name !== server.host) {
      callback(new Error('This connection leads to one host only.'), []);
      return;
    }
    resolve(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) {
        callback(error ?? new Error('The name has no address.'), []);
      } else if (
        server.isPrivateOnly &&
        !addresses.every((each) => isPrivateAddress(each.address))
      ) {
        callback(new Error('Plain HTTP is for private addresses only.'), []);
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
