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

// The type alone: the contract itself would load the whole schema library for the sake of one path.
const PATH: (typeof search)['url'] = '/api/v1/search';
const TIMEOUT_MS = 120_000;

export const searchCommand: Command = {
  help:
    'Runs a query and prints what it finds: events as lines, newest first, everything else as a table.\n' +
    'While it runs, a terminal shows how far it is. Ends with 0 when the query ran, also when it found nothing,\n' +
    'and with 1 when it was refused. The API key or access token stands in XPLAIN_TOKEN, the address of the\n' +
    'server in XPLAIN_URL. NO_COLOR switches colours off.',
  words: "'<query>'",
  options: {
    earliest: {
      type: 'string',
      value: '<time>',
      help: 'Start of the range, e.g. -1h; -15m by default.',
    },
    latest: { type: 'string', value: '<time>', help: 'End of the range; now by default.' },
    limit: { type: 'string', value: '<rows>', help: 'Rows at most; 100 by default.' },
    format: {
      type: 'string',
      value: '<form>',
      help: 'text (the default), table, jsonl (a row a line) or json (the answer as it came).',
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
  throw new NotEvaluable('the server broke off before the answer was complete');
}

function refusal(value: unknown): string {
  return `${textField(value, 'error') ?? 'the search failed'} (${textField(value, 'code') ?? '?'})`;
}

function progressLine(value: unknown): string {
  const [read, total] = [field(value, 'rowsRead'), field(value, 'totalRowsEstimate')];
  const of = typeof total === 'number' ? ` of about ${total.toLocaleString('en')}` : '';
  return `${Number(read ?? 0).toLocaleString('en')}${of} rows read …`;
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
  if (rows.length === 0) terminal.complain('Nothing was found.');
  for (const note of notes) terminal.complain(printable(textField(note, 'message') ?? ''));
  return undefined;
}
