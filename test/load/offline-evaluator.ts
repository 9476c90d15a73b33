/**
 * How often the offline evaluator is right, on the labelled set of test/evaluation, and what it costs.
 * Prints figures and asserts nothing.
 *
 *   npm run bench:offline [-- --errors]            --errors also lists wrong answers, of parts tuned with
 *   npm run bench:offline -- --part sealed-d       one part alone; sealed-d only when named
 */
import { evaluateOffline } from '../../src/evaluator/index.ts';
import { FINDING_STATUSES, type FindingStatus } from '../../src/spec/evaluation.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import {
  accuracy,
  falseVerdicts,
  FORMS,
  measure,
  shareOf,
  type Answer,
  type Form,
  type Share,
} from '../evaluation/measure.ts';
import { PARTS, readRuns, TUNED_PARTS, type Part } from '../evaluation/read-cases.ts';
import { inShort } from './bench-size.ts';

const STATUSES = Object.keys(FINDING_STATUSES) as FindingStatus[];
const options = process.argv.slice(2);
const parts = partsWanted();

for (const part of parts) {
  const runs = readRuns(part);
  for (const form of FORMS) report(part, form, measure(runs, form));
}
measureSpeed();

function partsWanted(): readonly Part[] {
  const at = options.indexOf('--part');
  if (at === -1) {
    return options.includes('--dev') ? ['dev'] : inShort<readonly Part[]>(TUNED_PARTS, ['sealed']);
  }
  const named = PARTS.find((part) => part === options[at + 1]);
  if (named === undefined) throw new Error(`--part takes one of ${PARTS.join(', ')}`);
  return [named];
}

function report(part: Part, form: Form, answers: readonly Answer[]): void {
  const decided = answers.filter(({ kind, given }) => kind === 'present' && given !== 'not_found');
  const present = answers.filter(({ kind }) => kind === 'present');
  print(`\n${part}, ${form} lines`);
  print(`  accuracy, four statuses     ${show(accuracy(answers))}`);
  print(`  with copies, all items      ${show(shareOf(answers, isRight))}`);
  print(`  right when it decided       ${show(shareOf(decided, isRight))}`);
  print(
    `  present items decided       ${show(shareOf(present, ({ given }) => given !== 'not_found'))}`,
  );
  print(`  false verdict, absent       ${show(falseVerdicts(answers, ['absent', 'deleted']))}`);
  print(`  false verdict, near-miss    ${show(falseVerdicts(answers, ['near']))}`);
  print(
    `  false verdict, all of them  ${show(falseVerdicts(answers, ['absent', 'deleted', 'near']))}`,
  );
  print(
    `  quotes not in their line    ${answers.reduce((sum, { badQuotes }) => sum + badQuotes, 0)}`,
  );
  printConfusion(answers.filter(({ kind }) => kind !== 'deleted'));
  if (options.includes('--errors') && TUNED_PARTS.some((tuned) => tuned === part)) {
    for (const answer of answers) if (!isRight(answer)) print(errorLine(answer));
  }
}

function printConfusion(answers: readonly Answer[]): void {
  print(`  ${'labelled'.padEnd(12)}${STATUSES.map((status) => status.padStart(11)).join('')}`);
  for (const expected of STATUSES) {
    const counts = STATUSES.map(
      (given) => answers.filter((a) => a.expected === expected && a.given === given).length,
    );
    print(`  ${expected.padEnd(12)}${counts.map((count) => String(count).padStart(11)).join('')}`);
  }
}

function errorLine({ scenario, kind, description, expected, given, explanation }: Answer): string {
  return `    ${scenario} ${kind}: ${description}\n      ${expected}, but ${given}: ${explanation}`;
}

function isRight({ given, expected }: Answer): boolean {
  return given === expected;
}

/** As many items as a request may have, over as many lines as it may have rows. */
function measureSpeed(): void {
  const runs = readRuns('dev');
  const rows = runs.flatMap((run) => run.rows);
  const cases = runs.flatMap((run) => run.cases);
  const lines = Array.from(
    { length: inShort(LIMITS.evaluation.rowsMax, 200) },
    (_, at) => `${at} ${rows[(at * 7) % rows.length] ?? ''}`,
  );
  const items = Array.from({ length: LIMITS.evaluation.itemsMax }, (_, at) => ({
    id: String(at),
    description: cases[at]?.description ?? '',
  }));
  const times: number[] = [];
  for (let turn = 0; turn < inShort(5, 1); turn += 1) {
    // Processor time, since a busy machine says nothing about the evaluator.
    const before = process.cpuUsage();
    evaluateOffline({ lines, criteria: 'speed', items, mode: 'test_classification' });
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  const best = Math.min(...times).toFixed(0);
  print(
    `\n${items.length} items, ${lines.length} lines: ${best} ms of processor (best of ${times.length})`,
  );
}

function show({ hits, of, share, low, high }: Share): string {
  return `${hits}/${of} = ${share.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
