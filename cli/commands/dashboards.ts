import { join } from 'node:path';
import {
  EXIT,
  textOption,
  UsageError,
  type Command,
  type ExitCode,
  type Given,
  type Terminal,
} from '../command.ts';
import { lineDiff } from '../dashboards/line-diff.ts';
import { readLocal, writeLocal } from '../dashboards/local.ts';
import { readRemote, sendDefinition } from '../dashboards/remote.ts';
import { toYaml } from '../dashboards/yaml-form.ts';
import type { Server } from '../server/call-server.ts';
import { printable } from '../escape.ts';
import { NotEvaluable } from '../not-evaluable.ts';
import { readAccess } from '../server/read-access.ts';

const FOLDER = 'dashboards';
const TIMEOUT_MS = 30_000;

export const dashboardsCommand: Command = {
  help:
    'Manages dashboards as code: one YAML file per dashboard, matched by its key. pull downloads them, diff shows\n' +
    'what apply would change, apply uploads the changes. Set XPLAIN_API_KEY to a full-access API key and XPLAIN_URL\n' +
    'to the server.\n' +
    '\n' +
    'Exit codes: 0 success; 1 diff found differences; 2 usage error, server unreachable, missing or invalid key,\n' +
    'or unreadable file.',
  words: 'pull | diff | apply',
  options: {
    dir: {
      type: 'string',
      value: '<folder>',
      help: `Folder with the YAML files (default ${FOLDER}).`,
    },
    note: { type: 'string', value: '<text>', help: 'apply: change note of the new versions.' },
    url: { type: 'string', value: '<address>', help: 'Server address (default: XPLAIN_URL).' },
  },
  examples: [
    'xplain dashboards pull',
    'xplain dashboards diff --dir deploy/dashboards',
    'xplain dashboards apply --note "$(git log -1 --format=%s)"',
  ],

  async run(terminal, given, words) {
    const [verb, ...rest] = words;
    const work = VERBS[verb ?? ''];
    if (work === undefined || rest.length > 0) {
      throw new UsageError('requires a subcommand: pull, diff or apply');
    }
    const server = readServer(terminal, given);
    if (server === undefined) return EXIT.notEvaluable;
    const folder = textOption(given, 'dir') ?? FOLDER;
    try {
      return await work({ terminal, server, folder, note: textOption(given, 'note') });
    } catch (error) {
      if (!(error instanceof NotEvaluable)) throw error;
      terminal.complain(`xplain: ${error.message}`);
      return EXIT.notEvaluable;
    }
  },
};

interface Task {
  readonly terminal: Terminal;
  readonly server: Server;
  readonly folder: string;
  readonly note: string | undefined;
}

const VERBS: Readonly<Record<string, (task: Task) => Promise<ExitCode>>> = { pull, diff, apply };

async function pull({ terminal, server, folder }: Task): Promise<ExitCode> {
  const { keyed, unkeyed } = await readRemote(server);
  for (const [key, definition] of keyed) {
    const file = join(folder, `${key}.yaml`);
    await writeLocal(folder, file, toYaml(definition));
    terminal.print(file);
  }
  for (const name of unkeyed) {
    terminal.complain(`Skipped ${printable(name)}: it has no key. Set a key to manage it as code.`);
  }
  return EXIT.ok;
}

interface Change {
  readonly key: string;
  readonly lines: readonly string[];
  readonly isNew: boolean;
}

/** What differs, and undefined when a file cannot be used, which has been told then. */
async function compare(task: Task) {
  const { terminal, server, folder } = task;
  const local = await readLocal(folder);
  for (const problem of local.problems) terminal.complain(problem);
  if (local.problems.length > 0) return undefined;
  const remote = await readRemote(server);
  const changes = [...local.keyed].flatMap(([key, { definition }]): Change[] => {
    const there = remote.keyed.get(key);
    const lines = lineDiff(there === undefined ? '' : toYaml(there), toYaml(definition));
    return lines.length === 0 ? [] : [{ key, lines, isNew: there === undefined }];
  });
  const others = [...remote.keyed.keys()].filter((key) => !local.keyed.has(key));
  return { local, changes, others };
}

async function diff(task: Task): Promise<ExitCode> {
  const found = await compare(task);
  if (found === undefined) return EXIT.notEvaluable;
  const { terminal } = task;
  for (const { key, lines, isNew } of found.changes) {
    terminal.print(`${key}${isNew ? ' (new)' : ''}`);
    for (const line of lines) terminal.print(`  ${printable(line)}`);
  }
  for (const key of found.others) terminal.complain(`${key} exists only on the server.`);
  return found.changes.length > 0 ? EXIT.failed : EXIT.ok;
}

async function apply(task: Task): Promise<ExitCode> {
  const found = await compare(task);
  if (found === undefined) return EXIT.notEvaluable;
  const { terminal, server, note } = task;
  for (const { key, isNew } of found.changes) {
    const dashboard = found.local.keyed.get(key);
    if (dashboard === undefined) continue;
    await sendDefinition(server, dashboard.definition, note ?? 'Applied from a file');
    terminal.print(`${key} ${isNew ? 'created' : 'updated'}`);
  }
  if (found.changes.length === 0) terminal.print('No changes.');
  return EXIT.ok;
}

function readServer(terminal: Terminal, given: Given): Server | undefined {
  const access = readAccess(terminal, given, {
    variable: 'XPLAIN_API_KEY',
    complaint: 'XPLAIN_API_KEY is not set. Set it to a full-access API key.',
  });
  return access === undefined ? undefined : { ...access, timeoutMs: TIMEOUT_MS };
}
