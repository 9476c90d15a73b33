/**
 * The evaluator that needs no model: it searches for lines that contain the words of an item and infers from them
 * whether it succeeded, failed or was skipped. Pure and deterministic, without state between runs. It abstains rather
 * than guesses, and it trusts the lines: forged rows deceive it as true ones inform it.
 */
import type { EvaluationMode, FindingStatus } from '../spec/evaluation.ts';
import { LIMITS } from '../spec/limits.ts';
import type { DraftFinding } from './draft-finding.ts';
import { decideItem } from './decide-item.ts';
import type { Decision } from './decision.ts';
import { findFailures } from './find-failures.ts';
import { indexLines, type LineIndex } from './index-lines.ts';
import { wantedEntities } from './name-entity.ts';
import { readExpectation } from './read-expectation.ts';
import { asksForFailures, splitClauses } from './split-clauses.ts';
import { wordFinding } from './word-finding.ts';

export interface OfflineInput {
  /** The lines as they would be sent to a model, numbered from 1: raw rows, or patterns with their counts. */
  readonly lines: readonly string[];
  readonly criteria: string;
  /** Empty in generic_verdict mode; without any in test_classification the criteria are the one item. */
  readonly items: readonly { readonly id: string; readonly description: string }[];
  readonly mode: EvaluationMode;
}

export interface OfflineVerdict {
  readonly findings: readonly DraftFinding[];
  readonly summary: string | null;
}

export function evaluateOffline(input: OfflineInput): OfflineVerdict {
  const index = indexLines(input.lines);
  const entityTypes = wantedEntities(input.criteria);
  const findings =
    input.mode === 'generic_verdict'
      ? judgeCriteria(index, input.criteria, entityTypes)
      : judgeItems(index, input, entityTypes);
  return { findings, summary: summarize(findings) };
}

function judgeItems(
  index: LineIndex,
  { criteria, items }: OfflineInput,
  entityTypes: readonly string[],
): DraftFinding[] {
  if (items.length === 0) {
    return [wordFinding(index, decideAll(index, splitClauses(criteria)), 1, entityTypes)];
  }
  return items.map(({ id, description }, at) => {
    const text = description.trim() === '' ? id : description;
    return wordFinding(index, decideItem(index, readExpectation(text, index)), at + 1, entityTypes);
  });
}

/** One finding for each thing the criteria ask for; one for each failure if they ask for all failures. */
function judgeCriteria(
  index: LineIndex,
  criteria: string,
  entityTypes: readonly string[],
): DraftFinding[] {
  const clauses = splitClauses(criteria);
  const max = LIMITS.evaluation.findingsMax;
  const findings: DraftFinding[] = [];
  for (const clause of clauses.length === 0 ? [criteria] : clauses) {
    const room = max - findings.length;
    if (room <= 0) break;
    const decisions = asksForFailures(clause)
      ? findFailures(index, readExpectation(clause, index), room)
      : [decideItem(index, readExpectation(clause, index))];
    findings.push(
      ...decisions.map((decision) => wordFinding(index, decision, undefined, entityTypes)),
    );
  }
  return findings;
}

/** Criteria as one item: failed as soon as one part is, passed when every part is. */
function decideAll(index: LineIndex, clauses: readonly string[]): Decision {
  const decisions = clauses.map((clause) => decideItem(index, readExpectation(clause, index)));
  const [first] = decisions;
  if (first === undefined) return decideItem(index, readExpectation('', index));
  const failed = decisions.find(({ status }) => status === 'failed');
  if (failed !== undefined) return failed;
  const unknown = decisions.find(({ status }) => status === 'not_found');
  if (unknown !== undefined) return unknown;
  return {
    ...first,
    status: decisions.every(({ status }) => status === 'skipped') ? 'skipped' : 'passed',
    confidence: Math.min(...decisions.map(({ confidence }) => confidence)),
    evidence: decisions.flatMap(({ evidence }) => evidence.slice(0, 1)).slice(0, 3),
  };
}

function summarize(findings: readonly DraftFinding[]): string | null {
  if (findings.length < 2) return null;
  const count = (status: FindingStatus): number =>
    findings.filter((finding) => finding.status === status).length;
  return (
    `${findings.length} findings: ${count('passed')} passed, ${count('failed')} failed, ` +
    `${count('skipped')} skipped, ${count('not_found')} without evidence.`
  );
}
