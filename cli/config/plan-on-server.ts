/** A bundle at a server: planned, applied, and what of it people read. */
import type { applyBundle, BundlePlan, planBundle } from '../../src/contract/bundles.ts';
import { bundleText } from '../../src/contract/bundle-text.ts';
import {
  EXIT,
  type ExitCode,
  type Given,
  type Option,
  type Terminal,
  textOption,
  UsageError,
} from '../command.ts';
import { printable } from '../escape.ts';
import { NotEvaluable } from '../not-evaluable.ts';
import { callServer, field, type Server, ServerRefused } from '../server/call-server.ts';
import { readAccess } from '../server/read-access.ts';
import { lineDiff } from './line-diff.ts';
import { type ReadBundle, readSecrets } from './read-bundle.ts';

const TIMEOUT_MS = 60_000;
const PLAN: (typeof planBundle)['url'] = '/api/v1/config/plan';
const APPLY: (typeof applyBundle)['url'] = '/api/v1/config/apply';

export const DELETE_OPTION: Option = {
  type: 'string',
  value: '<count>',
  help: 'Number of deletions to allow, if more than 10 or a quarter of the bundle.',
};
export const NOTE_OPTION: Option = {
  type: 'string',
  value: '<text>',
  help: 'Change note of the new versions.',
};

export async function withServer(
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

/** Undefined if the bundle is invalid; the errors have already been printed. */
async function planOnServer(terminal: Terminal, server: Server, read: ReadBundle) {
  for (const problem of read.problems) terminal.complain(printable(problem));
  if (read.problems.length > 0) return undefined;
  const secrets = await readSecrets(read, terminal.environment);
  const body = { bundle: read.value, secrets };
  return { body, plan: await ask(read, server, PLAN, body) };
}

/** Shows what would change; tells by the exit code whether anything would. */
export async function diffOnServer(
  terminal: Terminal,
  given: Given,
  server: Server,
  read: ReadBundle,
  adopted: 'differs' | 'same' = 'differs',
): Promise<ExitCode> {
  const planned = await planOnServer(terminal, server, read);
  if (planned === undefined) return EXIT.notEvaluable;
  show(terminal, given, planned.plan);
  return isEmpty(planned.plan, adopted) ? EXIT.ok : EXIT.failed;
}

export async function applyOnServer(
  terminal: Terminal,
  given: Given,
  server: Server,
  read: ReadBundle,
): Promise<ExitCode> {
  const more = { ...allowedDeletes(given), ...noteOf(given) };
  const planned = await planOnServer(terminal, server, read);
  if (planned === undefined) return EXIT.notEvaluable;
  const hash = textOption(given, 'hash') ?? planned.plan.hash;
  const done = await ask(read, server, APPLY, { ...planned.body, hash, ...more });
  show(terminal, given, done);
  if (given['json'] !== true && !isEmpty(done)) terminal.print('Applied.');
  return EXIT.ok;
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

function noteOf(given: Given) {
  const note = textOption(given, 'note');
  return note === undefined ? {} : { note };
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

function isEmpty(
  { creates, updates, deletes, adopts }: BundlePlan,
  adopted: 'differs' | 'same' = 'differs',
): boolean {
  const taken = adopted === 'same' ? 0 : adopts.length;
  return creates.length + updates.length + deletes.length + taken === 0;
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
    for (const change of each.changes) {
      for (const text of changeLines(change)) terminal.print(printable(`    ${text}`));
    }
  }
  for (const each of shown.deletes) line('-', each);
  for (const { kind, key, fields } of shown.drift) {
    terminal.complain(printable(`${kind}.${key} was changed manually: ${fields.join(', ')}`));
  }
  if (isEmpty(shown)) terminal.print('No changes.');
}

/** A short value on one line; of lists, objects and long texts the lines that differ, as in the file. */
function changeLines({ field: name, from, to }: BundlePlan['updates'][number]['changes'][number]) {
  const isPlain = (value: unknown): boolean =>
    (typeof value !== 'object' || value === null) && !String(value).includes('\n');
  if (isPlain(from) && isPlain(to)) {
    return [`${name}: ${JSON.stringify(from)} -> ${JSON.stringify(to)}`];
  }
  const text = (value: unknown): string =>
    value === null ? '' : bundleText({ [name]: value }).trimEnd();
  return lineDiff(text(from), text(to));
}
