/**
 * The labelled set: per scenario a log of real programs and items with the status a reader of the log gives
 * them. `dev` is what the evaluator was tuned with; the others were written and committed before a measurement
 * that counts, see docs/evaluation/offline.md, `sealed-b`, `sealed-c` and `sealed-d` without a look at the
 * evaluator. The errors of all but `sealed-d` were read after their measurement, so that they are tuned with
 * since.
 *
 * A line of a label file is `<status> | <description> | <rows>`: rows that match the expression are what the
 * item is about, and without them it must not be found. `near` and `absent` items are in no row at all; near
 * ones share words with some. A second line `log: <name>` asks about the log of another scenario.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FindingStatus } from '../../src/spec/evaluation.ts';

export const PARTS = ['dev', 'sealed', 'sealed-b', 'sealed-c', 'sealed-d'] as const;
/** Parts whose errors were read, and which the evaluator is tuned with. */
export const TUNED_PARTS = ['dev', 'sealed', 'sealed-b', 'sealed-c'] as const;
export type Part = (typeof PARTS)[number];
export type Kind = 'present' | 'near' | 'absent' | 'deleted';

export interface Case {
  readonly scenario: string;
  readonly kind: Kind;
  readonly description: string;
  readonly expected: FindingStatus;
}

/** A log and the items asked about it in one run. */
export interface Run {
  readonly scenario: string;
  readonly criteria: string;
  readonly rows: readonly string[];
  readonly cases: readonly Case[];
}

const HERE = import.meta.dirname;
const OTHER_LOG = /^log: (.+)$/;
const LABEL = /^(passed|failed|skipped|near|absent) \| (.+?)(?: \| (.+))?$/;

/** One run per scenario, and one per present item on a copy without the rows it is about. */
export function readRuns(part: Part): Run[] {
  return readLabels(part).flatMap(runsOf);
}

/** A file of labels with the log that it is about. */
export interface LabelFile {
  readonly scenario: string;
  readonly log: string;
  readonly criteria: string;
  readonly rows: readonly string[];
  readonly labels: readonly { readonly given: Case; readonly about: RegExp | undefined }[];
}

export function readLabels(part: Part): LabelFile[] {
  return readdirSync(join(HERE, part))
    .sort()
    .map((file) => labelsOf(part, file.replace(/\.txt$/, '')));
}

function labelsOf(part: Part, scenario: string): LabelFile {
  const [head = '', ...rest] = linesOf(join(HERE, part, `${scenario}.txt`));
  const criteria = head.replace(/^criteria: /, '');
  const other = OTHER_LOG.exec(rest[0] ?? '')?.[1];
  const log = other ?? scenario;
  const rows = linesOf(join(HERE, 'logs', `${log}.txt`));
  const labels = (other === undefined ? rest : rest.slice(1)).map((line) =>
    readLabel(scenario, line),
  );
  return { scenario, log, criteria, rows, labels };
}

function runsOf({ scenario, criteria, rows, labels }: LabelFile): Run[] {
  const whole: Run = { scenario, criteria, rows, cases: labels.map(({ given }) => given) };
  const copies = labels.flatMap(({ given, about }): Run[] => {
    if (about === undefined) return [];
    const left = rows.filter((row) => !about.test(row));
    if (left.length === rows.length) {
      throw new Error(`${scenario}: no row is about ${given.description}`);
    }
    const deleted: Case = { ...given, kind: 'deleted', expected: 'not_found' };
    return [{ scenario, criteria, rows: left, cases: [deleted] }];
  });
  return [whole, ...copies];
}

function readLabel(scenario: string, line: string): { given: Case; about: RegExp | undefined } {
  const [, label, description, about] = LABEL.exec(line) ?? [];
  if (label === undefined || description === undefined) throw new Error(`${scenario}: ${line}`);
  const isPresent = label === 'passed' || label === 'failed' || label === 'skipped';
  if (isPresent !== (about !== undefined)) throw new Error(`${scenario}: which rows? ${line}`);
  return {
    given: {
      scenario,
      description,
      kind: isPresent ? 'present' : label === 'near' ? 'near' : 'absent',
      expected: isPresent ? label : 'not_found',
    },
    about: about === undefined ? undefined : new RegExp(about),
  };
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
