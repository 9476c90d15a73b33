/** Brings the findings about parts of an input together, by rules that no model is asked about. */
import type { ExpectedItem } from '../../../contract/evaluation.ts';
import { type MergeRule, readMergeRule } from '../../../evaluator/index.ts';
import type { FindingStatus } from '../../../spec/evaluation.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { Evidence, Finding } from '../grounding/ground-findings.ts';
import type { Verdict } from './verdict.ts';

interface PartFinding {
  readonly finding: Finding;
  readonly evidence: Evidence;
}

const { evidenceRowsMax } = LIMITS.evaluation;
const COUNT_UNKNOWN =
  'The log was evaluated in parts, and counts of several parts cannot be added up.';

/** `parts` in the order of the rows, with a finding for each item. */
export function mergeParts(items: readonly ExpectedItem[], parts: readonly Verdict[]): Verdict {
  const [first, second] = parts;
  if (first === undefined) throw new Error('an input has at least one part');
  if (second === undefined) return first;
  const merged = items.map(({ description }, at) =>
    mergeFindings(
      readMergeRule(description),
      parts.map((part) => readPart(part, at)),
    ),
  );
  return {
    verdict: merged.map(({ finding }) => JSON.stringify(finding)),
    evidence: merged.map(({ evidence }) => JSON.stringify(evidence)),
    // Each speaks of its part alone.
    summary: null,
  };
}

/** They were written by the grounding of this run. */
function readPart({ verdict, evidence }: Verdict, at: number): PartFinding {
  return {
    finding: JSON.parse(verdict[at] ?? '') as Finding,
    evidence: JSON.parse(evidence[at] ?? '') as Evidence,
  };
}

function mergeFindings(rule: MergeRule, parts: readonly PartFinding[]): PartFinding {
  const decided = parts.filter(({ finding }) => finding.status !== 'not_found');
  const chosen = choose(rule, decided);
  if (chosen === undefined) return nothingDecided(rule, parts, decided.length > 0);
  const same = decided.filter(({ finding }) => finding.status === chosen.finding.status);
  const isContested = same.length < decided.length;
  const others = same.filter((part) => part !== chosen);
  // The explanation names rows of the chosen part, so these come first.
  const rows = [chosen, ...others].flatMap(({ evidence }) => evidence.rows);
  return {
    finding: isContested ? marked(chosen.finding, 'parts_disagree') : chosen.finding,
    evidence: { ...chosen.evidence, rows: rows.slice(0, evidenceRowsMax) },
  };
}

function choose(rule: MergeRule, decided: readonly PartFinding[]): PartFinding | undefined {
  const last = (status: FindingStatus): PartFinding | undefined =>
    decided.findLast(({ finding }) => finding.status === status);
  switch (rule) {
    case 'latest':
      return decided.at(-1);
    case 'all':
      return last('failed') ?? last('passed') ?? last('skipped');
    case 'least':
      // Too few in each part can be enough in all of them.
      return last('passed') ?? last('skipped');
    case 'most':
      // Few enough in each part can be too many in all of them.
      return last('failed') ?? last('skipped');
    case 'exactly':
      return last('skipped');
  }
}

function nothingDecided(
  rule: MergeRule,
  parts: readonly PartFinding[],
  isCounted: boolean,
): PartFinding {
  const [first] = parts;
  if (first === undefined) throw new Error('an input has at least one part');
  const clipped = parts.find(({ finding }) => finding.marks?.includes('input_truncated'));
  if (!isCounted || rule === 'latest') return clipped ?? first;
  const { id } = first.finding;
  const explanation = COUNT_UNKNOWN;
  const finding: Finding = { id, explanation, status: 'not_found', confidence: 0 };
  return { finding: marked(finding, 'parts_disagree'), evidence: { id, rows: [] } };
}

export function marked(finding: Finding, mark: 'parts_disagree' | 'answers_disagree'): Finding {
  return { ...finding, marks: [...(finding.marks ?? []), mark] };
}
