/**
 * The whole suite: the checks, and beside them every test file. Neighbours share a process, unless they touch what
 * belongs to it.
 *
 *   npm test                         everything
 *   npm test -- src/engines/queue    the files whose path contains one of the words
 *   npm test -- queue --test-name-pattern=retry
 *
 * Tests whose service is missing are skipped on a developer's machine, and listed at the end. With CI set
 * a skipped test is a failed one, unless what it needs is not released for this platform at all.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { removeFolder } from '../test/support/remove-folder.ts';
import { NO_BUILD } from '../test/support/store/without-clickhouse.ts';
import { closingLines, failuresOf, lastLines } from './closing-lines.ts';
import { groupTests } from './group-tests.ts';
import { interleave } from './interleave.ts';
import { quickFolder } from './quick-folder.ts';
import { runInLanes } from './run-in-lanes.ts';
import {
  runTestFile,
  runTogether,
  shownLines,
  type TestFileOptions,
  type TestFileOutcome,
} from './run-test-file.ts';

const root = dirname(import.meta.dirname);
const timesFile = join(root, 'node_modules/.cache/test-seconds.json');
const FILE_MS_MAX = 240_000;
/** Of each more in the same process. */
const NEXT_FILE_MS_MAX = 60_000;
/** Files that start the whole program, often more than once. */
const PROGRAM_FILE_MS_MAX = 480_000;
/** For each requested round of kills. */
const ROUND_MS_MAX = 20_000;
const ROUNDS_ASKED = Number(process.env['XPLAIN_TEST_CRASH_ROUNDS'] ?? 0);
/** The embedded store ends up to two seconds after its parent, more on a busy machine. */
const LEFTOVER_MS_MAX = 30_000;

const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isCi = Boolean(process.env['CI']);
const startedAt = performance.now();

/** From this number of files on, creating shared resources once is worthwhile. */
const SHARING_FILES_MIN = 4;

/** How many of the slowest files the report names, so that growth is noticed. */
const SLOWEST_SHOWN = 15;

/** Represents the checks among the groups of files: a lane that gets it as its file runs all checks. */
const CHECKS = 'the checks';

let checks: ProgramEnd = { isGood: true, output: '' };
const files = findFiles();
const groups = findGroups();
/** The files of those that passed as a group. */
const together = new Map<TestFileOutcome, readonly string[]>();
/** Files that failed when run with others and passed alone. */
const unsteady: TestFileOutcome[] = [];
/** More failures than this have a reason that is not the load of the machine. */
const UNSTEADY_MAX = 3;
const outcomes = await runAll();
report(outcomes);

interface ProgramEnd {
  readonly isGood: boolean;
  readonly output: string;
}

/** Runs a program to its end, or to that of the whole run. */
function runTool(command: readonly string[], signal: AbortSignal): Promise<ProgramEnd> {
  const child = spawn(process.execPath, command, {
    cwd: root,
    signal,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ isGood: false, output: error.message }));
    child.on('close', (code) => resolve({ isGood: code === 0, output }));
  });
}

function findFiles(): string[] {
  const all = globSync('{src,cli,web,tools,test}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', 'test/load/**'],
  });
  // The tidy test is one of the checks, which run anyway.
  return all.filter((file) =>
    words.length === 0 ? file !== 'test/tidy.test.ts' : words.some((word) => file.includes(word)),
  );
}

/** The slowest of the last run first, so that no long file is left for the end. */
function findGroups(): (readonly string[])[] {
  const found =
    files.length < SHARING_FILES_MIN ? files.map((file) => [file]) : groupTests(files, readSource);
  const seconds = readSeconds();
  // Unknown on a fresh clone: then tests of the whole program are assumed to take longest. Files of one folder mostly
  // wait or mostly compute, so they run alongside files of other folders.
  const guess = ([first = '']: readonly string[]): number => (first.startsWith('test/') ? 60 : 10);
  const weigh = (group: readonly string[]): number =>
    group.some((file) => seconds[file] === undefined)
      ? guess(group)
      : group.reduce((sum, file) => sum + (seconds[file] ?? 0), 0);
  const sorted = found.toSorted(
    (a, b) => weigh(b) - weigh(a) || String(a[0]).localeCompare(String(b[0])),
  );
  return [...Map.groupBy(sorted, weigh).values()].flatMap(interleave);
}

function readSource(file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return undefined;
  }
}

async function runAll(): Promise<TestFileOutcome[]> {
  print(`# ${files.length} test files`);
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => interruption.abort());
  }
  const folder = mkdtempSync(join(quickFolder(), 'xplain-run-'));
  process.on('exit', () => removeFolder(folder));
  // Removes the leftovers of killed programs, too. PostgreSQL runs as another user and needs to traverse the folder.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  const [shared] = await Promise.all([
    shareAmongFiles(folder),
    // Otherwise, all journeys that start at the same time would build it and replace it under each other.
    files.some((file) => file.startsWith('test/')) &&
      runTool(['tools/build-web.ts'], interruption.signal),
  ]);
  const lanes = Math.min(4, availableParallelism());
  const done: TestFileOutcome[] = [];
  await runInLanes(
    words.length > 0 ? groups : [[CHECKS], ...groups],
    async (group, leave) => {
      if (group[0] === CHECKS) await runChecks(interruption.signal);
      else done.push(...(await runGroup(group, leave, shared, interruption.signal)));
    },
    { lanes, lanesMax: 3 * lanes, signal: interruption.signal },
  );
  if (!interruption.signal.aborted) await runUnsteady(done, shared, interruption.signal);
  if (interruption.signal.aborted) print('interrupted');
  else writeSeconds(done);
  return done;
}

/**
 * A file that waits for a browser or a clock can fail next to eight others without indicating a bug. If a full run has
 * only a few failures, they are repeated while nothing else runs; the report names those that then pass.
 */
async function runUnsteady(
  done: TestFileOutcome[],
  shared: Shared,
  signal: AbortSignal,
): Promise<void> {
  const failed = done.filter(({ isGood }) => !isGood);
  if (words.length > 0 || failed.length > UNSTEADY_MAX) return;
  for (const outcome of failed) {
    const again = await runGroup(filesOf(outcome), () => {}, shared, signal);
    if (!again.every(({ isGood }) => isGood)) continue;
    done.splice(done.indexOf(outcome), 1, ...again);
    unsteady.push(outcome);
  }
}

interface Shared {
  /** Takes away what a file that has ended has left in what it shared. */
  readonly dropOf: (marker: string) => Promise<void>;
}

/** Resources that every file would otherwise create itself. A single file needs none of them. */
async function shareAmongFiles(folder: string): Promise<Shared> {
  if (files.length < SHARING_FILES_MIN) return { dropOf: async () => {} };
  const { bundlePackages } = await import('./bundle-packages.ts');
  const { prepareTestMetadata } = await import('../test/support/open-test-metadata.ts');
  const { buildServer } = await import('./build-server.ts');
  const bundles = await bundlePackages().catch(goWithout);
  const programs = await buildServer().catch(goWithout);
  const metadata = await prepareTestMetadata(folder).catch(goWithout);
  Object.assign(process.env, metadata?.environment, bundles);
  if (programs !== undefined) process.env['TEST_PROGRAMS'] = `${pathToFileURL(programs).href}/`;
  return { dropOf: async (marker) => metadata?.dropOf(marker) };
}

/** It only saves time: every file can make it for itself. */
function goWithout(error: unknown): undefined {
  print(`files share less than they could: ${String(error)}`);
}

async function runChecks(signal: AbortSignal): Promise<void> {
  checks = await runTool(['tools/check.ts', '--lanes=1'], signal);
  print(`\n# checks\n${checks.output}`);
}

/** If files fail together, each one is run again alone to find out which and why. It remains a failure. */
async function runGroup(
  group: readonly string[],
  onExit: () => void,
  shared: Shared,
  signal: AbortSignal,
): Promise<TestFileOutcome[]> {
  const [first = '', ...more] = group;
  if (more.length === 0) return [await runFile(first, onExit, shared, signal)];
  const outcome = await runWith(group, onExit, shared, (options) =>
    runTogether(group, options, signal),
  );
  tell(outcome);
  together.set(outcome, group);
  if (outcome.isGood || signal.aborted) return [outcome];
  const each: TestFileOutcome[] = [];
  for (const file of group) each.push(await runFile(file, () => {}, shared, signal));
  return each.some(({ isGood }) => !isGood) ? each : [outcome];
}

async function runFile(
  file: string,
  onExit: () => void,
  shared: Shared,
  signal: AbortSignal,
): Promise<TestFileOutcome> {
  const outcome = await runWith([file], onExit, shared, (options) =>
    runTestFile(file, options, signal),
  );
  tell(outcome);
  return outcome;
}

async function runWith(
  group: readonly string[],
  onExit: () => void,
  { dropOf }: Shared,
  run: (options: TestFileOptions) => Promise<TestFileOutcome>,
): Promise<TestFileOutcome> {
  const marker = randomUUID();
  const [first = '', ...more] = group;
  const firstMs = first.startsWith('test/') ? PROGRAM_FILE_MS_MAX : FILE_MS_MAX;
  const timeoutMs = firstMs + more.length * NEXT_FILE_MS_MAX + ROUNDS_ASKED * ROUND_MS_MAX;
  const leftoverMs = LEFTOVER_MS_MAX;
  const outcome = await run({ root, nodeFlags: flags, timeoutMs, leftoverMs, marker, onExit });
  // What stays goes with the server; it costs no more than room.
  await dropOf(marker).catch(() => {});
  return outcome;
}

function tell({ file, seconds, isGood }: TestFileOutcome): void {
  const mark = isGood ? 'ok    ' : 'FAILED';
  print(`${mark} ${seconds.toFixed(1).padStart(5)} s  ${file}`);
}

function report(all: readonly TestFileOutcome[]): void {
  const failed = all.filter(({ isGood }) => !isGood);
  for (const { file, output, problems } of failed) {
    print(`\n--- ${file}\n${output.trimEnd()}`);
    for (const problem of problems) print(`${file} ${problem}`);
  }
  for (const line of shownLines(all)) print(line);
  const skipCount = reportSkips(all);
  for (const { file, output } of unsteady) {
    print(`\n# UNSTEADY: ${file} failed beside others and passed alone\n${lastLines(output)}`);
  }
  if (failed.length > 0) print(`\n# failed: ${failed.map(({ file }) => file).join(', ')}`);
  if (!checks.isGood) print('\n# failed: the checks, see above');
  if (all.length === 0) print('\n# failed: there is no such test file');
  const isComplete = countFiles(all) === files.length;
  const isSkipAllowed = skipCount === 0 || !isCi;
  const isGood = failed.length === 0 && checks.isGood && isComplete && all.length > 0;
  printCounts(all);
  printSlowest(all);
  const checkFailures = checks.isGood ? [] : [{ title: CHECKS, text: lastLines(checks.output) }];
  const closing = closingLines([...checkFailures, ...failuresOf(all)]);
  if (closing.length > 0) print(`\n${closing.join('\n')}`);
  if (!isGood || !isSkipAllowed) process.exitCode = 1;
}

interface Skip {
  readonly file: string;
  readonly reason: string;
}

/** Lists skipped tests by reason; the reason states what to install. Returns how many of them could have run. */
function reportSkips(all: readonly TestFileOutcome[]): number {
  const skips = all.flatMap((outcome) =>
    outcome.skips.map(({ reason, file }) => ({ reason, file: fileOf(outcome, file) })),
  );
  const isPossible = ({ reason }: Skip): boolean => !reason.startsWith(NO_BUILD);
  const possible = skips.filter(isPossible);
  const impossible = skips.filter((skip) => !isPossible(skip));
  list(`left out: ${impossible.length} tests`, impossible);
  list(
    `${possible.length} tests were SKIPPED${isCi ? ', which is a failure in CI' : ''}`,
    possible,
  );
  return possible.length;
}

/** The file of a group that contains the test; a test in a suite is attributed to the group. */
function fileOf(outcome: TestFileOutcome, path: string): string {
  const found = relative(root, path);
  return filesOf(outcome).includes(found) ? found : outcome.file;
}

function list(title: string, skips: readonly Skip[]): void {
  if (skips.length === 0) return;
  print(`\n# ${title}:`);
  for (const [reason, group = []] of Object.entries(Object.groupBy(skips, (s) => s.reason))) {
    print(`#   ${reason}`);
    for (const file of new Set(group.map((skip) => skip.file))) print(`#     ${file}`);
  }
}

function printCounts(all: readonly TestFileOutcome[]): void {
  const sum = (key: keyof TestFileOutcome['counts']): number =>
    all.reduce((total, { counts }) => total + counts[key], 0);
  // A file can fail although all its tests pass, by leaving a process running.
  const fileFailures = all.filter(
    ({ isGood, counts }) => !isGood && counts.failed + counts.cancelled === 0,
  );
  print(`\n# files ${countFiles(all)}`);
  print(`# tests ${sum('tests')}`);
  print(`# suites ${sum('suites')}`);
  print(`# pass ${sum('passed')}`);
  print(`# fail ${sum('failed') + fileFailures.length + (checks.isGood ? 0 : 1)}`);
  print(`# cancelled ${sum('cancelled')}`);
  print(`# skipped ${sum('skipped')}`);
  print(`# todo ${sum('todo')}`);
  print(`# duration_ms ${Math.round(performance.now() - startedAt)}`);
}

function filesOf(outcome: TestFileOutcome): readonly string[] {
  return together.get(outcome) ?? [outcome.file];
}

function countFiles(all: readonly TestFileOutcome[]): number {
  return all.reduce((sum, outcome) => sum + filesOf(outcome).length, 0);
}

function printSlowest(all: readonly TestFileOutcome[]): void {
  const slowest = all.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN);
  const total = all.reduce((sum, { seconds }) => sum + seconds, 0);
  print(`\n# lane seconds ${Math.round(total)}, of which the slowest files took`);
  for (const { seconds, file } of slowest) {
    print(`#   ${seconds.toFixed(1).padStart(5)} s  ${file}`);
  }
}

function readSeconds(): Partial<Record<string, number>> {
  try {
    return JSON.parse(readFileSync(timesFile, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}

function writeSeconds(all: readonly TestFileOutcome[]): void {
  const seconds = Object.fromEntries(
    all.flatMap((outcome) => {
      const ofGroup = filesOf(outcome);
      return ofGroup.map((file) => [file, outcome.seconds / ofGroup.length]);
    }),
  );
  mkdirSync(dirname(timesFile), { recursive: true });
  writeFileSync(timesFile, JSON.stringify({ ...readSeconds(), ...seconds }));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
