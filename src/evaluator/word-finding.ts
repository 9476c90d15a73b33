/** Turns a decision into the text and quotes of a finding. */
import type { DraftFinding } from './draft-finding.ts';
import type { Decision, Evidence } from './decision.ts';
import { foldedLength, type LineIndex } from './index-lines.ts';
import { nameEntity } from './name-entity.ts';
import { THRESHOLDS } from './thresholds.ts';

export function wordFinding(
  index: LineIndex,
  decision: Decision,
  item: number | undefined,
  entityTypes: readonly string[],
): DraftFinding {
  const quotes = decision.evidence.map((evidence) => quoteOf(index, evidence));
  const first = decision.evidence[0];
  const line = first === undefined ? undefined : lineOf(index, first);
  return {
    item,
    evidence: quotes,
    explanation: clip(
      explain(index, decision, quotes, item === undefined),
      THRESHOLDS.characters.explanationMax,
    ),
    status: decision.status,
    confidence: decision.confidence,
    entity: line === undefined ? null : nameEntity(entityTypes, line),
  };
}

function lineOf(index: LineIndex, evidence: Evidence): string {
  return index.segments[evidence.candidate.segment]?.text ?? '';
}

const SAYS = {
  passed: 'confirms it',
  failed: 'contradicts it',
  skipped: 'shows that it was skipped',
} as const;

function explain(
  index: LineIndex,
  decision: Decision,
  quotes: readonly { readonly n: number; readonly q: string }[],
  isGeneric: boolean,
): string {
  const [quote] = quotes;
  if (decision.status === 'not_found' || quote === undefined) {
    return explainAbsence(index, decision, isGeneric);
  }
  const segment = index.segments[decision.evidence[0]?.candidate.segment ?? -1];
  // Line numbers are internal: the server maps them to rows.
  const count = segment?.count ?? 1;
  const what = count > 1 ? `A pattern of ${count} rows` : 'A row';
  const shown = clip(quote.q, THRESHOLDS.characters.shownMax);
  if (decision.counted !== undefined) {
    return `Counted ${decision.counted} such ${decision.counted === 1 ? 'row' : 'rows'}, e.g. "${shown}"`;
  }
  return `${what} ${SAYS[decision.status]}: "${shown}"`;
}

/** With the closest line, so that people can judge for themselves. */
function explainAbsence(index: LineIndex, { nearest }: Decision, isGeneric: boolean): string {
  const segment = nearest === undefined ? undefined : index.segments[nearest.segment];
  if (nearest === undefined || segment === undefined || nearest.share < THRESHOLDS.share.closest) {
    return isGeneric ? NEEDS_MODEL : 'No evidence found.';
  }
  const missing = nearest.missing.slice(0, THRESHOLDS.most.missingNamed).map((term) => term.text);
  const shown = clip(segment.text.trim(), THRESHOLDS.characters.shownMax);
  return missing.length === 0
    ? `No evidence found; the closest line mentions it without an outcome: "${shown}"`
    : `No evidence found; the closest line is "${shown}", which lacks ${missing.map((word) => `"${clip(word, THRESHOLDS.characters.missingWordMax)}"`).join(', ')}.`;
}

/** Free-form criteria are about meaning; the built-in evaluator only compares words. */
const NEEDS_MODEL =
  'No line contains these words. The built-in evaluator compares words; use a language model for criteria like these.';

/** The part of the line with what decided, verbatim. */
function quoteOf(index: LineIndex, { candidate, judgement }: Evidence): { n: number; q: string } {
  const segment = index.segments[candidate.segment];
  if (segment === undefined) return { n: 0, q: '' };
  const { text } = segment;
  const spans = index
    .wordsOf(candidate.segment)
    .filter((word) => candidate.matched.has(word.concept))
    .map(({ start, end }) => ({ start, end }));
  if (judgement.at !== undefined) spans.push(judgement.at);
  const first = Math.min(...spans.map((span) => span.start), text.length);
  const last = Math.max(...spans.map((span) => span.end), 0);
  const wanted = text.slice(first, last).trim();
  const isUsable =
    wanted.length <= THRESHOLDS.characters.quoteMax &&
    foldedLength(wanted) >= THRESHOLDS.characters.quoteMin;
  if (isUsable) return { n: segment.line + 1, q: wanted };
  return {
    n: segment.line + 1,
    q: around(text, wanted.length > THRESHOLDS.characters.quoteMax ? first : 0),
  };
}

/**
 * Returns at most a quote's length of text from an offset on, or from the start if the rest is too short for a quote.
 */
function around(text: string, from: number): string {
  const whole = text.trim();
  if (whole.length <= THRESHOLDS.characters.quoteMax) return whole;
  const quote = clipWhole(text.slice(from), THRESHOLDS.characters.quoteMax).trim();
  return foldedLength(quote) >= THRESHOLDS.characters.quoteMin
    ? quote
    : clipWhole(whole, THRESHOLDS.characters.quoteMax).trim();
}

/** Never half a character, which would match no line. */
function clipWhole(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}

function clip(text: string, max: number): string {
  return text.length <= max ? text : `${clipWhole(text, max - 1)}…`;
}
