/** Several answers to the same questions: the status that most of them give counts. */
import type { Evidence, Finding } from '../grounding/ground-findings.ts';
import { marked } from './merge-parts.ts';
import type { Verdict } from './verdict.ts';

const NO_MAJORITY = 'Repeated answers of the model disagree.';

/** `confidence` becomes the share of answers that agree. */
export function takeMajority(verdicts: readonly Verdict[]): Verdict {
  const [first, second] = verdicts;
  if (first === undefined) throw new Error('there is at least one answer');
  if (second === undefined) return first;
  const merged = first.verdict.map((_, at) => {
    const findings = verdicts.map(({ verdict }) => JSON.parse(verdict[at] ?? '') as Finding);
    return vote(findings, (answer) => verdicts[answer]?.evidence[at] ?? '');
  });
  return {
    verdict: merged.map(({ finding }) => JSON.stringify(finding)),
    evidence: merged.map(({ evidence }) => evidence),
    summary: first.summary,
  };
}

/** The first finding with the status of the majority, and its evidence as JSON. */
function vote(
  findings: readonly Finding[],
  evidenceOf: (answer: number) => string,
): { readonly finding: Finding; readonly evidence: string } {
  const votes = findings.map(
    ({ status }) => findings.filter((other) => other.status === status).length,
  );
  const most = Math.max(...votes);
  const answer = votes.indexOf(most);
  const chosen = findings[answer];
  if (chosen === undefined) throw new Error('there is at least one answer');
  const confidence = Math.round((most / findings.length) * 100) / 100;
  if (most * 2 > findings.length) {
    const finding = { ...chosen, confidence };
    return {
      finding: most === findings.length ? finding : marked(finding, 'answers_disagree'),
      evidence: evidenceOf(answer),
    };
  }
  const { id } = chosen;
  const undecided: Finding = { id, explanation: NO_MAJORITY, status: 'not_found', confidence };
  const none: Evidence = { id, rows: [] };
  return { finding: marked(undecided, 'answers_disagree'), evidence: JSON.stringify(none) };
}
