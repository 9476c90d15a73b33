/**
 * Turns the output of an evaluator into findings that callers can rely on. A finding whose evidence does not exist
 * loses its claim; an answer with too many of these is rejected.
 */
import { judgeText, looksLikeInstructions, readWords } from '../../../evaluator/index.ts';
import type { EvaluationResult, ExpectedItem } from '../../../contract/evaluation.ts';
import type { FindingStatus, SERVER_MARKS } from '../../../spec/evaluation.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { PreparedLine } from '../input/prepared-line.ts';
import { cleanWords } from './clean-words.ts';
import { type Citation, type CitedRow, findCitations } from './find-citations.ts';
import { foldText } from './match-quote.ts';
import { cutCharacters, nameRows } from './name-rows.ts';
import type { Draft, ReadFinding } from './read-answer.ts';
import { type AskedExtras, readAskedExtras } from './read-asked-extras.ts';

export type Finding = EvaluationResult['verdict'][number];
export type Evidence = EvaluationResult['evidence'][number];

/** What findings are held against. Plain data, so that large answers are worked through on a thread. */
export interface Grounding {
  readonly lines: readonly PreparedLine[];
  /** By number from 1; none when the evaluator finds the conclusions itself. */
  readonly items: readonly ExpectedItem[];
  readonly criteria: string;
  /** Part of the input was not examined. */
  readonly isTruncated: boolean;
  /** Precedes each line that a model has read. */
  readonly mark: string | undefined;
  /** Evidence quotes rows of the caller, too. */
  readonly quotesRows?: boolean | undefined;
}

export type Grounded =
  | {
      readonly kind: 'grounded';
      readonly verdict: readonly Finding[];
      readonly evidence: readonly Evidence[];
      readonly summary: string | null;
    }
  | {
      readonly kind: 'invalid';
      readonly problems: readonly string[];
      /** The form was right, but too many quotes are invented. */
      readonly isUngrounded: true;
    };

const {
  unverifiedConfidenceMax,
  unverifiedRatioMax,
  unverifiedFindingsMin,
  evidenceRowsMax,
  summaryCharactersMax,
} = LIMITS.evaluation;

type ServerMark = keyof typeof SERVER_MARKS;

const UNVERIFIED = 'The quoted evidence could not be verified in the log.';
const SUSPICIOUS = 'The only evidence is a possible prompt injection, which proves nothing.';
const NOTHING_SAID = 'No evidence found.';

export function groundFindings(draft: Draft, grounding: Grounding): Grounded {
  const { mark, lines, quotesRows = false } = grounding;
  // Each line is folded only once, however often it is cited.
  const fold = remember(foldText);
  const looks: Looks = {
    isSteering: remember(looksLikeInstructions),
    outcomeOf: remember(outcomeOf),
    extrasOf: remember(readAskedExtras),
  };
  const checked = draft.findings.map((finding) => ({
    finding,
    citations: findCitations({ lines, fold, mark, quotesRows }, finding.evidence),
  }));
  const claims = checked.filter(({ finding }) => finding.status !== 'not_found');
  const lost = claims.filter(({ citations }) => citations.length === 0);
  if (
    draft.findings.length >= unverifiedFindingsMin &&
    lost.length > claims.length * unverifiedRatioMax
  ) {
    const problems = ['Too many quotes do not stand in the rows they name.'];
    return { kind: 'invalid', problems, isUngrounded: true };
  }
  const results = checked.map(({ finding, citations }, index) =>
    groundFinding(finding, citations, index, { ...grounding, ...looks }),
  );
  const cited = results.flatMap(({ citations }) => citations.map(({ line }) => line.text));
  return {
    kind: 'grounded',
    verdict: results.map(({ finding }) => finding),
    evidence: results.map(({ finding, rows }) => ({
      id: finding.id,
      // Counted as the explanation counts them: from 1.
      rows: rows.map((each) => ({ ...each, row: each.row + 1 })),
    })),
    summary: cleanSummary(draft.summary, cited),
  };
}

/** Properties that follow from a text alone. */
interface Looks {
  readonly isSteering: (text: string) => boolean;
  readonly outcomeOf: (text: string) => Outcome;
  readonly extrasOf: (text: string) => AskedExtras;
}

function remember<T>(look: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const seen = look(text);
    known.set(text, seen);
    return seen;
  };
}

interface GroundedFinding {
  readonly finding: Finding;
  readonly rows: readonly CitedRow[];
  readonly citations: readonly Citation[];
}

function groundFinding(
  draft: ReadFinding,
  found: readonly Citation[],
  index: number,
  grounding: Grounding & Looks,
): GroundedFinding {
  const { items } = grounding;
  const id = draft.item === undefined ? `f${index + 1}` : (items[draft.item - 1]?.id ?? '');
  const isClaim = draft.status !== 'not_found';
  const suspicious = found.filter(({ line }) => textsOf(line).some(grounding.isSteering));
  const marks: ServerMark[] = suspicious.length > 0 ? ['suspicious_rows'] : [];
  // No citation is valid, or all cited rows try to steer the model.
  if (isClaim && suspicious.length === found.length) {
    const lost: readonly ServerMark[] = found.length === 0 ? ['evidence_unverified'] : marks;
    const finding = {
      id,
      explanation: found.length === 0 ? UNVERIFIED : SUSPICIOUS,
      status: 'not_found' as const,
      confidence: Math.min(draft.confidence, unverifiedConfidenceMax),
      ...marksOf([...lost, ...truncationMark('not_found', grounding)]),
    };
    return { finding, rows: [], citations: [] };
  }
  const texts = found.flatMap(({ line }) => textsOf(line));
  const isContrary = contradicts(draft, found, grounding);
  const rows = distinctRows(found).slice(0, evidenceRowsMax);
  const words = cleanWords(draft.explanation, texts);
  const entity = entityOf(draft.entity, texts);
  const finding = {
    id,
    explanation: nameRows(
      words === '' ? NOTHING_SAID : words,
      rows.map(({ row }) => row),
    ),
    status: draft.status,
    confidence: isContrary ? draft.confidence / 2 : draft.confidence,
    ...(entity === undefined ? {} : { entity }),
    ...extrasOf(draft, grounding),
    ...marksOf([
      ...marks,
      ...(isContrary ? (['evidence_conflict'] as const) : []),
      ...truncationMark(draft.status, grounding),
    ]),
  };
  return { finding, rows, citations: found };
}

/** Score and tags, if the criteria or the item request them; models also return them unrequested. */
function extrasOf(
  { score, tags, item }: ReadFinding,
  grounding: Grounding & Looks,
): Pick<Finding, 'score' | 'tags'> {
  const { criteria, items } = grounding;
  const own = item === undefined ? '' : (items[item - 1]?.description ?? '');
  const asked = [grounding.extrasOf(criteria), grounding.extrasOf(own)];
  return {
    ...(score !== null && asked.some((each) => each.score) ? { score } : {}),
    ...(tags.length > 0 && asked.some((each) => each.tags) ? { tags: [...new Set(tags)] } : {}),
  };
}

/** The line, and the rows it shows as they were sent. */
function textsOf({ text, shown }: PreparedLine): string[] {
  return [text, ...shown.map((row) => row.text)];
}

function truncationMark(status: FindingStatus, { isTruncated }: Grounding): ServerMark[] {
  return isTruncated && status === 'not_found' ? ['input_truncated'] : [];
}

function marksOf(marks: readonly ServerMark[]): { marks?: ServerMark[] } {
  return marks.length === 0 ? {} : { marks: [...marks] };
}

/** Each row once, in order. */
function distinctRows(citations: readonly Citation[]): CitedRow[] {
  const byRow = new Map<number, CitedRow>();
  for (const row of citations.flatMap(({ rows }) => rows)) {
    if (!byRow.has(row.row)) byRow.set(row.row, row);
  }
  return [...byRow.values()].toSorted((one, other) => one.row - other.row);
}

/** A named entity must appear in a cited row. */
function entityOf(entity: ReadFinding['entity'], texts: readonly string[]): Finding['entity'] {
  if (entity === null) return undefined;
  const key = entity.key.trim().toLowerCase();
  if (!texts.some((text) => text.toLowerCase().includes(key))) return undefined;
  return { type: cleanWords(entity.type, []), key: cleanWords(entity.key, texts) };
}

/** All cited rows suggest the opposite, and the item itself does not require that. */
function contradicts(
  { status, item }: ReadFinding,
  citations: readonly Citation[],
  grounding: Grounding & Looks,
): boolean {
  const opposite = status === 'passed' ? 'failure' : status === 'failed' ? 'success' : undefined;
  if (opposite === undefined || citations.length === 0) return false;
  const { items, criteria } = grounding;
  const asked = item === undefined ? criteria : (items[item - 1]?.description ?? '');
  if (grounding.outcomeOf(asked) === 'failure') return false;
  return citations.every(({ line }) =>
    textsOf(line).every((text) => grounding.outcomeOf(text) === opposite),
  );
}

type Outcome = ReturnType<typeof judgeText>['outcome'];

function outcomeOf(text: string): Outcome {
  return judgeText(text, readWords(text, new Map())).outcome;
}

function cleanSummary(summary: string | null, cited: readonly string[]): string | null {
  if (summary === null) return null;
  const words = cleanWords(summary, cited);
  return words === '' ? null : cutCharacters(words, summaryCharactersMax);
}
