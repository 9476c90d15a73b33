/** What was decided about an item, and on which lines. */
import type { FindingStatus } from '../spec/evaluation.ts';
import type { Candidate } from './find-evidence.ts';
import type { Judgement } from './judge-text.ts';
import { THRESHOLDS } from './thresholds.ts';

export interface Decision {
  readonly status: FindingStatus;
  readonly confidence: number;
  /** The evidence, most telling first; none for `not_found`. */
  readonly evidence: readonly Evidence[];
  /** The closest line, to explain a `not_found`. */
  readonly nearest: Candidate | undefined;
  /** Rows counted, for items that ask for a number. */
  readonly counted: number | undefined;
}

export interface Evidence {
  readonly candidate: Candidate;
  readonly judgement: Judgement;
  readonly status: FindingStatus | undefined;
  /** The line states an outcome; otherwise it only tells that something happened. */
  readonly isExplicit: boolean;
}

export function notFound(nearest: Candidate | undefined): Decision {
  const { notFound: base, notFoundOfShare } = THRESHOLDS.confidence;
  const confidence = roundConfidence(base - notFoundOfShare * (nearest?.share ?? 0));
  return { status: 'not_found', confidence, evidence: [], nearest, counted: undefined };
}

export function roundConfidence(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A segment used as evidence for its meaning, without any word of the item. */
export function wholeCandidate(segment: number, matched: ReadonlySet<string>): Candidate {
  return {
    segment,
    matched,
    literal: matched,
    missing: [],
    share: 1,
    shareOfThings: 1,
    shareUnnamed: 1,
    namesThing: true,
    coversThings: true,
    holdsRequired: true,
    score: 1,
    lineShare: 1,
    lacksRequired: false,
  };
}
