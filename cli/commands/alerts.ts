import type { acknowledgeAlert, listAlerts } from '../../src/contract/alerts.ts';
import { INCIDENT_STATUSES, SEVERITIES } from '../../src/spec/alerts.ts';
import {
  EXIT,
  textOption,
  UsageError,
  type Command,
  type ExitCode,
  type Given,
  type Terminal,
} from '../command.ts';
import {
  callServer,
  field,
  listField,
  ServerRefused,
  textField,
  type Server,
} from '../server/call-server.ts';
import { printable } from '../escape.ts';
import { NotEvaluable } from '../not-evaluable.ts';
import { readAccess } from '../server/read-access.ts';

// Imports types only: the contract itself would load the whole schema library for two paths.
const LIST_PATH: (typeof listAlerts)['url'] = '/api/v1/alerts';
const ACKNOWLEDGE_PATH: (typeof acknowledgeAlert)['url'] = '/api/v1/alerts/:id/acknowledge';

const TIMEOUT_MS = 30_000;
const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 1_000;
const PAGE_MAX = 200;
/** Statuses that concern this incident or this key; all others say nothing about the incident. */
const REFUSALS = [403, 404, 409];
const CHOICES = [...INCIDENT_STATUSES, 'all'] as const;

export const alertsCommand: Command = {
  help:
    'Lists incidents, newest first, or acknowledges them. Acknowledging stops repeat notifications.\n' +
    'Set XPLAIN_API_KEY to an API key (read-only can list, full-access can acknowledge) and XPLAIN_URL to the server.\n' +
    '\n' +
    'Exit codes: 0 success; 1 the server refused to acknowledge an incident, or --exit-code found one;\n' +
    '2 usage error, server unreachable, or missing or invalid key.',
  words: 'list | ack <id> …',
  options: {
    status: {
      type: 'string',
      value: `<${CHOICES.join('|')}>`,
      help: 'list: filter by status (default firing).',
    },
    rule: { type: 'string', value: '<id>', help: 'list: filter by rule.' },
    severity: {
      type: 'string',
      value: `<${SEVERITIES.join('|')}>`,
      help: 'list: filter by severity.',
    },
    limit: {
      type: 'string',
      value: '<number>',
      help: `list: maximum number of incidents (default ${LIMIT_DEFAULT}).`,
    },
    'exit-code': { type: 'boolean', help: 'list: exit with 1 if any incident is listed.' },
    url: { type: 'string', value: '<address>', help: 'Server address (default: XPLAIN_URL).' },
    json: { type: 'boolean', help: 'Output JSON.' },
  },
  examples: [
    'xplain alerts list',
    'xplain alerts list --status all --severity critical --json',
    'xplain alerts list --exit-code || echo "alerts are firing"',
    'xplain alerts ack inc_6Yb3tNvWq9KxRfLcM2JzHd',
  ],

  async run(terminal, given, [verb, ...ids]) {
    if (verb === 'list' && ids.length === 0) return list(terminal, given);
    if (verb === 'ack' && ids.length > 0) return acknowledge(terminal, given, ids);
    throw new UsageError('requires a subcommand: list, or ack <id>…');
  },
};

async function list(terminal: Terminal, given: Given): Promise<ExitCode> {
  const limit = readLimit(given);
  const status = readChoice(given, 'status', CHOICES) ?? 'firing';
  const severity = readChoice(given, 'severity', SEVERITIES);
  const rule = textOption(given, 'rule');
  const server = readServer(terminal, given);
  if (server === undefined) return EXIT.notEvaluable;
  const wanted = new URLSearchParams({
    ...(status === 'all' ? {} : { status }),
    ...(severity === undefined ? {} : { severity }),
    ...(rule === undefined ? {} : { ruleId: rule }),
  });
  let found: Found;
  try {
    found = await readIncidents(server, wanted, limit);
  } catch (error) {
    terminal.complain(`xplain: ${reasonOf(error)}`);
    return EXIT.notEvaluable;
  }
  const { incidents, hasMore } = found;
  if (given['json'] === true) terminal.print(JSON.stringify({ data: incidents }, null, 2));
  else for (const line of table(incidents, status)) terminal.print(line);
  if (hasMore) terminal.complain(`Showing the first ${limit} incidents. Use --limit to show more.`);
  return given['exit-code'] === true && incidents.length > 0 ? EXIT.failed : EXIT.ok;
}

interface Found {
  readonly incidents: readonly unknown[];
  readonly hasMore: boolean;
}

async function readIncidents(
  server: Server,
  wanted: URLSearchParams,
  limit: number,
): Promise<Found> {
  const incidents: unknown[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams(wanted);
    query.set('limit', String(Math.min(PAGE_MAX, limit - incidents.length)));
    if (cursor !== undefined) query.set('cursor', cursor);
    const path = `${LIST_PATH}?${query.toString()}`;
    const answer = await callServer(server, { method: 'GET', path });
    incidents.push(...listField(answer, 'data'));
    cursor = textField(answer, 'nextCursor');
  } while (cursor !== undefined && incidents.length < limit);
  return { incidents, hasMore: cursor !== undefined };
}

/** Tries every incident, even if one no longer exists. */
async function acknowledge(
  terminal: Terminal,
  given: Given,
  ids: readonly string[],
): Promise<ExitCode> {
  const server = readServer(terminal, given);
  if (server === undefined) return EXIT.notEvaluable;
  const done: unknown[] = [];
  let code: ExitCode = EXIT.ok;
  for (const id of ids) {
    const path = ACKNOWLEDGE_PATH.replace(':id', encodeURIComponent(id));
    try {
      const incident = field(await callServer(server, { method: 'POST', path }), 'data');
      done.push(incident);
      if (given['json'] === true) continue;
      const rule = printable(textField(incident, 'ruleName') ?? '');
      terminal.print(`Acknowledged ${printable(id)}: ${rule}${groupNote(incident)}`);
    } catch (error) {
      terminal.complain(`xplain: ${printable(id)}: ${reasonOf(error)}`);
      const isRefused = error instanceof ServerRefused && REFUSALS.includes(error.status);
      if (!isRefused) code = EXIT.notEvaluable;
      else if (code === EXIT.ok) code = EXIT.failed;
    }
  }
  if (given['json'] === true) terminal.print(JSON.stringify({ data: done }, null, 2));
  return code;
}

const HEADS = ['ID', 'SEVERITY', 'STATUS', 'FIRED AT', 'VALUE', 'ACKNOWLEDGED BY', 'RULE'] as const;

function table(incidents: readonly unknown[], status: string): string[] {
  if (incidents.length === 0) {
    return [status === 'firing' ? 'No firing incidents.' : 'No incidents found.'];
  }
  const rows = incidents.map((incident) => {
    const text = (name: string): string => printable(textField(incident, name) ?? '-');
    const value = field(incident, 'value');
    return [
      text('id'),
      text('severity'),
      text('status'),
      text('firedAt'),
      typeof value === 'number' ? String(value) : '-',
      text('acknowledgedBy'),
      `${text('ruleName')}${groupNote(incident)}`,
    ];
  });
  const all = [HEADS, ...rows];
  const widths = HEADS.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** The fields of the incident's group, appended to the rule name. */
function groupNote(incident: unknown): string {
  const group = field(incident, 'group');
  if (typeof group !== 'object' || group === null) return '';
  const fields = Object.entries(group).map(([name, value]) => `${name}=${String(value)}`);
  return fields.length === 0 ? '' : ` (${printable(fields.join(', '))})`;
}

/** Undefined if an option is invalid; the error has already been printed. */
function readServer(terminal: Terminal, given: Given): Server | undefined {
  const access = readAccess(terminal, given, {
    variable: 'XPLAIN_API_KEY',
    complaint: 'XPLAIN_API_KEY is not set. Set it to an API key of your organization.',
  });
  return access === undefined ? undefined : { ...access, timeoutMs: TIMEOUT_MS };
}

function readLimit(given: Given): number {
  const text = textOption(given, 'limit');
  if (text === undefined) return LIMIT_DEFAULT;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= LIMIT_MAX) return limit;
  throw new UsageError(`--limit must be between 1 and ${LIMIT_MAX}`);
}

function readChoice<Choice extends string>(
  given: Given,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = textOption(given, name);
  if (text === undefined) return undefined;
  const choice = choices.find((each) => each === text);
  if (choice !== undefined) return choice;
  throw new UsageError(`--${name} must be one of: ${choices.join(', ')}`);
}

function reasonOf(error: unknown): string {
  if (error instanceof NotEvaluable) return printable(error.message);
  throw error;
}
