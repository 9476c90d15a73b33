import type { getHealth, getReadiness } from '../../src/contract/platform.ts';
import { columns } from '../columns.ts';
import { EXIT, type Command } from '../command.ts';
import { serverAddress } from '../server/server-address.ts';

// Imports the type only: the contract itself would load the whole schema library for one path.
const PATH: (typeof getReadiness)['url'] = '/ready';
const LIVE_PATH: (typeof getHealth)['url'] = '/health';
const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 1_000_000;

export const healthCommand: Command = {
  help:
    'Checks whether a server is ready and prints the status of each engine: up, degraded or down.\n' +
    "Use --live as a container health check: a restart doesn't help while an engine is down.\n" +
    '\n' +
    'Exit codes: 0 ready; 1 not ready or unreachable.',
  options: {
    url: {
      type: 'string',
      value: '<address>',
      help: 'Server address (default: the server configured here).',
    },
    json: { type: 'boolean', help: 'Output the response as JSON.' },
    live: {
      type: 'boolean',
      help: 'Only check that the process responds; ignore its engines.',
    },
  },
  examples: ['xplain health', 'xplain health --url https://logs.example.com'],

  async run(terminal, given) {
    const address = serverAddress(terminal, given['url']);
    if (address === undefined) return EXIT.failed;

    const isLive = given['live'] === true;
    const answer = await ask(new URL(isLive ? LIVE_PATH : PATH, address));
    if (answer.kind === 'silent') {
      terminal.complain(`Can't reach ${address}: ${answer.reason}. Is the server running?`);
      return EXIT.failed;
    }
    if (given['json'] === true) terminal.print(answer.body);
    else if (isLive) terminal.print(`${address} ${answer.isReady ? 'answers' : 'is unhealthy'}`);
    else for (const line of describe(address, answer)) terminal.print(line);
    return answer.isReady ? EXIT.ok : EXIT.failed;
  },
};

type Answer =
  | { readonly kind: 'silent'; readonly reason: string }
  | {
      readonly kind: 'answer';
      readonly isReady: boolean;
      readonly status: number;
      readonly body: string;
    };

async function ask(url: URL): Promise<Answer> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = await readBounded(response);
    return { kind: 'answer', isReady: response.status === 200, status: response.status, body };
  } catch (error) {
    return { kind: 'silent', reason: reasonOf(error) };
  }
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  const chunks: AsyncIterable<Uint8Array> | readonly Uint8Array[] = response.body ?? [];
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new Error('the response is too large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** `fetch` hides what happened in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `timed out after ${TIMEOUT_MS / 1_000} s`;
  const { cause } = error;
  if (cause instanceof Error) {
    const code = 'code' in cause ? String(cause.code) : '';
    return code === 'ECONNREFUSED' ? 'connection refused' : code || cause.message;
  }
  return error.message;
}

function describe(address: string, answer: Answer & { kind: 'answer' }): string[] {
  const verdict = answer.isReady ? 'is ready' : `is not ready (HTTP ${answer.status})`;
  const engines = readEngines(answer.body);
  if (engines.length === 0) return [`${address} ${verdict}.`];
  const width = Math.max(...engines.map(({ state }) => state.length));
  const rows = engines.map(
    ({ name, state, note }) => [name, `${state.padEnd(width)}  ${note}`] as const,
  );
  return [`${address} ${verdict}:`, ...columns(rows)];
}

interface Engine {
  readonly name: string;
  readonly state: string;
  readonly note: string;
}

/** The engines in the answer of `/ready`; none when it is something else's answer. */
function readEngines(body: string): readonly Engine[] {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    return [];
  }
  const engines = field(field(answer, 'data'), 'engines');
  if (typeof engines !== 'object' || engines === null) return [];
  return Object.entries(engines).map(([name, health]) => ({
    name: printable(name),
    state: printable(field(health, 'state') ?? 'unknown'),
    note: printable(field(health, 'note') ?? ''),
  }));
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

/** What comes over the network must not steer the terminal. */
function printable(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/\p{Cc}/gu, ' ') : JSON.stringify(value);
}
