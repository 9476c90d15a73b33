import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endLeftovers } from './end-leftovers.ts';
import type { TestCounts, TestNote } from './test-reporter.ts';

export interface TestFileOutcome {
  readonly file: string;
  readonly isGood: boolean;
  readonly counts: TestCounts;
  /** Each with the file that contains it. */
  readonly skips: readonly {
    readonly name: string;
    readonly reason: string;
    readonly file: string;
  }[];
  /** What the file wants people to see although its tests passed. */
  readonly shown: readonly string[];
  /** Problems outside of single tests: a timeout, a crash, a leftover process. */
  readonly problems: readonly string[];
  readonly failures: readonly { readonly test: string; readonly text: string }[];
  readonly output: string;
  readonly seconds: number;
}

export interface TestFileOptions {
  readonly root: string;
  readonly nodeFlags: readonly string[];
  readonly timeoutMs: number;
  /** How long processes that the file started may take to end after it. */
  readonly leftoverMs: number;
  /** In the environment of everything the file starts. */
  readonly marker?: string;
  /** Called when the file itself has ended; what it has started may still be on its way out. */
  readonly onExit?: () => void;
}

const OUTPUT_CHARACTERS_MAX = 400_000;
const NOTHING = { tests: 0, suites: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0 };

/** Runs one test file in a separate process, and ends everything it leaves running. */
export function runTestFile(
  file: string,
  options: TestFileOptions,
  signal: AbortSignal,
): Promise<TestFileOutcome> {
  return runTests(file, [file], options, signal);
}

/** Runs several files in one process. Failures cannot be attributed to a file; for that, run each file alone. */
export function runTogether(
  files: readonly string[],
  options: TestFileOptions,
  signal: AbortSignal,
): Promise<TestFileOutcome> {
  const [first = ''] = files;
  const name = `${first} and ${files.length - 1} beside it`;
  return runTests(name, [join(import.meta.dirname, 'run-together.mjs'), ...files], options, signal);
}

async function runTests(
  file: string,
  program: readonly string[],
  options: TestFileOptions,
  signal: AbortSignal,
): Promise<TestFileOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-test-'));
  const notesFile = join(folder, 'notes');
  const { marker = randomUUID() } = options;
  const startedAt = performance.now();
  try {
    const child = start(program, options, notesFile, marker);
    const ended = await untilEnd(child, options.timeoutMs, signal);
    const seconds = (performance.now() - startedAt) / 1000;
    options.onExit?.();
    const leftovers = await endLeftovers(child.pid, marker, options.leftoverMs);
    const notes = readNotes(notesFile);
    const counts = notes.find((note) => note.kind === 'summary')?.counts;
    const problems = [
      ...ended.problems,
      ...leftovers.map((command) => `left a process running: ${command}`),
      ...(counts === undefined ? [`ended before its tests did${unfinished(notes)}`] : []),
      ...(counts?.tests === 0 ? ['holds no test'] : []),
    ];
    return {
      file,
      isGood: ended.code === 0 && problems.length === 0,
      counts: counts ?? { ...NOTHING, tests: 1, failed: 1 },
      skips: notes.filter((note) => note.kind === 'skip'),
      shown: notes.filter((note) => note.kind === 'shown').map(({ line }) => line),
      problems,
      failures: notes.filter((note) => note.kind === 'failure'),
      output: ended.output,
      seconds,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Report lines of files that passed; failed files report everything anyway. */
export function shownLines(all: readonly TestFileOutcome[]): string[] {
  return all
    .filter(({ isGood, shown }) => isGood && shown.length > 0)
    .flatMap(({ file, shown }) => [`\n# ${file}`, ...shown.map((line) => `#   ${line}`)]);
}

function start(
  program: readonly string[],
  { root, nodeFlags }: TestFileOptions,
  notesFile: string,
  marker: string,
): ChildProcess {
  const reporters = [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${join(import.meta.dirname, 'test-reporter.ts')}`,
    `--test-reporter-destination=${notesFile}`,
  ];
  // Set when a test runs this function; the file would report to that test instead of to us.
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  return spawn(process.execPath, [...nodeFlags, ...reporters, ...program], {
    cwd: root,
    env: { ...environment, TEST_FILE_MARKER: marker },
    // A separate process group, so that it can be ended with all processes it has started.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

interface End {
  readonly code: number | null;
  readonly output: string;
  readonly problems: readonly string[];
}

function untilEnd(child: ChildProcess, timeoutMs: number, signal: AbortSignal): Promise<End> {
  let output = '';
  const problems: string[] = [];
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-OUTPUT_CHARACTERS_MAX);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const end = (problem: string): void => {
    problems.push(problem);
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => end(`did not end within ${timeoutMs / 1000} s`), timeoutMs);
  const onAbort = (): void => end('was interrupted');
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  return new Promise((resolve) => {
    const finish = (code: number | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve({ code, output, problems });
    };
    child.on('error', (error) => {
      problems.push(error.message);
      finish(null);
    });
    // Not `close`: a leftover process may keep the pipes open forever.
    child.on('exit', (code) => setImmediate(finish, code));
  });
}

/** Tests that had started when the file was ended, to find the one that hangs. */
function unfinished(notes: readonly TestNote[]): string {
  const running = new Set<string>();
  for (const note of notes) {
    if (note.kind === 'begin') running.add(note.test);
    if (note.kind === 'end') running.delete(note.test);
  }
  return running.size === 0 ? '' : `; running were: ${[...running].join(', ')}`;
}

function readNotes(file: string): TestNote[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as TestNote);
  } catch {
    return [];
  }
}
