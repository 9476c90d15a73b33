/** Properties of the code itself, as far as no tool holds them already. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { completeLock, type Lock } from '../tools/complete-lock.ts';
import { anchorsOf, namedPaths, projectLinks } from '../tools/markdown-links.ts';
import { unevenRows } from '../tools/markdown-tables.ts';
import { projectFiles, readProjectFile } from '../tools/project-files.ts';
import type { Endpoint } from '../src/contract/endpoint.ts';
import { AUDIT_ACTIONS, OPERATOR_ACTIONS } from '../src/spec/audit.ts';
import { LIMITS } from './support/limits.ts';
import { RATES } from '../src/spec/rates.ts';
import { PERMISSIONS } from '../src/spec/roles.ts';
import { LIMITS_NOT_YET } from './limits-not-yet.ts';

const root = join(import.meta.dirname, '..');
const files = projectFiles();
const code = files.filter((file) => /\.(ts|tsx|mjs|css)$/.test(file));
const texts = new Map(files.filter(isText).map((file) => [file, readProjectFile(file)]));
const isTestFile = (file: string): boolean =>
  /\.(test|suite)\.tsx?$/.test(file) || file.startsWith('test/');

function isText(file: string): boolean {
  return (
    /\.(ts|tsx|mjs|js|css|html|md|json|yaml|yml|sh|sql|txt)$/.test(file) || !/\.\w+$/.test(file)
  );
}

/** Tells all of them, one a line. */
function assertNone(problems: readonly string[]): void {
  if (problems.length > 0) assert.fail(problems.join('\n'));
}

function textOf(file: string): string {
  return texts.get(file) ?? '';
}

const words = new Map<string, ReadonlySet<string>>();

/** Read once: hundreds of names are looked for in thousands of files. */
function wordsOf(file: string): ReadonlySet<string> {
  const known = words.get(file) ?? new Set(textOf(file).match(/\w+/g));
  words.set(file, known);
  return known;
}

test('every endpoint has a permission, an address of its own and a handler', async () => {
  const endpoints = await readEndpoints();
  const product = code.filter((file) => file.startsWith('src/') && !isTestFile(file));
  const users = product.filter((file) => !file.startsWith('src/contract/'));
  const addresses = new Map<string, string>();
  const problems: string[] = [];

  for (const { name, endpoint } of endpoints) {
    const { permission } = endpoint.config;
    const isKnown =
      permission in PERMISSIONS || /^(session|installation|public|operator)$/.test(permission);
    if (!isKnown) problems.push(`${name} has no permission`);
    const address = `${endpoint.method} ${endpoint.url}`;
    const twin = addresses.get(address);
    if (twin !== undefined) problems.push(`${name} and ${twin} are both ${address}`);
    addresses.set(address, name);
    if (!users.some((file) => wordsOf(file).has(name))) problems.push(`${name} has no handler`);
  }

  assertNone(problems);
});

/** What orchestrators ask as often as they like. */
const UNCOUNTED = new Set(['getHealth', 'getReadiness']);
/** Standards say where clients look for the metadata of our sign-in, which is not where its other endpoints are. */
const AUTH_ELSEWHERE = new Set([
  'readProtectedResource',
  'readMcpResource',
  'readAuthorizationServer',
]);

test('every endpoint names its row of the rate table and how large its body may be', async () => {
  const problems: string[] = [];

  for (const { name, endpoint } of await readEndpoints()) {
    const { config, schema, url } = endpoint;
    const { permission, rate, body } = config;
    const isCounted = rate in RATES && rate !== 'failures';
    if (!isCounted && !(rate === 'none' && UNCOUNTED.has(name))) problems.push(`${name}: rate`);
    const isAuth = url.startsWith('/api/auth/') || AUTH_ELSEWHERE.has(name);
    if (isAuth && rate !== 'auth' && rate !== 'session') problems.push(`${name}: auth row`);
    const isPublic = permission === 'public' && !isAuth && !UNCOUNTED.has(name);
    if (isPublic && rate !== 'public') problems.push(`${name}: public row`);
    const takesJson = ['account', 'management', 'definition', 'bundle'].includes(body);
    // One that reads its bytes itself may yet describe them.
    const isDescribed = schema.body !== undefined && body !== 'raw' && body !== 'evaluation';
    if (takesJson !== isDescribed) problems.push(`${name}: body`);
    if (takesJson && isAuth !== (body === 'account')) problems.push(`${name}: size of its body`);
  }

  assertNone(problems);
});

async function readEndpoints(): Promise<{ name: string; endpoint: Endpoint }[]> {
  const contract = code.filter((file) => file.startsWith('src/contract/') && !isTestFile(file));
  const modules = await Promise.all(
    contract.map(async (file) => (await import(join(root, file))) as Record<string, unknown>),
  );
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      isEndpoint(value) ? [{ name, endpoint: value }] : [],
    ),
  );
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'url' in value;
}

test('every limit is used by the product and by a test, or waits for its room', () => {
  const paths = Object.entries(LIMITS).flatMap(([group, limits]) =>
    Object.keys(limits).map((name) => [group, name] as const),
  );
  const names = paths.map(([, name]) => name);
  const isUnique = (name: string): boolean => names.filter((each) => each === name).length === 1;
  const sources = code.filter((file) => !/^(src\/spec|tools)\//.test(file) && !isAboutLimits(file));

  const waiting: Record<string, number> = {};
  const problems = paths.flatMap(([group, name]) => {
    const isAlone = isUnique(name);
    const users = sources.filter((file) => mentions(file, group, name, isAlone));
    const isUsed = users.some((file) => !isTestFile(file));
    const isTested = users.some(isTestFile);
    const path = `${group}.${name}`;
    const isReady = isUsed && isTested;
    if (isReady && path in LIMITS_NOT_YET) return [`${path} is used: take it off the list`];
    waiting[group] = (waiting[group] ?? 0) + (isReady ? 0 : 1);
    const isListed = path in LIMITS_NOT_YET || `${group}.*` in LIMITS_NOT_YET;
    return isReady || isListed ? [] : [`${path} is ${isUsed ? 'not tested' : 'not used'}`];
  });
  for (const [group, count] of Object.entries(waiting)) {
    const isListed = `${group}.*` in LIMITS_NOT_YET;
    if (isListed && count === 0) problems.push(`${group}.* is used: take it off the list`);
  }

  assertNone(problems);
});

function isAboutLimits(file: string): boolean {
  return ['test/tidy.test.ts', 'test/limits-not-yet.ts'].includes(file);
}

/** A name that several groups share counts only where its group is named too. */
function mentions(file: string, group: string, name: string, isUnique: boolean): boolean {
  if (!wordsOf(file).has(name)) return false;
  const place = new RegExp(`\\.${group}\\b|\\['${group}'\\]|\\b${group}\\.${name}`);
  return isUnique || place.test(textOf(file));
}

test('every audit action is recorded by the product and looked for by a test', () => {
  const product = code.filter((file) => file.startsWith('src/') && !isTestFile(file));
  const recording = product.filter((file) => file !== 'src/spec/audit.ts').map(textOf);
  const looking = code.filter((file) => /\.(test|suite)\.ts$/.test(file)).map(textOf);
  const isNamed = (action: string, sources: readonly string[]): boolean =>
    sources.some((text) => new RegExp(`['"\`]${action.replace('.', '\\.')}['"\` ]`).test(text));
  const all = [...new Set([...AUDIT_ACTIONS, ...OPERATOR_ACTIONS])];

  assertNone([
    ...all
      .filter((action) => !isNamed(action, recording))
      .map((each) => `${each}: nobody records it`),
    ...all.filter((action) => !isNamed(action, looking)).map((each) => `${each}: no test names it`),
  ]);
});

test('the list of limits that wait names only limits', () => {
  const groups: Readonly<Record<string, Readonly<Record<string, number>>>> = LIMITS;
  const unknown = Object.keys(LIMITS_NOT_YET).filter((path) => {
    const [group = '', name = ''] = path.split('.');
    return name === '*' ? groups[group] === undefined : groups[group]?.[name] === undefined;
  });

  assertNone(unknown);
});

test('links and paths in the documents lead somewhere', () => {
  const exists = (path: string): boolean =>
    texts.has(path) || files.some((file) => file === path || file.startsWith(`${path}/`));

  const broken = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((page) => {
      const links = projectLinks(page, textOf(page)).filter(
        ({ file, anchor }) =>
          !exists(file) || (anchor !== '' && !anchorsOf(textOf(file)).has(anchor)),
      );
      const paths = namedPaths(textOf(page)).filter((path) => !exists(path));
      return [...links.map(({ text }) => text), ...paths].map((target) => `${page}: ${target}`);
    });

  assertNone(broken);
});

test('rows of tables have as many cells as their heading', () => {
  const uneven = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((page) =>
      unevenRows(textOf(page)).map(
        ({ line, cells, expected }) => `${page}:${line} has ${cells} cells instead of ${expected}`,
      ),
    );

  assertNone(uneven);
});

test('every decision is in the index, and every change says its kind', () => {
  const index = textOf('docs/decisions/README.md');
  const decisions = files.filter((file) => /^docs\/decisions\/\d{4}-/.test(file));
  const changes = files.filter((file) => /^changes\/(?!README\.md)/.test(file));

  const hidden = decisions.filter((file) => !index.includes(`](${file.replace(/^.*\//, '')})`));
  const vague = changes.filter(
    (file) => !/^(added|changed|fixed|removed): \S/.test(textOf(file)) || !file.endsWith('.md'),
  );

  assertNone([...hidden, ...vague]);
});

/** Nobody reads or edits them as a whole: they have a few lines for every endpoint, and their makers are checked. */
const MADE = new Set(['web/src/api/endpoints.ts']);

test('no file of code is over 450 lines', () => {
  const written = code.filter((file) => !MADE.has(file));
  const long = written.filter((file) => textOf(file).split('\n').length > 451);

  assertNone(long);
});

test('a name says what a file is', () => {
  const vague = code.filter((file) => /(^|[/-])(utils?|helpers?|common|misc|manager)\b/.test(file));

  assertNone(vague);
});

test('the index.ts of a room is one screen of named exports under a comment that says what it does', () => {
  const entries = code.filter((file) =>
    /^src\/(guard|flow|features)\/[\w-]+\/index\.ts$/.test(file),
  );

  const problems = entries.flatMap((file) => {
    const text = textOf(file);
    return [
      ...(text.startsWith('/**') ? [] : [`${file} does not open with a comment`]),
      ...(text.split('\n').length > 71 ? [`${file} is over one screen`] : []),
      ...(/^export \*/m.test(text) ? [`${file} exports everything of a file`] : []),
    ];
  });

  assertNone(problems);
});

test('every suite is run by a test, or is a part of another suite', () => {
  const users = code.filter((file) => /\.(test|suite)\.ts$/.test(file)).map(textOf);

  const idle = code
    .filter((file) => file.endsWith('.suite.ts'))
    .filter((file) => !users.some((text) => text.includes(file.replace(/^.*\//, '/'))));

  assertNone(idle);
});

const NOWHERE: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a path of one machine', /(^|[\s'"`(=:])\/(work|root|home\/\w+|Users\/\w+)\/\w/m],
  ['the address of a package registry', /\bregistry\.(?:npm|yarn)\w*\.\w/],
  ['a note to do something later', /\b(?:TO-?DO|FIX-?ME|XX-?X)\b:/],
  ['the number of a ticket', /\b(issue|ticket|task)\s+#?\d+\b/i],
  ['a secret', /-----BEGIN [A-Z ]*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b/],
];

/**
 * Where expressions are made of text at run time. One that a caller's text is part of can take for ever, and
 * the thread that runs it answers nobody meanwhile; so a further file says here why it may.
 */
const MAY_MAKE_EXPRESSIONS: Readonly<Record<string, string>> = {
  'src/config/variables.ts': 'of a number of ours',
  'src/engines/store/segments/direct/match-bodies.ts':
    'of escaped words, or checked to take time in proportion to the text; on a thread of its own',
  'src/language/event-regex/compile-regex.ts': 'checked for ambiguity, and watched',
  'src/flow/pipelines/steps/time-format.ts':
    'of pieces that the format chooses, without repetition',
  'src/flow/pipelines/steps/mask-kinds.ts': 'constants',
  'src/flow/search/compile/fields-of-text.ts':
    'of escaped characters, where no repetition runs over a delimiter, so that time stays linear',
  'src/flow/search/lookups/use-lookups.ts': 'a constant',
  'src/guard/accounts/create-first-user.ts': 'a constant',
  'src/guard/accounts/read-profile.ts': 'a constant',
  'src/guard/identity/connections/read-arrival.ts': 'a constant',
  'src/guard/identity/scim/directory-user.ts': 'a constant',
  'src/contract/bundle-kinds.ts': 'of constants and numbers of ours',
  'src/contract/explain-problems.ts': 'of the contract’s schemas',
  'src/evaluator/detect-instructions.ts': 'constants',
  'src/evaluator/name-entity.ts': 'constants',
  'src/evaluator/read-bound.ts': 'constants',
  'src/evaluator/read-count-rule.ts': 'constants',
  'src/evaluator/read-identifiers.ts':
    'of one escaped word, without repetition; on a thread of its own',
  'src/evaluator/read-verdict.ts': 'constants',
};

test('no expression is made of a caller’s text', () => {
  const makers = code.filter(
    (file) =>
      /^src\/(?!spec\/)/.test(file) &&
      !isTestFile(file) &&
      /\bRegExp\(|\.(?:match|matchAll|search)\((?!\/)[`'"]/.test(textOf(file)),
  );
  const unexplained = makers.filter((file) => !(file in MAY_MAKE_EXPRESSIONS));
  const gone = Object.keys(MAY_MAKE_EXPRESSIONS).filter((file) => !makers.includes(file));

  assertNone([
    ...unexplained.map((file) => `${file} makes an expression of text: walk the text instead`),
    ...gone.map((file) => `${file} makes none any more: take it off the list`),
  ]);
});

test('nothing stands in the project that does not belong there', () => {
  const found = [...texts].flatMap(([file, text]) =>
    NOWHERE.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${file} holds ${what}`),
  );

  assertNone(found);
});

test('packages are pinned exactly, for every platform, without the address of a registry', () => {
  const { dependencies, devDependencies } = JSON.parse(textOf('package.json')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const lock = JSON.parse(textOf('package-lock.json')) as Lock;
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );

  assertNone(loose.map(([name]) => name));
  assert.deepEqual(completeLock(lock), lock, 'run: npm run deps -- install');
});
