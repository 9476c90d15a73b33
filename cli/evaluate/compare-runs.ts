/** `xplain evaluate --check … --compare …`: one check over two inputs, and the items that changed. */
import type { compareCheck } from '../../src/contract/check-comparison.ts';
import { type Given, type Terminal, UsageError } from '../command.ts';
import { printable } from '../escape.ts';
import { NotEvaluable } from '../not-evaluable.ts';
import { readRowsOf, type Row } from '../read-rows.ts';
import { callServer, field, listField, type Server, textField } from '../server/call-server.ts';
import { rowsToSend } from './ask-evaluation.ts';
import type { GateOptions } from './gate-options.ts';
import type { GateCheck } from './run-gate.ts';

// The type alone: the contract itself would load the whole schema library.
type ComparePath = (typeof compareCheck)['url'];
const pathOf = (id: string): string =>
  ('/api/v1/checks/:id/compare' satisfies ComparePath).replace(':id', id);

/** Quotes of an item that are printed for each run. */
const QUOTES_MAX = 3;

export interface Compared {
  readonly gate: GateCheck;
  /** A time range if the check has a query, a file otherwise. */
  readonly compare: string;
  readonly options: GateOptions;
  /** Of the later run, for a check without a query. */
  readonly readAfter: () => Promise<readonly Row[]>;
}

/** Prints what changed; true if something did. */
export async function compareRuns(
  terminal: Terminal,
  given: Given,
  server: Server,
  { gate, compare, options, readAfter }: Compared,
): Promise<boolean> {
  for (const other of ['wait', 'every', 'junit', 'markdown', 'sarif', 'github']) {
    if (given[other] !== undefined) throw new UsageError(`--${other} can't be used with --compare`);
  }
  const halves = gate.hasQuery
    ? { before: rangeOf(compare), after: sinceOf(options) }
    : { before: await rowsOf(readRowsOf(compare)), after: await rowsOf(readAfter()) };
  const { credits } = options;
  const body = { ...halves, ...(credits === undefined ? {} : { maxCredits: credits }) };
  const answer = await callServer(server, { method: 'POST', path: pathOf(gate.id), body });
  const data = field(answer, 'data');
  if (given['json'] === true) terminal.print(JSON.stringify(data, null, 2));
  else for (const line of comparisonLines(gate.name, data)) terminal.print(printable(line));
  return listField(data, 'changed').length > 0;
}

function rangeOf(text: string): object {
  const [earliest, latest, ...more] = text.split('..').map((part) => part.trim());
  if (earliest && latest && more.length === 0) return { earliest, latest };
  throw new UsageError(
    `--compare must be a time range such as -25h..-24h, not ${JSON.stringify(text)}`,
  );
}

function sinceOf({ since }: GateOptions): object {
  if (since === undefined) return {};
  if ('mark' in since) throw new UsageError("--since mark: can't be used with --compare");
  return { earliest: since.time, latest: 'now' };
}

async function rowsOf(reading: Promise<readonly Row[]>): Promise<object> {
  const rows = await reading;
  if (rows.length === 0) throw new NotEvaluable('No events to evaluate.');
  return { rows: rowsToSend(rows) };
}

const SIDES = ['before', 'after'] as const;

function comparisonLines(name: string, data: unknown): string[] {
  const [changed, unchanged] = [listField(data, 'changed'), listField(data, 'unchanged')];
  const counts = SIDES.map((side) => `${String(field(field(data, side), 'inputRowCount'))} rows`);
  const isCut = SIDES.some((side) => field(field(data, side), 'truncated') === true);
  return [
    `${name}: ${counts.join(' before, ')} after`,
    ...changed.flatMap(changeLines),
    ...unchanged.map((item) => `  same     ${idOf(item)}  ${statusOf(item)}`),
    ...(isCut ? ['  The log was too large; some events were left out.'] : []),
    '',
    `${changed.length === 0 ? 'Same' : 'Changed'}: ${changed.length} of ${changed.length + unchanged.length} items changed, ` +
      `${String(field(data, 'creditsSpent'))} credits.`,
  ];
}

function changeLines(change: unknown): string[] {
  const statuses = SIDES.map((side) => statusOf(field(field(change, side), 'finding')));
  return [
    `  CHANGED  ${idOf(change)}  ${statuses.join(' → ')}`,
    ...SIDES.flatMap((side) => quoteLines(side, field(change, side))),
  ];
}

function quoteLines(side: string, compared: unknown): string[] {
  const cited = listField(compared, 'evidence').slice(0, QUOTES_MAX);
  const quotes = cited.map(
    (row) => `row ${String(field(row, 'row'))}: ${textField(row, 'quote') ?? ''}`,
  );
  const said = textField(field(compared, 'finding'), 'explanation') ?? '';
  return (quotes.length === 0 ? [said] : quotes).map(
    (text) => `           ${side.padEnd(6)} ${text}`,
  );
}

function idOf(of: unknown): string {
  return textField(of, 'item') ?? '';
}

function statusOf(of: unknown): string {
  return (textField(of, 'status') ?? 'noted').replaceAll('_', ' ');
}
