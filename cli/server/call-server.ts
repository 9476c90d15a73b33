/** Calls the API of an Xplain server and explains in plain words why there is no response. */
import { setTimeout as sleep } from 'node:timers/promises';
import { NotEvaluable } from '../not-evaluable.ts';

export interface Server {
  /** The origin. */
  readonly url: string;
  readonly token: string;
  /** Of a session, in place of the token. */
  readonly cookie?: string;
  readonly timeoutMs: number;
  /** A line for the person who waits. */
  readonly tell: (line: string) => void;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

const ANSWER_BYTES_MAX = 64_000_000;
const TRIES_MAX = 3;
const WAIT_SECONDS_MAX = 60;

/** Errors worth a retry: nothing was charged, and they may be temporary. */
const AGAIN = [
  'RATE_LIMITED',
  'EVALUATION_SCHEMA_ERROR',
  'AI_PROVIDER_NOT_EU',
  'EVALUATIONS_BUSY',
  'QUERY_SLOTS_BUSY',
  'QUEUE_FULL',
  'QUEUE_UNAVAILABLE',
  'STORAGE_UNAVAILABLE',
  'SHUTTING_DOWN',
];

/** The server responded with an error. */
export class ServerRefused extends NotEvaluable {
  readonly status: number;
  readonly code: string | undefined;
  /** Problems of single fields. */
  readonly details: readonly { readonly path: string; readonly message: string }[];

  constructor(status: number, message: string, body?: unknown) {
    super(message);
    this.name = 'ServerRefused';
    this.status = status;
    this.code = textField(body, 'code');
    this.details = listField(body, 'details').map((detail) => ({
      path: textField(detail, 'path') ?? '',
      message: textField(detail, 'message') ?? '',
    }));
  }
}

/** The body of a 200, 201 or 202; NotEvaluable for everything else. */
export async function callServer(server: Server, call: Call): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(server, call);
    if (answer.status >= 200 && answer.status <= 202) return answer.body;
    const code = textField(answer.body, 'code');
    const waitSeconds = Number(answer.retryAfter ?? 1);
    // A comparison may fail after its first run was paid for.
    const isPaid = Number(field(answer.body, 'creditsSpent') ?? 0) > 0;
    const mayTryAgain =
      code !== undefined && AGAIN.includes(code) && !isPaid && attempt < TRIES_MAX;
    if (!mayTryAgain || !(waitSeconds <= WAIT_SECONDS_MAX)) {
      throw new ServerRefused(answer.status, explain(answer.status, answer.body), answer.body);
    }
    server.tell(`${code}: retrying in ${waitSeconds} s…`);
    await sleep(waitSeconds * 1_000);
  }
}

/** Explains a response with an unexpected status. */
export async function explainAnswer(response: Response): Promise<ServerRefused> {
  return new ServerRefused(response.status, explain(response.status, parse(await read(response))));
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: unknown;
}

async function send(server: Server, { method, path, body }: Call): Promise<Answer> {
  try {
    const response = await fetch(new URL(path, server.url), {
      method,
      headers: {
        accept: 'application/json',
        ...(server.cookie === undefined
          ? { authorization: `Bearer ${server.token}` }
          : { cookie: server.cookie, origin: server.url }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // The token is for this server and for no other.
      redirect: 'manual',
      signal: AbortSignal.timeout(server.timeoutMs),
    });
    const { status, headers } = response;
    return { status, retryAfter: headers.get('retry-after'), body: parse(await read(response)) };
  } catch (error) {
    throw new NotEvaluable(`can't reach ${server.url}: ${reasonOf(error, server)}`);
  }
}

async function read(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let bytes = 0;
  const chunks: AsyncIterable<Uint8Array> | readonly Uint8Array[] = response.body ?? [];
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new Error('the response is too large');
    texts.push(decoder.decode(chunk, { stream: true }));
  }
  return [...texts, decoder.decode()].join('');
}

/** Undefined if the text is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error message of the server with the problems of single fields. */
function explain(status: number, body: unknown): string {
  const code = textField(body, 'code');
  const error = textField(body, 'error');
  if (code === undefined || error === undefined) {
    return `unexpected response with status ${status}: this doesn't seem to be an Xplain server. Check the address.`;
  }
  const details = listField(body, 'details').map((detail) => {
    const path = textField(detail, 'path') ?? '';
    const message = textField(detail, 'message') ?? '';
    return `\n  ${path === '' ? '' : `${path}: `}${message}`;
  });
  const resetsAt = textField(body, 'resetsAt');
  const until = resetsAt === undefined ? '' : ` Credits reset at ${resetsAt}.`;
  return `${error}${until} (${code})${details.join('')}`;
}

export function reasonOf(error: unknown, { timeoutMs }: Server): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `timed out after ${timeoutMs / 1_000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = 'code' in cause ? String(cause.code) : '';
  return code === 'ECONNREFUSED' ? 'connection refused' : code || cause.message;
}

export function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

export function textField(value: unknown, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === 'string' ? found : undefined;
}

export function listField(value: unknown, name: string): readonly unknown[] {
  const found = field(value, name);
  return Array.isArray(found) ? found : [];
}
