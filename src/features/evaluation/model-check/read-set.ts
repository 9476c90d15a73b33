/**
 * The labelled set that ships with the product: logs of real programs, and items with the status that a reader of the log gives
 * them. `tools/labelled-set.ts` packs it. Read on a thread, since it has to be unpacked.
 */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { FindingStatus, ModelCheckSet } from '../../../spec/evaluation.ts';

export interface LabelledCase {
  readonly description: string;
  /** `near` and `absent` items are in no row; near ones share words with some. */
  readonly kind: 'present' | 'near' | 'absent' | 'deleted';
  readonly expected: FindingStatus;
  /** Rows that the item is about. Without them, it must not be found. */
  readonly about: readonly number[];
}

export interface LabelledSet {
  readonly logs: Readonly<Record<string, readonly string[]>>;
  readonly runs: readonly {
    readonly log: string;
    readonly criteria: string;
    readonly cases: readonly LabelledCase[];
  }[];
}

/** Some items about one log, asked about together. */
export interface LabelledQuestion {
  readonly log: string;
  readonly criteria: string;
  readonly rows: readonly string[];
  readonly cases: readonly LabelledCase[];
}

export const FILES = {
  open: 'labelled-set.json.br',
  sealed: 'labelled-set-sealed.json.br',
} as const;

const CASES_PER_QUESTION = 20;
const COPIES_PER_QUESTION = 5;
const SAMPLE = { questions: 20, casesEach: 3, copyEvery: 4 } as const;

const known = new Map<ModelCheckSet, readonly LabelledQuestion[]>();

/** The questions of a set, always the same and in the same order. */
export function questionsOf(set: ModelCheckSet): readonly LabelledQuestion[] {
  const before = known.get(set);
  if (before !== undefined) return before;
  const labelled = readSet(set === 'sealed' ? 'sealed' : 'open');
  const questions = set === 'sample' ? sampleOf(labelled) : wholeOf(labelled);
  known.set(set, questions);
  return questions;
}

export function readSet(file: keyof typeof FILES): LabelledSet {
  const packed = readFileSync(new URL(FILES[file], import.meta.url));
  // A test compares it with what was packed.
  return JSON.parse(brotliDecompressSync(packed).toString()) as LabelledSet;
}

type LabelledRun = LabelledSet['runs'][number];

function wholeOf(set: LabelledSet): LabelledQuestion[] {
  return set.runs.flatMap((run) => [
    ...chunks(run.cases, CASES_PER_QUESTION).map((cases) => ask(set, run, cases)),
    ...chunks(run.cases.filter(isPresent), COPIES_PER_QUESTION).map((cases) =>
      askCopy(set, run, cases),
    ),
  ]);
}

/** From logs all over the set; every fourth question is about a copy without the rows. */
function sampleOf(set: LabelledSet): LabelledQuestion[] {
  const { questions, casesEach, copyEvery } = SAMPLE;
  return Array.from({ length: questions }, (_, at) => {
    const run = set.runs[Math.floor((at * set.runs.length) / questions)];
    if (run === undefined) throw new Error('the labelled set is empty');
    if (at % copyEvery === copyEvery - 1) {
      return askCopy(set, run, pick(run.cases.filter(isPresent), at, casesEach));
    }
    const [passed = [], bad = [], without = []] = [
      run.cases.filter(({ expected }) => expected === 'passed'),
      run.cases.filter(({ expected }) => expected === 'failed' || expected === 'skipped'),
      run.cases.filter(({ expected }) => expected === 'not_found'),
    ].map((some) => pick(some, at, 1));
    const chosen = [...passed, ...bad, ...without];
    const others = run.cases.filter((each) => !chosen.includes(each));
    return ask(set, run, [...chosen, ...pick(others, at, casesEach - chosen.length)]);
  });
}

function isPresent({ kind }: LabelledCase): boolean {
  return kind === 'present';
}

/** Neighbors from a place that depends on the question. */
function pick<T>(from: readonly T[], at: number, count: number): T[] {
  const start = from.length === 0 ? 0 : (at * 7) % from.length;
  return [...from.slice(start), ...from.slice(0, start)].slice(0, count);
}

function ask(
  { logs }: LabelledSet,
  { log, criteria }: LabelledRun,
  cases: readonly LabelledCase[],
): LabelledQuestion {
  return { log, criteria, rows: logs[log] ?? [], cases };
}

function askCopy(
  set: LabelledSet,
  run: LabelledRun,
  cases: readonly LabelledCase[],
): LabelledQuestion {
  const removed = new Set(cases.flatMap(({ about }) => about));
  const { rows, ...rest } = ask(set, run, cases);
  return {
    ...rest,
    rows: rows.filter((_, row) => !removed.has(row)),
    cases: cases.map((each) => ({ ...each, kind: 'deleted', expected: 'not_found' })),
  };
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, at) => all.slice(at * size, (at + 1) * size));
}
