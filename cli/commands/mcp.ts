import { EXIT, type Command, type ExitCode, type Given, type Terminal } from '../command.ts';
import { readAccess } from '../server/read-access.ts';
import type { callMcp } from '../../src/contract/agents.ts';

// Imports the type only: the contract itself would load the whole schema library for one path.
const PATH: (typeof callMcp)['url'] = '/mcp';
const COMPLAINT = 'XPLAIN_TOKEN is not set. Set it to an access token with the scope agent:read.';
const TIMEOUT_MS = 120_000;
/** Of a message that was not delivered. */
const NOT_DELIVERED = -32_000;
const PARSE_ERROR = -32_700;
const REVISION = 'io.modelcontextprotocol/protocolVersion';

export const mcpCommand: Command = {
  help:
    'Connects an assistant that only speaks MCP over stdio: forwards its messages to POST /mcp of a server and prints the answers.\n' +
    'It listens on no port. Set XPLAIN_TOKEN to an access token with the scope agent:read and XPLAIN_URL to the server.\n' +
    '\n' +
    'Exit codes: 0 the assistant closed the connection; 2 usage error or missing token.',
  options: {
    url: { type: 'string', value: '<address>', help: 'Server address (default: XPLAIN_URL).' },
  },
  examples: ['XPLAIN_URL=https://logs.example.com xplain mcp'],
  run: forward,
};

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly uri?: string;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

async function forward(terminal: Terminal, given: Given): Promise<ExitCode> {
  const server = readAccess(terminal, given, { variable: 'XPLAIN_TOKEN', complaint: COMPLAINT });
  if (server === undefined) return EXIT.usage;
  const open = new Set<Promise<void>>();
  for await (const line of linesOf(terminal.input ?? [])) {
    const answered = answer(server, line).then((text) => {
      if (text !== undefined) terminal.print(text);
      open.delete(answered);
    });
    open.add(answered);
  }
  await Promise.all(open);
  return EXIT.ok;
}

/** Undefined for messages without a response. */
async function answer(
  { url, token }: { readonly url: string; readonly token: string },
  line: string,
): Promise<string | undefined> {
  const message = read(line);
  if (message === undefined) return failure(null, PARSE_ERROR, 'This line isn’t a JSON object.');
  try {
    const response = await fetch(new URL(PATH, url), {
      method: 'POST',
      headers: headersOf(message, token),
      body: line,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = (await response.text()).replaceAll('\n', ' ');
    if (message.id === undefined || text === '') return undefined;
    if (response.ok || text.startsWith('{"jsonrpc"')) return text;
    return failure(message.id, NOT_DELIVERED, `HTTP ${response.status}: ${text}`);
  } catch {
    if (message.id === undefined) return undefined;
    return failure(message.id, NOT_DELIVERED, `The server at ${url} can't be reached.`);
  }
}

/** Newer protocol revisions repeat parts of the message in headers. */
function headersOf({ method, params }: Message, token: string): Record<string, string> {
  const revision = params?._meta?.[REVISION];
  const name = params?.name ?? params?.uri;
  return {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(typeof revision !== 'string' ? {} : { 'mcp-protocol-version': revision }),
    ...(typeof revision !== 'string' || method === undefined ? {} : { 'mcp-method': method }),
    ...(typeof revision !== 'string' || name === undefined ? {} : { 'mcp-name': name }),
  };
}

function failure(id: Message['id'] | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

function read(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function* linesOf(
  input: AsyncIterable<string | Uint8Array> | Iterable<never>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of input) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line.trim() !== '');
  }
  if (rest.trim() !== '') yield rest;
}
