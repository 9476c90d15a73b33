import { setTimeout as sleep } from 'node:timers/promises';
import type { ArchiveSource } from '../../src/contract/export-destinations.ts';
import type {
  ArchiveImport,
  createImport,
  ImportDraft,
  readImport,
} from '../../src/contract/imports.ts';
import {
  EXIT,
  textOption,
  UsageError,
  type Command,
  type Given,
  type Terminal,
} from '../command.ts';
import { callServer, type Server } from '../server/call-server.ts';
import { printable } from '../escape.ts';
import { NotEvaluable } from '../not-evaluable.ts';
import { readAccess } from '../server/read-access.ts';

const CREATE: (typeof createImport)['url'] = '/api/v1/imports';
const READ: (typeof readImport)['url'] = '/api/v1/imports/:id';
const TIMEOUT_MS = 30_000;
const POLL_MS = 1_000;
const DAYS_DEFAULT = '7';

export const importCommand: Command = {
  help:
    'Restores an archive into an index whose name starts with re_, for a number of days. The source is the ID of an\n' +
    'export (exp_…), folder:<name>/<prefix> for a server folder, or s3://<bucket>/<prefix>\n' +
    'with XPLAIN_S3_ENDPOINT, XPLAIN_S3_REGION, XPLAIN_S3_ACCESS_KEY_ID and XPLAIN_S3_SECRET_ACCESS_KEY.\n' +
    'Set XPLAIN_API_KEY to a full-access API key and XPLAIN_URL to the server. Waits until the restore has finished.\n\n' +
    'Exit codes: 0 every row is stored; 1 the restore failed; 2 usage error.',
  words: '<source>',
  options: {
    index: { type: 'string', value: '<re_name>', help: 'Target index.' },
    days: {
      type: 'string',
      value: '<days>',
      help: `Retention of the restored events (default ${DAYS_DEFAULT}).`,
    },
    from: {
      type: 'string',
      value: '<time>',
      help: 'Only restore windows that end after this time.',
    },
    to: {
      type: 'string',
      value: '<time>',
      help: 'Only restore windows that start before this time.',
    },
    unsigned: { type: 'boolean', help: 'Accept an archive signed by another installation.' },
    url: { type: 'string', value: '<address>', help: 'Server address (default: XPLAIN_URL).' },
  },
  examples: [
    'xplain import exp_6Tq1bWnLx8KvRdZcJ4MhPs --index re_november --days 7',
    'xplain import folder:archive/acme --index re_audit --from 2026-11-01T00:00:00Z',
  ],

  async run(terminal, given, words) {
    const [word, ...rest] = words;
    if (word === undefined || rest.length > 0) throw new UsageError('requires exactly one source');
    const draft = draftOf(terminal, given, word);
    const complaint = 'XPLAIN_API_KEY is not set. Set it to a full-access API key.';
    const access = readAccess(terminal, given, { variable: 'XPLAIN_API_KEY', complaint });
    if (access === undefined) return EXIT.usage;
    try {
      const done = await follow(terminal, { ...access, timeoutMs: TIMEOUT_MS }, draft);
      if (done.state === 'done') {
        const left = done.rowsRefused === 0 ? '' : `, refused ${done.rowsRefused} rows`;
        terminal.print(
          `Restored ${done.rows} rows from ${done.files} files to ${done.index}${left}`,
        );
        return EXIT.ok;
      }
      terminal.complain(`xplain: ${printable(done.error ?? `the import was ${done.state}`)}`);
      return EXIT.failed;
    } catch (error) {
      if (!(error instanceof NotEvaluable)) throw error;
      terminal.complain(`xplain: ${error.message}`);
      return EXIT.usage;
    }
  },
};

async function follow(
  terminal: Terminal,
  server: Server,
  draft: ImportDraft,
): Promise<ArchiveImport> {
  let job = dataOf(await callServer(server, { method: 'POST', path: CREATE, body: draft }));
  let storedRows = -1;
  let waitsFor: string | null = null;
  while (job.endedAt === null) {
    await sleep(POLL_MS);
    job = dataOf(await callServer(server, { method: 'GET', path: READ.replace(':id', job.id) }));
    if (job.endedAt === null && job.error !== null && job.error !== waitsFor) {
      terminal.complain(printable(job.error));
    }
    waitsFor = job.error;
    if (job.rows === storedRows) continue;
    storedRows = job.rows;
    terminal.complain(`${job.rows} of ${job.rowsPlanned ?? '?'} rows`);
  }
  return job;
}

/** Our own server wrote it. */
function dataOf(body: unknown): ArchiveImport {
  return (body as { data: ArchiveImport }).data;
}

function draftOf(terminal: Terminal, given: Given, word: string): ImportDraft {
  const index = textOption(given, 'index');
  if (index === undefined) {
    throw new UsageError('--index is required, for example --index re_november');
  }
  const days = Number(textOption(given, 'days') ?? DAYS_DEFAULT);
  if (!Number.isInteger(days)) throw new UsageError('--days must be an integer');
  const [from, to] = [textOption(given, 'from'), textOption(given, 'to')];
  return {
    source: sourceOf(terminal, word),
    index,
    days,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(given['unsigned'] === true ? { unsigned: true } : {}),
  };
}

function sourceOf({ environment }: Terminal, word: string): ArchiveSource {
  if (word.startsWith('exp_')) return { kind: 'export', export: word };
  const [kind, path] = word.startsWith('s3://')
    ? ['s3', word.slice('s3://'.length)]
    : [word.split(':', 1)[0], word.slice(word.indexOf(':') + 1)];
  const [first = '', ...rest] = path.split('/').filter((part) => part !== '');
  const prefix = rest.length === 0 ? {} : { prefix: rest.join('/') };
  if (kind === 'folder' && first !== '') return { kind, folder: first, ...prefix };
  if (kind !== 's3' || first === '') {
    throw new UsageError(
      'invalid source: use exp_…, folder:<name>/<prefix> or s3://<bucket>/<prefix>',
    );
  }
  const need = (name: string): string => {
    const value = environment[name];
    if (!value) throw new UsageError(`${name} is not set`);
    return value;
  };
  return {
    kind,
    bucket: first,
    ...prefix,
    endpoint: need('XPLAIN_S3_ENDPOINT'),
    region: need('XPLAIN_S3_REGION'),
    accessKeyId: need('XPLAIN_S3_ACCESS_KEY_ID'),
    secretAccessKey: need('XPLAIN_S3_SECRET_ACCESS_KEY'),
  };
}
