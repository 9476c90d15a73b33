/** `xplain config pull|diff|apply|check`: an organization as code. */
import { writeFile } from 'node:fs/promises';
import type {
  applyBundle,
  BundlePlan,
  planBundle,
  readBundle as readBundleEndpoint,
} from '../../src/contract/bundles.ts';
import {
  type Command,
  EXIT,
  type ExitCode,
  type Given,
  type Option,
  type Terminal,
  textOption,
  UsageError,
} from '../command.ts';
import { readBundle, type ReadBundle, readSecrets } from '../config/read-bundle.ts';
import { bundleText } from '../config/write-bundle.ts';
import { printable } from '../escape.ts';
import { NotEvaluable } from '../not-evaluable.ts';
import { codeOf } from '../read-rows.ts';
import { callServer, field, type Server, ServerRefused } from '../server/call-server.ts';
import { readAccess } from '../server/read-access.ts';

const FILE = 'xplain.yaml';
const TIMEOUT_MS = 60_000;
const PLAN: (typeof planBundle)['url'] = '/api/v1/config/plan';
const APPLY: (typeof applyBundle)['url'] = '/api/v1/config/apply';
const PULL: (typeof readBundleEndpoint)['url'] = '/api/v1/config';

const file: Option = {
  type: 'string',
  value: '<path>',
  help: `Bundle: a YAML file, or a folder of them (default ${FILE}).`,
};
const url: Option = {
  type: 'string',
  value: '<address>',
  help: 'Server address (default: XPLAIN_URL).',
};
const json: Option = { type: 'boolean', help: 'Output JSON.' };
const ACCESS =
  'Set XPLAIN_API_KEY to a full-access API key and XPLAIN_URL to the server.\n\nExit codes: ';

export const configCheckCommand: Command = {
  help:
    'Checks a bundle without a server: its form, unknown fields, limits and literal secrets. Problems have the\n' +
    'line and the column.\n\nExit codes: 0 valid; 1 invalid; 2 unreadable file.',
  options: { file },
  examples: ['xplain config check', 'xplain config check --file deploy/xplain'],
  async run(terminal, given) {
    const path = textOption(given, 'file') ?? FILE;
    const read = await readBundle(path);
    for (const problem of read.problems) terminal.complain(printable(problem));
    if (read.problems.length > 0) return EXIT.failed;
    terminal.print(`${path} is valid.`);
    return EXIT.ok;
  },
};

export const configDiffCommand: Command = {
  help:
    'Shows what apply would change, and what was changed outside the bundle. Changes nothing.\n' +
    `${ACCESS}0 no differences; 1 differences; 2 invalid bundle, server unreachable or missing key.`,
  options: { file, json, url },
  examples: ['xplain config diff', 'xplain config diff --json | jq .updates'],
  run: (terminal, given) =>
    withServer(terminal, given, async (server) => {
      const planned = await plan(terminal, given, server);
      if (planned === undefined) return EXIT.notEvaluable;
      show(terminal, given, planned.plan);
      return isEmpty(planned.plan) ? EXIT.ok : EXIT.failed;
    }),
};

export const configApplyCommand: Command = {
  help:
    'Changes the organization to match the bundle, all or nothing. Secrets that the bundle refers to are read from\n' +
    'the environment and from files here, and sent along.\n' +
    `${ACCESS}0 done; 2 refused, invalid bundle, server unreachable or missing key.`,
  options: {
    file,
    hash: { type: 'string', value: '<hash>', help: 'Apply only if the plan still has this hash.' },
    'allow-deletes': {
      type: 'string',
      value: '<count>',
      help: 'How many things may be deleted, where it is more than 10 or a quarter.',
    },
    'allow-delete': {
      type: 'string',
      value: '<names>',
      help: 'Indexes that may be deleted with their events, separated by commas.',
    },
    json,
    url,
  },
  examples: [
    'xplain config apply',
    'xplain config apply --allow-deletes 12 --allow-delete web,app',
  ],
  run: (terminal, given) =>
    withServer(terminal, given, async (server) => {
      const deletes = allowedDeletes(given);
      const planned = await plan(terminal, given, server);
      if (planned === undefined) return EXIT.notEvaluable;
      const hash = textOption(given, 'hash') ?? planned.plan.hash;
      const body = { ...planned.body, hash, ...deletes };
      const done = await ask(planned.read, server, APPLY, body);
      show(terminal, given, done);
      if (given['json'] !== true && !isEmpty(done)) terminal.print('Applied.');
      return EXIT.ok;
    }),
};

export const configPullCommand: Command = {
  help:
    'Writes what a bundle owns as it is now into its file. Secrets are written as references, never as values.\n' +
    `${ACCESS}0 written; 2 server unreachable, missing key or file that can't be written.`,
  options: {
    file: { ...file, help: `File to write; - prints it (default ${FILE}).` },
    bundle: { type: 'string', value: '<name>', help: 'Name of the bundle (required).' },
    all: { type: 'boolean', help: 'Include what no bundle owns, to take it over.' },
    url,
  },
  examples: ['xplain config pull --bundle shop', 'xplain config pull --bundle shop --all --file -'],
  run: (terminal, given) =>
    withServer(terminal, given, async (server) => {
      const name = textOption(given, 'bundle');
      if (name === undefined) throw new UsageError('requires --bundle <name>');
      const all = given['all'] === true ? '&all=true' : '';
      const path = `${PULL}?bundle=${encodeURIComponent(name)}${all}`;
      const answer = await callServer(server, { method: 'GET', path });
      const text = bundleText(field(field(answer, 'data'), 'bundle'));
      const to = textOption(given, 'file') ?? FILE;
      if (to === '-') {
        terminal.print(text.trimEnd());
        return EXIT.ok;
      }
      try {
        await writeFile(to, text);
      } catch (error) {
        throw new UsageError(`can't write ${to} (${codeOf(error)})`);
      }
      terminal.print(to);
      return EXIT.ok;
    }),
};

async function withServer(
  terminal: Terminal,
  given: Given,
  work: (server: Server) => Promise<ExitCode>,
): Promise<ExitCode> {
  const access = readAccess(terminal, given, {
    variable: 'XPLAIN_API_KEY',
    complaint: 'XPLAIN_API_KEY is not set. Set it to a full-access API key.',
  });
  if (access === undefined) return EXIT.notEvaluable;
  try {
    return await work({ ...access, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof NotEvaluable)) throw error;
    terminal.complain(`xplain: ${error.message}`);
    return EXIT.notEvaluable;
  }
}

/** Undefined when the bundle cannot be used, which has been told then. */
async function plan(terminal: Terminal, given: Given, server: Server) {
  const read = await readBundle(textOption(given, 'file') ?? FILE);
  for (const problem of read.problems) terminal.complain(printable(problem));
  if (read.problems.length > 0) return undefined;
  const secrets = await readSecrets(read, terminal.environment);
  const body = { bundle: read.value, secrets };
  return { read, body, plan: await ask(read, server, PLAN, body) };
}

async function ask(
  read: ReadBundle,
  server: Server,
  path: string,
  body: object,
): Promise<BundlePlan> {
  try {
    const answer = await callServer(server, { method: 'POST', path, body });
    // What the server answers here is a plan, by its contract.
    return field(answer, 'data') as BundlePlan;
  } catch (error) {
    if (!(error instanceof ServerRefused)) throw error;
    const places = error.details
      .filter(({ path: at }) => at.startsWith('bundle.'))
      .map(({ path: at, message }) => read.place(at.slice('bundle.'.length), message));
    throw places.length === 0 ? error : new NotEvaluable(places.map(printable).join('\n'));
  }
}

function allowedDeletes(given: Given) {
  const count = textOption(given, 'allow-deletes');
  const names = textOption(given, 'allow-delete');
  if (count !== undefined && !/^\d{1,4}$/.test(count)) {
    throw new UsageError('--allow-deletes requires a number');
  }
  return {
    ...(count === undefined ? {} : { allowDeletes: Number(count) }),
    ...(names === undefined ? {} : { allowDelete: names.split(',') }),
  };
}

function isEmpty({ creates, updates, deletes, adopts }: BundlePlan): boolean {
  return creates.length + updates.length + deletes.length + adopts.length === 0;
}

function show(terminal: Terminal, given: Given, shown: BundlePlan): void {
  if (given['json'] === true) {
    terminal.print(JSON.stringify(shown, null, 2));
    return;
  }
  const line = (sign: string, { kind, key }: { kind: string; key: string }): void =>
    terminal.print(printable(`${sign} ${kind}.${key}`));
  for (const each of shown.creates) line('+', each);
  for (const each of shown.adopts) line('=', each);
  for (const each of shown.updates) {
    line('~', each);
    for (const { field: name, from, to } of each.changes) {
      terminal.print(printable(`    ${name}: ${JSON.stringify(from)} -> ${JSON.stringify(to)}`));
    }
  }
  for (const each of shown.deletes) line('-', each);
  for (const { kind, key, fields } of shown.drift) {
    terminal.complain(printable(`${kind}.${key} was changed by hand: ${fields.join(', ')}`));
  }
  if (isEmpty(shown)) terminal.print('No changes.');
}
