import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ingestLogs } from '../../src/contract/ingest.ts';
import {
  EXIT,
  textOption,
  UsageError,
  type Command,
  type Given,
  type Terminal,
} from '../command.ts';
import { callServer, field, type Server } from '../server/call-server.ts';
import { NotEvaluable } from '../not-evaluable.ts';
import { codeOf } from '../read-rows.ts';
import { readServer, URL_OPTION } from '../logs/read-options.ts';

const PATH: (typeof ingestLogs)['url'] = '/api/v1/logs';
const TIMEOUT_MS = 60_000;
const BATCH_EVENTS = 1_000;
const BATCH_BYTES = 1_000_000;
/** Longest time a line waits for a batch to fill, so that piped input is sent without delay. */
const LINGER_MS = 1_000;

export const sendCommand: Command = {
  help:
    'Sends lines from standard input or a file as events. A JSON object becomes one event with its fields;\n' +
    'any other line becomes the text of an event. Empty lines are skipped. If the server is busy, the request is\n' +
    'retried, and a line can then be stored twice. Set XPLAIN_TOKEN to an API key and XPLAIN_URL to the server.\n' +
    '\n' +
    'Exit codes: 0 every event was accepted and is on disk; 1 otherwise.',
  options: {
    file: {
      type: 'string',
      value: '<file>',
      help: 'Read from this file instead of standard input.',
    },
    index: {
      type: 'string',
      value: '<name>',
      help: "Index for events that don't set one (default main).",
    },
    level: { type: 'string', value: '<level>', help: 'Level of lines that are not JSON.' },
    source: { type: 'string', value: '<source>', help: 'Source of lines that are not JSON.' },
    service: { type: 'string', value: '<service>', help: 'Service of lines that are not JSON.' },
    json: { type: 'boolean', help: 'Output the number of accepted events as JSON.' },
    url: URL_OPTION,
  },
  examples: [
    'xplain send --file deploy.log --service deploy',
    'journalctl -f -o cat | xplain send --source journal',
    'echo \'{"event":"deployed","level":"info"}\' | xplain send',
  ],

  async run(terminal, given) {
    const file = textOption(given, 'file');
    if (file === undefined && terminal.input === undefined) throw new UsageError('give --file');
    const server = readServer(terminal, given, 'write logs', TIMEOUT_MS);
    if (server === undefined) return EXIT.usage;
    let accepted = 0;
    try {
      for await (const events of batches(terminal, file, eventOf(given))) {
        accepted += await send(server, textOption(given, 'index'), events);
        terminal.progress?.(`${accepted.toLocaleString('en')} events accepted…`);
      }
      terminal.progress?.('');
      if (given['json'] === true) terminal.print(JSON.stringify({ accepted }));
      else terminal.complain(`${accepted.toLocaleString('en')} events accepted.`);
      return EXIT.ok;
    } catch (error) {
      terminal.progress?.('');
      terminal.complain(`xplain: ${reasonOf(error, file)}`);
      terminal.complain(`${accepted.toLocaleString('en')} events were accepted before the error.`);
      return EXIT.failed;
    }
  },
};

function reasonOf(error: unknown, file: string | undefined): string {
  if (error instanceof NotEvaluable) return error.message;
  if (file !== undefined && error instanceof Error && 'code' in error) {
    return `can't read ${file} (${codeOf(error)})`;
  }
  throw error;
}

/** As many as fit into one request, and no longer than a moment after the first of them. */
async function* batches(
  { input }: Terminal,
  file: string | undefined,
  toEvent: (line: string) => object,
): AsyncGenerator<readonly object[], void, void> {
  const source = file === undefined ? Readable.from(input ?? []) : createReadStream(file);
  const lines = createInterface({ input: source, crlfDelay: Infinity })[Symbol.asyncIterator]();
  const failed = new Promise<never>((_resolve, reject) => source.once('error', reject));
  // It may reject after the last await.
  failed.catch(() => undefined);
  let next = lines.next();
  for (;;) {
    const first = await Promise.race([next, failed]);
    if (first.done === true) return;
    const events: object[] = [];
    let bytes = 0;
    let timer: NodeJS.Timeout | undefined;
    const lingered = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), LINGER_MS);
    });
    for (let found: IteratorResult<string> | undefined = first; found !== undefined;) {
      if (found.done === true) break;
      if (found.value.trim() !== '') events.push(toEvent(found.value));
      bytes += found.value.length;
      next = lines.next();
      if (events.length >= BATCH_EVENTS || bytes >= BATCH_BYTES) break;
      found = await Promise.race([next, failed, lingered]);
    }
    clearTimeout(timer);
    if (events.length > 0) yield events;
  }
}

function eventOf(given: Given): (line: string) => object {
  const facts = Object.fromEntries(
    ['level', 'source', 'service'].flatMap((name) => {
      const value = textOption(given, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return (line) => parsed(line) ?? { event: line, ...facts };
}

/** Undefined if the line is not a JSON object. */
function parsed(line: string): object | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as object;
  } catch {
    return undefined;
  }
}

async function send(
  server: Server,
  index: string | undefined,
  events: readonly object[],
): Promise<number> {
  const query = index === undefined ? '' : `?${new URLSearchParams({ index }).toString()}`;
  const answer = await callServer(server, {
    method: 'POST',
    path: `${PATH}${query}`,
    body: { events },
  });
  return Number(field(field(answer, 'data'), 'accepted') ?? 0);
}
