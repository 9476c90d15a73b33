import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runTestFile, type TestFileOutcome } from '../run-test-file.ts';
import { applyChange, type Change } from './find-changes.ts';

export interface Trial {
  readonly change: Change;
  /** The test file that failed; undefined when none did. */
  readonly noticedBy: string | undefined;
  readonly testsRun: number;
  /** Those that fail, or take too long, without any change. */
  readonly testsUseless: readonly string[];
  readonly testsAll: number;
  readonly seconds: number;
}

export interface TrialOptions {
  /** No further test file is started after this time. */
  readonly secondsMax: number;
  readonly lanes: number;
  /** How long a test file takes without a change. */
  readonly secondsOf: (file: string) => number;
}

export interface Project {
  readonly root: string;
  /** By path from the root, without packages. */
  readonly files: readonly string[];
}

/** A file counts as hanging after this many times its usual duration, and at least this many seconds. */
const HANGING_FACTOR = 5;
const HANGING_SECONDS_MIN = 30;
const LEFTOVER_MS_MAX = 10_000;

/**
 * Makes each change in a copy of the project, runs the test files that can see it until one fails, and takes the
 * change back. The project itself is never touched.
 */
export async function tryChanges(
  project: Project,
  changes: readonly Change[],
  testsOf: (file: string) => readonly string[],
  options: TrialOptions,
  onTrial: (trial: Trial) => void,
): Promise<Trial[]> {
  const waiting = [...changes];
  const trials: Trial[] = [];
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  // A test that fails without a change is no evidence about a change; each is checked once.
  const good = new Map<string, Promise<boolean>>();
  const lanes = Array.from({ length: options.lanes }, async () => {
    const copy = makeCopy(project);
    try {
      for (let change = waiting.shift(); change !== undefined; change = waiting.shift()) {
        const needs = { copy, good, options, signal: interruption.signal };
        const trial = await tryChange(needs, change, testsOf(change.file));
        if (interruption.signal.aborted) return;
        trials.push(trial);
        onTrial(trial);
      }
    } finally {
      rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
    }
  });
  await Promise.all(lanes);
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  return trials;
}

interface TrialNeeds {
  readonly copy: string;
  readonly good: Map<string, Promise<boolean>>;
  readonly options: TrialOptions;
  readonly signal: AbortSignal;
}

async function tryChange(
  needs: TrialNeeds,
  change: Change,
  tests: readonly string[],
): Promise<Trial> {
  const path = join(needs.copy, change.file);
  const original = readFileSync(path, 'utf8');
  const startedAt = performance.now();
  const secondsSoFar = (): number => (performance.now() - startedAt) / 1000;
  const testsUseless: string[] = [];
  let testsRun = 0;
  let noticedBy: string | undefined;
  for (const test of tests) {
    if (secondsSoFar() > needs.options.secondsMax || needs.signal.aborted) break;
    testsRun += 1;
    writeFileSync(path, applyChange(change, original));
    const outcome = await runOne(needs, test);
    writeFileSync(path, original);
    if (outcome.isGood) continue;
    if (await isGoodAlone(needs, test)) noticedBy = test;
    else testsUseless.push(test);
    if (noticedBy !== undefined) break;
  }
  const seconds = secondsSoFar();
  return { change, noticedBy, testsRun, testsUseless, testsAll: tests.length, seconds };
}

async function isGoodAlone(needs: TrialNeeds, test: string): Promise<boolean> {
  const known = needs.good.get(test) ?? runOne(needs, test).then(({ isGood }) => isGood);
  needs.good.set(test, known);
  return known;
}

function runOne({ copy, options, signal }: TrialNeeds, test: string): Promise<TestFileOutcome> {
  const seconds = Math.max(HANGING_FACTOR * options.secondsOf(test), HANGING_SECONDS_MIN);
  const timeoutMs = Math.ceil(seconds * 1000);
  const settings = { root: copy, nodeFlags: [], timeoutMs, leftoverMs: LEFTOVER_MS_MAX };
  return runTestFile(test, settings, signal);
}

/** Copies the project files in their current state, and links the packages. */
function makeCopy({ root, files }: Project): string {
  const copy = mkdtempSync(join(tmpdir(), 'xplain-mutate-'));
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}
