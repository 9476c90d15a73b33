/**
 * One call, over Node's own client: with its own agent, since the global one obeys proxy variables if
 * NODE_USE_ENV_PROXY is set; a new connection for each call, to an address that was checked for this call.
 */
import { Agent as PlainAgent, request as plainRequest, type ClientRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { LIMITS } from '../../spec/limits.ts';
import type { Allowance } from './allowance.ts';
import { OutboundError, type OutboundAnswer, type OutboundRequest } from './outbound.ts';
import { readAnswer, readHead } from './read-answer.ts';
import { readTarget, type Target } from './read-target.ts';

/** The addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface Line {
  readonly allowance: Allowance;
  readonly resolve: Resolve;
  readonly ca: string | undefined;
}

export async function sendRequest(line: Line, wanted: OutboundRequest): Promise<OutboundAnswer> {
  const { requestBytesMax, totalMsMax, connectMsMax } = LIMITS.outbound;
  const target = readTarget(wanted.url, line.allowance);
  const { byteLength = 0 } = wanted.body ?? {};
  if (byteLength > requestBytesMax) throw new OutboundError('request_too_large');
  const call = openCall(wanted.signal);
  try {
    call.boundBy(Math.min(wanted.totalMsMax ?? totalMsMax, totalMsMax));
    const connected = call.boundBy(connectMsMax);
    const addresses = await call.race(findAddresses(line, target));
    return await call.race(exchange(line, target, addresses, { wanted, call, connected }));
  } finally {
    call.end();
  }
}

/** Resolves once; exactly the checked addresses are dialled. */
async function findAddresses(
  { allowance, resolve }: Line,
  target: Target,
): Promise<readonly string[]> {
  if (target.isLiteral) return [target.host];
  const addresses = await resolve(target.host).catch((error: unknown) => {
    throw new OutboundError('not_resolved', false, error);
  });
  if (addresses.length === 0) throw new OutboundError('not_resolved');
  if (addresses.length > LIMITS.outbound.addressesMax) throw new OutboundError('address_refused');
  allowance.checkAddresses(target, addresses);
  return addresses;
}

interface Exchange {
  readonly wanted: OutboundRequest;
  readonly call: Call;
  /** Called once the connection is established. */
  readonly connected: () => void;
}

async function exchange(
  line: Line,
  target: Target,
  addresses: readonly string[],
  { wanted, call, connected }: Exchange,
): Promise<OutboundAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>();
  const { answerBytesMax, fileAnswerBytesMax } = LIMITS.outbound;
  const bytesMax = wanted.asksForFile === true ? fileAnswerBytesMax : answerBytesMax;
  const request = openRequest(line, target, addresses, wanted);
  let hasConnected = false;
  call.onEnd(() => request.destroy());
  request.on('socket', (socket) => {
    socket.once(target.isSecure ? 'secureConnect' : 'connect', () => {
      hasConnected = true;
      call.mayHaveArrived();
      connected();
    });
  });
  request.setTimeout(LIMITS.outbound.silenceMsMax, () => {
    reject(new OutboundError('timed_out', hasConnected));
  });
  request.on('error', (error) => reject(toOutboundError(error, hasConnected)));
  request.on('response', (response) => {
    if (wanted.method === 'HEAD') settleWith(() => readHead(response), resolve, reject);
    else void readAnswer(response, bytesMax).then(resolve, reject);
  });
  request.end(wanted.body);
  return promise;
}

/** Settles immediately, before any further events on the connection are handled. */
function settleWith<T>(
  work: () => T,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): void {
  try {
    resolve(work());
  } catch (error) {
    reject(error);
  }
}

function openRequest(
  { ca }: Line,
  target: Target,
  addresses: readonly string[],
  { method, headers = {}, body }: OutboundRequest,
): ClientRequest {
  const common = {
    host: target.host,
    port: target.port,
    path: target.path,
    method,
    // Compressed answers are never requested, and nothing is ever decompressed.
    headers: {
      ...headers,
      host: target.authority,
      'accept-encoding': 'identity',
      'content-length': String(body?.byteLength ?? 0),
    },
    maxHeaderSize: LIMITS.outbound.headerBytesMax,
    lookup: answerWith(addresses),
  };
  if (!target.isSecure) return plainRequest({ ...common, agent: new PlainAgent() });
  const trust = { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca && { ca }) } as const;
  return secureRequest({ ...common, agent: new SecureAgent(trust) });
}

/** Node calls this to resolve the name; returns only the checked addresses. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_, options, callback) => {
    const [first] = found;
    if (first === undefined) callback(new Error('The name has no address.'), []);
    else if (options.all === true) callback(null, found);
    else callback(null, first.address, first.family);
  };
}

function toOutboundError(error: Error, hasConnected: boolean): OutboundError {
  const code = 'code' in error ? String(error.code) : '';
  if (hasConnected) return new OutboundError('broken_off', true, error);
  const isTrust = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/.test(code);
  return new OutboundError(isTrust ? 'untrusted' : 'not_reached', false, error);
}

/** What ends a call before its answer: its time, its caller. */
interface Call {
  /** Ends the call after the time; what it returns lifts the bound. */
  boundBy(ms: number): () => void;
  race<T>(work: Promise<T>): Promise<T>;
  onEnd(close: () => void): void;
  mayHaveArrived(): void;
  end(): void;
}

function openCall(signal: AbortSignal | undefined): Call {
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  const closers: (() => void)[] = [];
  let hasArrived = false;
  const stop = (): void => broken.reject(new OutboundError('stopped', hasArrived));
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop, { once: true });
  closers.push(() => signal?.removeEventListener('abort', stop));
  return {
    boundBy(ms) {
      const late = (): void => broken.reject(new OutboundError('timed_out', hasArrived));
      const timer = setTimeout(late, ms);
      closers.push(() => clearTimeout(timer));
      return () => clearTimeout(timer);
    },
    race: (work) => Promise.race([work, broken.promise]),
    onEnd: (close) => void closers.push(close),
    mayHaveArrived: () => {
      hasArrived = true;
    },
    end: () => {
      for (const close of closers) close();
    },
  };
}
