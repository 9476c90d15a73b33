/** Runs the offline evaluator over labelled cases and counts what came out. */
import { evaluateOffline } from '../../src/evaluator/index.ts';
import { compressRows } from '../../src/patterns/index.ts';
import type { FindingStatus } from '../../src/spec/evaluation.ts';
import type { Case, Kind, Run } from './read-cases.ts';

export type Form = 'raw' | 'compressed';

export interface Answer extends Case {
  readonly given: FindingStatus;
  readonly explanation: string;
  readonly confidence: number;
  /** Quotes that do not stand in the line they name. */
  readonly badQuotes: number;
}

export function measure(runs: readonly Run[], form: Form): Answer[] {
  return runs.flatMap((run) => answersOf(run, form));
}

function answersOf({ rows, criteria, cases }: Run, form: Form): Answer[] {
  const descriptions = cases.map(({ description }) => description);
  const lines =
    form === 'raw'
      ? rows
      : compressRows(rows, {}, [criteria, ...descriptions]).lines.map(({ text }) => text);
  const items = descriptions.map((description, at) => ({ id: `i${at}`, description }));
  const verdict = evaluateOffline({ lines, criteria, items, mode: 'test_classification' });
  return cases.map((given, at) => {
    const finding = verdict.findings[at];
    if (finding === undefined) throw new Error(`no finding for ${given.description}`);
    return {
      ...given,
      given: finding.status,
      explanation: finding.explanation,
      confidence: finding.confidence,
      badQuotes: finding.evidence.filter(
        ({ n, q }) => q.length < 8 || !(lines[n - 1] ?? '').includes(q),
      ).length,
    };
  });
}

export interface Share {
  readonly hits: number;
  readonly of: number;
  readonly share: number;
  /** 95 % interval by Wilson, which holds for few cases and for shares near 0 and 1. */
  readonly low: number;
  readonly high: number;
}

export function shareOf(answers: readonly Answer[], isHit: (answer: Answer) => boolean): Share {
  const of = answers.length;
  const hits = answers.filter(isHit).length;
  const share = of === 0 ? 0 : hits / of;
  const z = 1.96;
  const scale = 1 + (z * z) / of;
  const middle = (share + (z * z) / (2 * of)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return { hits, of, share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** The share of right statuses, over the items as they were written (copies without evidence left out). */
export function accuracy(answers: readonly Answer[]): Share {
  const written = answers.filter(({ kind }) => kind !== 'deleted');
  return shareOf(written, (answer) => answer.given === answer.expected);
}

/** The share of items without evidence that got a verdict all the same. */
export function falseVerdicts(answers: readonly Answer[], kinds: readonly Kind[]): Share {
  const without = answers.filter(({ kind }) => kinds.includes(kind));
  return shareOf(without, (answer) => answer.given !== 'not_found');
}
