/** `xplain dashboards pull|diff|apply`: a bundle that contains only dashboards, one file each. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { listBundleThings, readBundle } from '../../src/contract/bundles.ts';
import type { DashboardDefinition } from '../../src/contract/dashboard-definition.ts';
import { DEFINITION_SCHEMA } from '../../src/spec/dashboards.ts';
import {
  type Command,
  EXIT,
  type ExitCode,
  type Given,
  type Terminal,
  textOption,
  UsageError,
} from '../command.ts';
import {
  applyOnServer,
  DELETE_OPTION,
  diffOnServer,
  NOTE_OPTION,
  withServer,
} from '../config/plan-on-server.ts';
import type { ReadBundle } from '../config/read-bundle.ts';
import { readFolder } from '../dashboards/read-folder.ts';
import { toYaml } from '../dashboards/yaml-form.ts';
import { printable } from '../escape.ts';
import { codeOf } from '../read-rows.ts';
import { callServer, field, listField, type Server, textField } from '../server/call-server.ts';

const FOLDER = 'dashboards';
const BUNDLE = 'dashboards';
const PULL: (typeof readBundle)['url'] = '/api/v1/config';
const THINGS: (typeof listBundleThings)['url'] = '/api/v1/config/things';
const PAGES_MAX = 1_000;

export const dashboardsCommand: Command = {
  help:
    'Manages dashboards as code: a bundle with one YAML file per dashboard, matched by its key. pull downloads them,\n' +
    'diff shows what apply would change, apply makes all changes or none. apply also deletes dashboards without a\n' +
    'file, if it created them or took them over. Set XPLAIN_API_KEY to a full-access API key and XPLAIN_URL to the server.\n' +
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
    bundle: {
      type: 'string',
      value: '<name>',
      help: `Bundle that owns the dashboards (default ${BUNDLE}).`,
    },
    note: NOTE_OPTION,
    'allow-deletes': DELETE_OPTION,
    url: { type: 'string', value: '<address>', help: 'Server address (default: XPLAIN_URL).' },
  },
  examples: [
    'xplain dashboards pull',
    'xplain dashboards diff --dir deploy/dashboards',
    'xplain dashboards apply --note "$(git log -1 --format=%s)"',
  ],

  run(terminal, given, words) {
    const [verb, ...rest] = words;
    const work = VERBS[verb ?? ''];
    if (work === undefined || rest.length > 0) {
      throw new UsageError('requires a subcommand: pull, diff or apply');
    }
    return withServer(terminal, given, (server) => work(terminal, given, server));
  },
};

type Verb = (terminal: Terminal, given: Given, server: Server) => Promise<ExitCode>;

const VERBS: Readonly<Record<string, Verb>> = {
  pull,
  diff: async (terminal, given, server) =>
    diffOnServer(terminal, given, server, await readGiven(given, server), 'same'),
  apply: async (terminal, given, server) =>
    applyOnServer(terminal, given, server, await readGiven(given, server)),
};

async function pull(terminal: Terminal, given: Given, server: Server): Promise<ExitCode> {
  const bundle = textOption(given, 'bundle') ?? BUNDLE;
  const folder = textOption(given, 'dir') ?? FOLDER;
  const path = `${PULL}?bundle=${encodeURIComponent(bundle)}&all=true&kind=dashboards`;
  const answer = await callServer(server, { method: 'GET', path });
  const dashboards = field(field(field(answer, 'data'), 'bundle'), 'dashboards') ?? {};
  const foreign = await readForeign(server, bundle);
  for (const [key, definition] of Object.entries(dashboards)) {
    const owner = foreign.get(key);
    if (owner !== undefined) {
      terminal.complain(printable(`Skipped ${key}: the bundle ${owner} owns it.`));
      continue;
    }
    const file = join(folder, `${key}.yaml`);
    // As normalized by the server, which leaves out a name that equals the key.
    const whole: DashboardDefinition = {
      schema: DEFINITION_SCHEMA,
      key,
      name: key,
      ...(definition as object),
    };
    await writeText(folder, file, toYaml(whole));
    terminal.print(file);
  }
  return EXIT.ok;
}

/** Takes over what no bundle owns, and leaves others theirs. */
async function readGiven(given: Given, server: Server): Promise<ReadBundle> {
  const bundle = textOption(given, 'bundle') ?? BUNDLE;
  const foreign = await readForeign(server, bundle);
  return readFolder(textOption(given, 'dir') ?? FOLDER, { bundle, foreign });
}

/** Dashboards that other bundles own, by key. */
async function readForeign(server: Server, own: string): Promise<ReadonlyMap<string, string>> {
  const foreign = new Map<string, string>();
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const after = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `${THINGS}?kind=dashboards&limit=200${after}`;
    const answer = await callServer(server, { method: 'GET', path });
    for (const each of listField(answer, 'data')) {
      const [key, bundle] = [textField(each, 'key'), textField(each, 'bundle')];
      if (key !== undefined && bundle !== undefined && bundle !== own) foreign.set(key, bundle);
    }
    cursor = textField(answer, 'nextCursor');
    if (cursor === undefined) break;
  }
  return foreign;
}

async function writeText(folder: string, file: string, text: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(`can't write ${file} (${codeOf(error)})`);
  }
}
