import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  EXIT,
  textOption,
  UsageError,
  type Command,
  type ExitCode,
  type Given,
  type Terminal,
} from '../command.ts';
import { askEvaluation, fetchRows, type Input, type Query } from '../evaluate/ask-evaluation.ts';
import { field, listField, type Server } from '../server/call-server.ts';
import { readChecks, type Checks } from '../evaluate/checks.ts';
import { compareRuns } from '../evaluate/compare-runs.ts';
import { printable } from '../escape.ts';
import { evaluationFacts, judgeVerdict } from '../evaluate/judge-verdict.ts';
import { GATE_OPTIONS, type GateOptions, readGateOptions } from '../evaluate/gate-options.ts';
import { overall, type Outcome, type Report } from '../evaluate/outcome.ts';
import { NotEvaluable } from '../not-evaluable.ts';
import { codeOf, readRows, readRowsOf, type Row } from '../read-rows.ts';
import { runRowChecks } from '../evaluate/run-row-checks.ts';
import { findCheck, type GateCheck, runGate, runOnRows } from '../evaluate/run-gate.ts';
import { REPORT_OPTIONS, writeReports } from '../evaluate/write-reports.ts';
import { readAccess } from '../server/read-access.ts';

const CHECKS_FILE = 'checks.yaml';
const TIMEOUT_SECONDS = 180;

export const evaluateCommand: Command = {
  help:
    'Evaluates a log against a checks file, for CI. Events come from standard input, a file or a query.\n' +
    'Local checks (absent, present, count, order) run here and are free. The server then evaluates criteria and items.\n' +
    'Set XPLAIN_TOKEN to an access token and XPLAIN_URL to the server.\n' +
    '\n' +
    'Exit codes: 0 all passed; 1 a check failed; 2 not evaluable: no evidence, no server or provider, no credits,\n' +
    'or invalid input.\n' +
    'With --check: 0 passed, 1 failed, 2 undecided, 3 error. With --compare: 0 same, 1 an item changed, 3 error.',
  options: {
    checks: {
      type: 'string',
      value: '<file>',
      help: `Checks file (default ${CHECKS_FILE}).`,
    },
    file: { type: 'string', value: '<file>', help: 'Read the log from this file.' },
    query: { type: 'string', value: '<query>', help: 'Evaluate the events that match this query.' },
    earliest: {
      type: 'string',
      value: '<time>',
      help: "Start of the query's time range, e.g. -1h.",
    },
    latest: {
      type: 'string',
      value: '<time>',
      help: "End of the query's time range (default now).",
    },
    url: { type: 'string', value: '<address>', help: 'Server address (default: XPLAIN_URL).' },
    preview: { type: 'boolean', help: 'Preview the input and the cost; evaluate nothing.' },
    'keep-going': { type: 'boolean', help: 'Evaluate on the server even if a local check failed.' },
    timeout: {
      type: 'string',
      value: '<seconds>',
      help: `Timeout for the server (default ${TIMEOUT_SECONDS}).`,
    },
    ...REPORT_OPTIONS,
    ...GATE_OPTIONS,
  },
  examples: [
    'xplain evaluate --file deploy.log',
    'kubectl logs job/migrate | xplain evaluate --checks migrate.yaml --junit report.xml',
    "xplain evaluate --query 'service=checkout' --earliest -15m --markdown $GITHUB_STEP_SUMMARY",
    'xplain evaluate --file app.log --preview',
    'xplain evaluate --check deploy --since -5m --wait 10m --junit report.xml',
    'xplain evaluate --check deploy --since -1h --compare -25h..-24h',
  ],

  async run(terminal, given) {
    const check = textOption(given, 'check');
    if (check !== undefined) return gate(terminal, given, check);
    for (const option of ['since', 'wait', 'every', 'compare', 'credits']) {
      if (given[option] !== undefined) throw new UsageError(`--${option} requires --check`);
    }
    const task = await readTask(terminal, given);
    if (task === undefined) return EXIT.notEvaluable;
    if (given['preview'] === true) return preview(terminal, task);
    const report = await evaluate(terminal, task, given['keep-going'] === true);
    const areWritten = await writeReports(terminal, given, report, { file: task.file });
    // A failed evaluation exits as failed, even if its report could not be written.
    return areWritten || report.outcome === 'failed' ? EXITS[report.outcome] : EXIT.notEvaluable;
  },
};

const EXITS: Readonly<Record<Outcome, ExitCode>> = {
  passed: EXIT.ok,
  failed: EXIT.failed,
  not_evaluable: EXIT.notEvaluable,
};

interface Task {
  readonly name: string;
  readonly checks: Checks;
  readonly file: string | undefined;
  readonly query: Query | undefined;
  /** Undefined when nothing needs one. */
  readonly server: Server | undefined;
  readonly isPreview: boolean;
}

/** Undefined if an option is invalid; the error has already been printed. */
async function readTask(terminal: Terminal, given: Given): Promise<Task | undefined> {
  const checksFile = textOption(given, 'checks') ?? CHECKS_FILE;
  const file = textOption(given, 'file');
  const query = readQuery(given);
  if (file !== undefined && query !== undefined) {
    throw new UsageError('use either --file or --query, not both');
  }
  const checks = await readChecksFile(terminal, checksFile);
  if (checks === undefined) return undefined;
  const isPreview = given['preview'] === true;
  const needsServer = checks.criteria !== undefined || query !== undefined || isPreview;
  const server = needsServer ? readServer(terminal, given) : undefined;
  if (needsServer && server === undefined) return undefined;
  return { name: checks.name ?? basename(checksFile), checks, file, query, server, isPreview };
}

async function readChecksFile(terminal: Terminal, file: string): Promise<Checks | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    terminal.complain(`xplain: can't read ${file} (${codeOf(error)})`);
    return undefined;
  }
  const read = readChecks(text);
  if ('checks' in read) return read.checks;
  for (const { line, column, message } of read.problems) {
    terminal.complain(`${file}:${line}:${column}: ${printable(message)}`);
  }
  return undefined;
}

function readQuery(given: Given): Query | undefined {
  const query = textOption(given, 'query');
  const earliest = textOption(given, 'earliest');
  const latest = textOption(given, 'latest');
  if (query === undefined) {
    if ((earliest ?? latest) === undefined) return undefined;
    throw new UsageError('--earliest and --latest require --query');
  }
  // One moment for all requests, so that checks and server see the same events.
  const end = latest ?? new Date().toISOString();
  return { query, latest: end, ...(earliest === undefined ? {} : { earliest }) };
}

function readServer(terminal: Terminal, given: Given): Server | undefined {
  const access = readAccess(terminal, given, {
    variable: 'XPLAIN_TOKEN',
    complaint: 'XPLAIN_TOKEN is not set. Set it to an access token with the scope evaluations:run.',
  });
  if (access === undefined) return undefined;
  const seconds = Number(textOption(given, 'timeout') ?? TIMEOUT_SECONDS);
  if (!(seconds >= 1 && seconds <= 3_600)) {
    throw new UsageError('--timeout must be between 1 and 3600 seconds');
  }
  return { ...access, timeoutMs: seconds * 1_000 };
}

async function evaluate(terminal: Terminal, task: Task, isKeptGoing: boolean): Promise<Report> {
  const { criteria, items, rowChecks } = task.checks;
  const asked = criteria === undefined ? 0 : Math.max(1, items.length);
  const unjudged = rowChecks.length + asked;
  const base = { name: task.name, results: [], evaluation: undefined, unjudged };
  let rows: readonly Row[] | undefined;
  try {
    rows = await rowsOf(terminal, task);
  } catch (error) {
    const reason = reasonOf(error);
    return { ...base, outcome: 'not_evaluable', rowCount: undefined, notEvaluated: reason };
  }
  const rowCount = rows?.length;
  if (rowCount === 0) {
    const notEvaluated = 'No events to evaluate.';
    return { ...base, outcome: 'not_evaluable', rowCount, notEvaluated };
  }
  const local = runRowChecks(rowChecks, rows ?? []);
  const outcome = overall(local.map((result) => result.outcome));
  const facts = { results: local, rowCount, outcome, unjudged: asked, notEvaluated: undefined };
  const soFar = { ...base, ...facts };
  if (criteria === undefined) return soFar;
  if (outcome === 'failed' && !isKeptGoing) {
    const notEvaluated =
      'Skipped the server because a local check failed. Use --keep-going to evaluate anyway.';
    return { ...soFar, notEvaluated };
  }
  return judge(task, soFar, inputOf(task, rows ?? []));
}

async function judge(task: Task, soFar: Report, input: Input): Promise<Report> {
  try {
    const data = await askServer(task, input);
    const sent = input.kind === 'rows' ? input.rows : [];
    const results = [...soFar.results, ...judgeVerdict(data, task.checks, sent)];
    const outcome = overall(results.map((result) => result.outcome));
    return { ...soFar, results, outcome, unjudged: 0, evaluation: evaluationFacts(data) };
  } catch (error) {
    const outcome = overall([soFar.outcome, 'not_evaluable']);
    return { ...soFar, outcome, notEvaluated: reasonOf(error) };
  }
}

/** Undefined if the server reads the rows itself and they aren't needed here. */
async function rowsOf(terminal: Terminal, task: Task): Promise<readonly Row[] | undefined> {
  const { query, server, checks, file } = task;
  if (query === undefined) {
    return file === undefined ? readRows(terminal.input ?? noInput()) : readRowsOf(file);
  }
  if (checks.rowChecks.length === 0 || server === undefined) return undefined;
  return fetchRows(server, query);
}

async function* noInput(): AsyncGenerator<string> {}

function inputOf({ query }: Task, rows: readonly Row[]): Input {
  return query === undefined ? { kind: 'rows', rows } : { kind: 'query', query };
}

async function askServer(task: Task, input: Input): Promise<unknown> {
  if (task.server === undefined) throw new NotEvaluable('No server configured.');
  return askEvaluation(task.server, task.checks, input, task.isPreview);
}

async function preview(terminal: Terminal, task: Task): Promise<ExitCode> {
  try {
    const rows = task.query === undefined ? ((await rowsOf(terminal, task)) ?? []) : [];
    if (task.query === undefined && rows.length === 0) {
      throw new NotEvaluable('No events to evaluate.');
    }
    const data = await askServer(task, inputOf(task, rows));
    for (const line of listField(data, 'lines')) terminal.print(printable(String(line)));
    for (const line of previewFacts(data)) terminal.complain(printable(line));
    return EXIT.ok;
  } catch (error) {
    terminal.complain(`xplain: ${reasonOf(error)}`);
    return EXIT.notEvaluable;
  }
}

/** What the lines of a preview would cost: by the table of models, and on this server. */
function previewFacts(data: unknown): string[] {
  const estimate = field(data, 'creditEstimate');
  const run = field(estimate, 'wholeRun');
  const charged = field(estimate, 'charged');
  const show = (from: unknown, name: string): string => String(field(from, name));
  return [
    `${show(data, 'inputRowCount')} rows, ${show(data, 'uniqueTemplates')} patterns.`,
    `Estimate at ${show(estimate, 'model')}: ${show(estimate, 'compressed')} credits for the log data, ` +
      `${show(estimate, 'uncompressed')} without compression.`,
    ...(run === undefined
      ? []
      : [`A full run takes ${show(run, 'least')} to ${show(run, 'most')} credits.`]),
    ...(charged === undefined ? [] : [chargedLine(charged)]),
  ];
}

function chargedLine(charged: unknown): string {
  return charged === 0
    ? 'This server charges 0 credits: it uses the built-in evaluator.'
    : `This server charges ${String(charged)} credits for these lines.`;
}

/** A check of the server: exit codes tell undecided from an error. */
async function gate(terminal: Terminal, given: Given, name: string): Promise<ExitCode> {
  try {
    const options = readGateOptions(given, name, Date.now());
    const server = readServer(terminal, given);
    if (server === undefined) return EXIT.error;
    const file = textOption(given, 'file');
    const check = await findCheck(server, options.check);
    if (check.hasQuery && file !== undefined) {
      throw new UsageError(
        `the check ${check.name} has a query, which selects its events: remove --file`,
      );
    }
    const compare = textOption(given, 'compare');
    if (compare !== undefined) {
      const readAfter = () => gateRows(terminal, file);
      const compared = { gate: check, compare, options, readAfter };
      return (await compareRuns(terminal, given, server, compared)) ? EXIT.failed : EXIT.ok;
    }
    const report = check.hasQuery
      ? await runGate(server, check, options)
      : await gateOnRows(terminal, server, check, options, file);
    const areWritten = await writeReports(terminal, given, report, { file });
    return areWritten || report.outcome === 'failed' ? EXITS[report.outcome] : EXIT.error;
  } catch (error) {
    const reason = error instanceof UsageError ? error.message : reasonOf(error);
    terminal.complain(`xplain: ${printable(reason)}`);
    return EXIT.error;
  }
}

async function gateOnRows(
  terminal: Terminal,
  server: Server,
  check: GateCheck,
  { since, waitMs, credits = check.maxCredits }: GateOptions,
  file: string | undefined,
): Promise<Report> {
  if (since !== undefined || waitMs > 0) {
    throw new UsageError(
      `the check ${check.name} has no query: send its rows without --since and --wait`,
    );
  }
  const rows = await gateRows(terminal, file);
  if (rows.length === 0) throw new NotEvaluable('No events to evaluate.');
  return runOnRows(server, check, rows, credits);
}

function gateRows(terminal: Terminal, file: string | undefined): Promise<readonly Row[]> {
  return file === undefined ? readRows(terminal.input ?? noInput()) : readRowsOf(file);
}

function reasonOf(error: unknown): string {
  if (error instanceof NotEvaluable) return error.message;
  throw error;
}
