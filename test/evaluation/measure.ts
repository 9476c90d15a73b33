/** Runs the offline evaluator over labelled cases and counts what came out. */
import { evaluateOffline } from '../../src/evaluator/index.ts';
import { prepareLines } from '../../src/features/evaluation/input/prepare-lines.ts';
import { compressRows } from '../../src/patterns/index.ts';
import type { FindingStatus } from '../../src/spec/evaluation.ts';
import type { Case, Kind, Run } from './read-cases.ts';

/** What the evaluator reads: rows, patterns, or what a request with default options gives it. */
export const FORMS = ['raw', 'compressed', 'served'] as const;
export type Form = (typeof FORMS)[number];

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

function answersOf(run: Run, form: Form): Answer[] {
  const { criteria, cases } = run;
  const lines = linesOf(run, form);
  const items = itemsOf(run);
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

function itemsOf({ cases }: Run): { readonly id: string; readonly description: string }[] {
  return cases.map(({ description }, at) => ({ id: `i${at}`, description }));
}

function linesOf(run: Run, form: Form): readonly string[] {
  const { rows, criteria } = run;
  const items = itemsOf(run);
  switch (form) {
    case 'raw':
      return rows;
    case 'compressed': {
      const focus = [criteria, ...items.map(({ description }) => description)];
      return compressRows(rows, {}, focus).lines.map(({ text }) => text);
    }
    case 'served': {
      const request = {
        criteria,
        items,
        mode: 'test_classification',
        model: 'haiku-4-5',
        logCompression: true,
        options: {},
        isPreview: false,
      } as const;
      return prepareLines(request, rows, { isOffline: true }).lines.map(({ text }) => text);
    }
  }
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
