/** One ClickHouse node over HTTP, with connections that stay open. */
import { randomUUID } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { SentTable } from '../sent-table.ts';
import type { ExportPacking } from '../store.ts';
import type { EngineFault } from './engine-errors.ts';
import { exceptionMarker, readException } from './exception-marker.ts';

export interface NodeAddress {
  readonly url: URL;
  /** Where a process of ours listens that is reached by no port. */
  readonly socketPath?: string;
  readonly user: string;
  readonly password: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type Settings = Readonly<Record<string, string | number>>;

/** Not the HTTP headers: a real ClickHouse would act on those without reporting the rows. */
export const MAY_PACK_HEADER = 'x-xplain-may-pack';
export const PACKED_ROWS_HEADER = 'x-xplain-packed-rows';

/** Each has its own connections, so that none can use up those of another. */
export type Purpose = 'query' | 'export' | 'insert' | 'health';

export interface EngineRequest {
  /** Default: query. */
  readonly purpose?: Purpose;
  /** The statement; in front of `data` when there is some. */
  readonly text: string;
  readonly data?: readonly Uint8Array[];
  readonly database?: string;
  readonly queryId?: string;
  readonly settings?: Settings;
  readonly parameters?: ReadonlyMap<string, string>;
  /** Tables the statement reads that are no tables of the node; not together with `data`. */
  readonly tables?: ReadonlyMap<string, SentTable>;
  /** The node may pack its answer like that, and tells so in `PACKED_ROWS_HEADER`. */
  readonly mayPack?: ExportPacking | undefined;
  /** The caller must know whether the node may have received it before. */
  readonly isSentOnce?: true;
  /** How long the node may stay silent. */
  readonly silenceMsMax: number;
}

/** The node responded with an error of its own. */
export class EngineRefusal extends Error {
  readonly fault: EngineFault;

  constructor(fault: EngineFault) {
    super('The engine returned an error.');
    this.name = 'EngineRefusal';
    this.fault = fault;
  }
}

/** The node cannot be reached, fell silent or broke off. */
export class NodeUnreachable extends Error {
  constructor(cause: unknown) {
    super('The node cannot be reached.', { cause });
    this.name = 'NodeUnreachable';
  }
}

export interface Connection {
  /** Resolves with the head of a good answer. Rejects with `EngineRefusal` or `NodeUnreachable`. */
  open(request: EngineRequest): Promise<IncomingMessage>;
  /** The whole answer. */
  read(request: EngineRequest): Promise<Buffer>;
  close(): void;
}

/** Longest answer to an error that is read. */
const REFUSAL_BYTES_MAX = 64 * 1024;

/** Evaluates the address on every request, since a local node may restart on another port. */
export function createConnection(
  address: () => NodeAddress,
  options: { readonly socketsMax: number },
): Connection {
  const pools: Readonly<Record<Purpose, Agents>> = {
    query: createAgents(options.socketsMax),
    export: createAgents(options.socketsMax),
    insert: createAgents(options.socketsMax),
    health: createAgents(options.socketsMax),
  };

  const open = async (request: EngineRequest): Promise<IncomingMessage> => {
    const agents = pools[request.purpose ?? 'query'];
    const send = (): Promise<IncomingMessage> => sendRequest(address(), agents, request);
    // A keep-alive connection can close just when it is reused. Nearly every statement can be repeated.
    const response = await send()
      .catch((error: unknown) => {
        if (request.isSentOnce !== true && isStaleConnection(error)) return send();
        throw error;
      })
      .catch((error: unknown) => {
        throw new NodeUnreachable(error);
      });
    if (response.statusCode === 200) return response;
    const fault = await readFault(response).catch((error: unknown) => {
      throw new NodeUnreachable(error);
    });
    throw new EngineRefusal(fault);
  };

  return {
    open,
    read: async (request) => readWhole(await open(request)),
    close() {
      for (const { http, https } of Object.values(pools)) {
        http.destroy();
        https.destroy();
      }
    },
  };
}

interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

function createAgents(maxSockets: number): Agents {
  const options = { keepAlive: true, maxSockets, noDelay: true };
  return { http: new HttpAgent(options), https: new HttpsAgent(options) };
}

function sendRequest(
  address: NodeAddress,
  agents: Agents,
  request: EngineRequest,
): Promise<IncomingMessage> {
  const { url } = address;
  const isSecure = url.protocol === 'https:';
  const { search, bodies, type } = wireForm(request);
  return new Promise((resolve, reject) => {
    const message = (isSecure ? httpsRequest : httpRequest)({
      agent: isSecure ? agents.https : agents.http,
      ...(address.socketPath === undefined
        ? { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port }
        : { socketPath: address.socketPath }),
      method: 'POST',
      path: `/?${search}`,
      auth: `${address.user}:${address.password}`,
      headers: {
        ...address.headers,
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(request.mayPack === undefined ? {} : { [MAY_PACK_HEADER]: request.mayPack }),
        'content-length': bodies.reduce((sum, body) => sum + body.length, 0),
      },
      timeout: request.silenceMsMax,
    });
    message.on('timeout', () => message.destroy(new Error('The node did not respond in time.')));
    message.on('error', (error) => {
      reject(Object.assign(error, { isStale: message.reusedSocket && isReset(error) }));
    });
    message.on('response', resolve);
    message.cork();
    for (const body of bodies) message.write(body);
    message.end();
  });
}

interface WireForm {
  readonly search: string;
  readonly bodies: readonly Uint8Array[];
  readonly type?: string;
}

/** An address has a limited length; what does not fit goes into a form. */
const PARAMETERS_CHARACTERS_MAX = 100_000;

/** If there is data, the statement goes into the URL, so that the data is sent unchanged. */
function wireForm(request: EngineRequest): WireForm {
  const search = new URLSearchParams();
  if (request.data !== undefined) search.set('query', request.text);
  if (request.database !== undefined) search.set('database', request.database);
  if (request.queryId !== undefined) search.set('query_id', request.queryId);
  for (const [name, value] of Object.entries(request.settings ?? {})) {
    search.set(name, String(value));
  }
  const parameters = [...(request.parameters ?? [])];
  const tables = [...(request.tables ?? [])];
  const length = parameters.reduce((sum, [, value]) => sum + value.length, 0);
  const isLong = tables.length > 0 || length > PARAMETERS_CHARACTERS_MAX;
  if (request.data === undefined && isLong) {
    for (const [name, { structure, format }] of tables) {
      search.set(`${name}_structure`, structure);
      search.set(`${name}_format`, format);
    }
    return { search: search.toString(), ...formOf(request.text, parameters, tables) };
  }
  for (const [name, value] of parameters) search.set(`param_${name}`, value);
  const bodies = request.data ?? [Buffer.from(request.text)];
  return { search: search.toString(), bodies };
}

function formOf(
  text: string,
  parameters: readonly (readonly [string, string])[],
  tables: readonly (readonly [string, SentTable])[],
): Pick<WireForm, 'bodies'> & { readonly type: string } {
  const boundary = `form-${randomUUID()}`;
  const head = (rest: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`;
  const fields = [
    ['query', text] as const,
    ...parameters.map(([name, value]) => [`param_${name}`, value] as const),
  ].map(([name, value]) => `${head(`name="${name}"`)}${value}\r\n`);
  const files = tables.flatMap(([name, { bytes }]) => [
    Buffer.from(head(`name="${name}"; filename="${name}"`)),
    bytes,
    Buffer.from('\r\n'),
  ]);
  const bodies = [Buffer.from(fields.join('')), ...files, Buffer.from(`--${boundary}--\r\n`)];
  return { bodies, type: `multipart/form-data; boundary=${boundary}` };
}

function isReset(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNRESET' || error.code === 'EPIPE';
}

function isStaleConnection(error: unknown): boolean {
  return error instanceof Error && 'isStale' in error && error.isStale === true;
}

/** A long answer can still fail after it began: see `exception-marker.ts`. */
async function readWhole(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch (error) {
    const received = Buffer.concat(chunks);
    const marker = exceptionMarker(response);
    const at = marker === undefined ? -1 : received.lastIndexOf(marker);
    throw at >= 0
      ? new EngineRefusal(readException(received.subarray(at)))
      : new NodeUnreachable(error);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

async function readFault(response: IncomingMessage): Promise<EngineFault> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > REFUSAL_BYTES_MAX) break;
  }
  const text = Buffer.concat(chunks).toString();
  const code = Number(response.headers['x-clickhouse-exception-code'] ?? Number.NaN);
  return { code: Number.isInteger(code) ? code : -(response.statusCode ?? 0), text };
}
