import { LIMITS } from '../../src/spec/limits.ts';
import type { search } from '../../src/contract/search.ts';
import { EXIT, textOption, type Command, type Terminal } from '../command.ts';
import { field, listField, ServerRefused, textField } from '../server/call-server.ts';
import { printable } from '../escape.ts';
import { NotEvaluable } from '../not-evaluable.ts';
import { openStream } from '../logs/open-stream.ts';
import {
  choiceOption,
  countOption,
  oneQuery,
  readServer,
  URL_OPTION,
} from '../logs/read-options.ts';
import { createPaint, eventLine, isEvent, type LogRow, tableLines } from '../logs/show-rows.ts';
import { whyNoAnswer } from '../logs/why-no-answer.ts';

// Imports the type only: the contract itself would load the whole schema library for one path.
const PATH: (typeof search)['url'] = '/api/v1/search';
const TIMEOUT_MS = 120_000;

export const searchCommand: Command = {
  help:
    'Runs a query and prints the result: events as lines, newest first, anything else as a table.\n' +
    'A terminal shows progress while the query runs. Set XPLAIN_TOKEN to an API key or access token and XPLAIN_URL\n' +
    'to the server. Set NO_COLOR to disable colors.\n' +
    '\n' +
    'Exit codes: 0 the query ran, with or without results; 1 it failed.',
  words: "'<query>'",
  options: {
    earliest: {
      type: 'string',
      value: '<time>',
      help: 'Start of the time range, e.g. -1h (default -15m).',
    },
    latest: { type: 'string', value: '<time>', help: 'End of the time range (default now).' },
    limit: { type: 'string', value: '<rows>', help: 'Maximum number of rows (default 100).' },
    format: {
      type: 'string',
      value: '<form>',
      help: 'Output format: text (default), table, jsonl (one row per line) or json (raw response).',
    },
    url: URL_OPTION,
  },
  examples: [
    "xplain search 'level=error' --earliest -1h",
    "xplain search '* | stats count by service | sort -count' --format table",
    "xplain search 'payment failed' --format jsonl | jq .order",
  ],

  async run(terminal, given, words) {
    const query = oneQuery(words);
    const format = choiceOption(given, 'format', ['text', 'table', 'jsonl', 'json']);
    const limit = countOption(given, 'limit', LIMITS.query.rowsMax) ?? 100;
    const server = readServer(terminal, given, 'read logs', TIMEOUT_MS);
    if (server === undefined) return EXIT.usage;
    const latest = textOption(given, 'latest');
    const parameters = new URLSearchParams({
      query,
      earliest: textOption(given, 'earliest') ?? '-15m',
      limit: String(limit),
      ...(latest === undefined ? {} : { latest }),
    });
    try {
      const answer = await ask(terminal, openStream(server, `${PATH}?${parameters.toString()}`));
      show(terminal, answer, format);
      return EXIT.ok;
    } catch (error) {
      terminal.progress?.('');
      terminal.complain(`xplain: ${whyNoAnswer(error, server)}`);
      return EXIT.failed;
    }
  },
};

async function ask(terminal: Terminal, stream: ReturnType<typeof openStream>): Promise<unknown> {
  for await (const { event, data } of stream) {
    const value: unknown = JSON.parse(data);
    if (event === 'progress') terminal.progress?.(progressLine(value));
    if (event === 'error') throw new ServerRefused(500, refusal(value));
    if (event === 'result') {
      terminal.progress?.('');
      return value;
    }
  }
  throw new NotEvaluable('the connection closed before the response was complete');
}

function refusal(value: unknown): string {
  return `${textField(value, 'error') ?? 'the search failed'} (${textField(value, 'code') ?? '?'})`;
}

function progressLine(value: unknown): string {
  const [read, total] = [field(value, 'rowsRead'), field(value, 'totalRowsEstimate')];
  const of = typeof total === 'number' ? ` of about ${total.toLocaleString('en')}` : '';
  return `${Number(read ?? 0).toLocaleString('en')}${of} rows scanned…`;
}

function show(terminal: Terminal, answer: unknown, format: string): void {
  if (format === 'json') return terminal.print(JSON.stringify(answer));
  const data = field(answer, 'data');
  const rows = listField(data, 'rows') as readonly LogRow[];
  const paint = createPaint(terminal.hasColor ?? false);
  if (format === 'jsonl') for (const row of rows) terminal.print(JSON.stringify(row));
  else if (format === 'text' && isEvent(rows[0])) {
    for (const row of rows) terminal.print(eventLine(row, paint));
  } else if (rows.length > 0) {
    const names = listField(data, 'columns').map((column) => textField(column, 'name') ?? '');
    for (const line of tableLines(names, rows, paint)) terminal.print(line);
  }
  const notes = [...listField(data, 'limits_applied'), ...listField(data, 'warnings')];
  if (rows.length === 0) terminal.complain('No results found.');
  for (const note of notes) terminal.complain(printable(textField(note, 'message') ?? ''));
  return undefined;
}
