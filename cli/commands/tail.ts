import { setTimeout as sleep } from 'node:timers/promises';
import type { tailLogs } from '../../src/contract/log-tail.ts';
import { EXIT, type Command, type Terminal } from '../command.ts';
import { field, type Server } from '../server/call-server.ts';
import { NotEvaluable } from '../not-evaluable.ts';
import { openStream, type StreamMessage } from '../logs/open-stream.ts';
import {
  choiceOption,
  countOption,
  oneQuery,
  readServer,
  URL_OPTION,
} from '../logs/read-options.ts';
import { createPaint, eventLine, type LogRow } from '../logs/show-rows.ts';
import { whyNoAnswer } from '../logs/why-no-answer.ts';

const PATH: (typeof tailLogs)['url'] = '/api/v1/logs/tail';
/** Longer than the server keeps a connection. */
const TIMEOUT_MS = 24 * 3_600_000;
const TRIES_MAX = 10;
const AGAIN_MS = 500;
const LINES_MAX = 100_000_000;

export const tailCommand: Command = {
  help:
    'Prints events as they arrive, until you stop it. After a lost connection it resumes after the last event.\n' +
    'The query is a search without commands after a pipe. Set XPLAIN_TOKEN to an API key or access token and XPLAIN_URL\n' +
    'to the server. Set NO_COLOR to disable colors.',
  words: "['<query>']",
  options: {
    lines: { type: 'string', value: '<count>', help: 'Exit after this many events.' },
    format: {
      type: 'string',
      value: '<form>',
      help: 'Output format: text (default) or jsonl (one event per line).',
    },
    url: URL_OPTION,
  },
  examples: [
    'xplain tail',
    "xplain tail 'level=error service=checkout'",
    'xplain tail --format jsonl',
  ],

  async run(terminal, given, words) {
    const query = oneQuery(words);
    const format = choiceOption(given, 'format', ['text', 'jsonl']);
    const linesMax = countOption(given, 'lines', LINES_MAX) ?? Infinity;
    const server = readServer(terminal, given, 'read logs', TIMEOUT_MS);
    if (server === undefined) return EXIT.usage;
    const paint = createPaint(terminal.hasColor ?? false);
    const print = (row: LogRow): void =>
      terminal.print(format === 'jsonl' ? JSON.stringify(row) : eventLine(row, paint));
    const state: TailState = { lines: 0, lastId: undefined, failures: 0 };
    for (;;) {
      try {
        const path = `${PATH}?${new URLSearchParams({ query }).toString()}`;
        await follow(terminal, { server, path, linesMax, print }, state);
        if (state.lines >= linesMax) return EXIT.ok;
        // The server ends connections now and then; what came meanwhile comes with the next one.
        await sleep(AGAIN_MS);
      } catch (error) {
        state.failures += 1;
        // What the server refuses, it refuses again.
        if (error instanceof NotEvaluable || state.failures >= TRIES_MAX) {
          terminal.complain(`xplain: ${whyNoAnswer(error, server)}`);
          return EXIT.failed;
        }
        terminal.complain('Connection lost. Reconnecting…');
        await sleep(Math.min(AGAIN_MS * 2 ** state.failures, 10_000));
      }
    }
  },
};

interface TailState {
  lines: number;
  lastId: string | undefined;
  failures: number;
}

interface Tail {
  readonly server: Server;
  readonly path: string;
  readonly linesMax: number;
  readonly print: (row: LogRow) => void;
}

async function follow(terminal: Terminal, tail: Tail, state: TailState): Promise<void> {
  const headers: Record<string, string> =
    state.lastId === undefined ? {} : { 'last-event-id': state.lastId };
  for await (const message of openStream(tail.server, tail.path, headers)) {
    state.failures = 0;
    state.lastId = message.id ?? state.lastId;
    if (!take(terminal, tail, message)) continue;
    state.lines += 1;
    if (state.lines >= tail.linesMax) return;
  }
}

/** Whether it was an event. */
function take(terminal: Terminal, { print }: Tail, { event, data }: StreamMessage): boolean {
  if (event === 'message') {
    print(JSON.parse(data) as LogRow);
    return true;
  }
  if (event === 'dropped') {
    const count = Number(field(JSON.parse(data), 'count') ?? 0).toLocaleString('en');
    terminal.complain(`${count} events skipped: they arrive faster than the terminal can show.`);
  }
  return false;
}
