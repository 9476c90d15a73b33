/** `xplain config pull|diff|apply|check`: an organization as code. */
import type { readBundle as readBundleEndpoint } from '../../src/contract/bundles.ts';
import { type Command, EXIT, type Given, type Option, textOption, UsageError } from '../command.ts';
import {
  applyOnServer,
  DELETE_OPTION,
  NOTE_OPTION,
  diffOnServer,
  withServer,
} from '../config/plan-on-server.ts';
import { readBundle } from '../config/read-bundle.ts';
import { writeBundle } from '../config/write-bundle.ts';
import { bundleText } from '../../src/contract/bundle-text.ts';
import { bundleSchema } from '../../src/contract/bundle-schema.ts';
import { printable } from '../escape.ts';
import { callServer, field } from '../server/call-server.ts';

const FILE = 'xplain.yaml';
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
    'Checks a bundle without a server: its form, unknown fields, limits and literal secrets. Problems are reported with\n' +
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

export const configSchemaCommand: Command = {
  help:
    'Prints the JSON Schema of bundles, with which editors complete and check them. Needs no server; a server has\n' +
    'the same at /api/v1/config/schema.\n\nExit codes: 0 printed.',
  options: {},
  examples: ['xplain config schema > xplain.schema.json'],
  async run(terminal) {
    terminal.print(JSON.stringify(bundleSchema(), null, 2));
    return Promise.resolve(EXIT.ok);
  },
};

export const configDiffCommand: Command = {
  help:
    'Shows what apply would change, and what was changed outside the bundle. Changes nothing.\n' +
    `${ACCESS}0 no differences; 1 differences; 2 invalid bundle, server unreachable or missing key.`,
  options: { file, json, url },
  examples: ['xplain config diff', 'xplain config diff --json | jq .updates'],
  run: (terminal, given) =>
    withServer(terminal, given, async (server) =>
      diffOnServer(terminal, given, server, await readGiven(given)),
    ),
};

export const configApplyCommand: Command = {
  help:
    'Changes the organization to match the bundle, all or nothing. Secrets that the bundle refers to are read from\n' +
    'the environment and from local files, and sent with the bundle.\n' +
    `${ACCESS}0 done; 2 refused, invalid bundle, server unreachable or missing key.`,
  options: {
    file,
    hash: { type: 'string', value: '<hash>', help: 'Apply only if the plan still has this hash.' },
    'allow-deletes': DELETE_OPTION,
    'allow-delete': {
      type: 'string',
      value: '<names>',
      help: 'Indexes to delete with their events, separated by commas.',
    },
    note: NOTE_OPTION,
    json,
    url,
  },
  examples: [
    'xplain config apply',
    'xplain config apply --allow-deletes 12 --allow-delete web,app',
  ],
  run: (terminal, given) =>
    withServer(terminal, given, async (server) =>
      applyOnServer(terminal, given, server, await readGiven(given)),
    ),
};

export const configPullCommand: Command = {
  help:
    'Writes the current resources of a bundle to its file. Secrets are written as references, never as values.\n' +
    `${ACCESS}0 written; 2 server unreachable, missing key or file that can't be written.`,
  options: {
    file: {
      ...file,
      help: `File to write; - prints it; a folder gets a file for each kind (default ${FILE}).`,
    },
    bundle: { type: 'string', value: '<name>', help: 'Name of the bundle (required).' },
    all: { type: 'boolean', help: 'Include all other resources, to take them over.' },
    url,
  },
  examples: [
    'xplain config pull --bundle shop',
    'xplain config pull --bundle shop --file deploy/xplain/',
    'xplain config pull --bundle shop --all --file -',
  ],
  run: (terminal, given) =>
    withServer(terminal, given, async (server) => {
      const name = textOption(given, 'bundle');
      if (name === undefined) throw new UsageError('requires --bundle <name>');
      const all = given['all'] === true ? '&all=true' : '';
      const asked = `${PULL}?bundle=${encodeURIComponent(name)}${all}`;
      const answer = await callServer(server, { method: 'GET', path: asked });
      const bundle = field(field(answer, 'data'), 'bundle') as Readonly<Record<string, unknown>>;
      const to = textOption(given, 'file') ?? FILE;
      if (to === '-') terminal.print(bundleText(bundle).trimEnd());
      else for (const path of await writeBundle(to, bundle)) terminal.print(path);
      return EXIT.ok;
    }),
};

function readGiven(given: Given) {
  return readBundle(textOption(given, 'file') ?? FILE);
}
