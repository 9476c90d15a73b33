/** Puts lines into a budget of tokens: first every line in the order of what a reader must not miss, then samples. */
import { estimateTokens } from './estimate-tokens.ts';
import { ERROR, SEVERITIES, type Severity } from './severity.ts';

export interface Draft {
  /** The line without its samples. */
  readonly text: string;
  readonly samples: readonly { readonly row: number; readonly text: string }[];
  readonly rows: readonly number[];
  readonly pattern: string;
  readonly severity: Severity;
  readonly focus: number;
  readonly isVerbatim: boolean;
}

export interface CompressedLine {
  readonly text: string;
  /** Rows the line represents, by index, in order. */
  readonly rows: readonly number[];
  /** Those of them that the line shows. */
  readonly shown: readonly number[];
  /** Id of the pattern. */
  readonly pattern: string;
  readonly severity: Severity;
}

export interface FittedLines {
  readonly lines: readonly CompressedLine[];
  /** Lines kept verbatim. */
  readonly rareLineCount: number;
  /** Lines dropped, and samples dropped from lines, for lack of tokens. */
  readonly droppedLines: number;
  readonly droppedSamples: number;
  /** What the lines take, as `estimateTokens` counts. */
  readonly tokens: number;
}

/** `lineTokens` is what every line takes in addition to its text: at least its line end. */
export function fitLines(drafts: readonly Draft[], tokensMax: number, lineTokens = 1): FittedLines {
  const order = drafts.map((_, index) => index).sort((one, other) => compare(drafts, one, other));
  // Number of samples shown per line; -1 for a dropped line.
  const shown = drafts.map(() => -1);
  let tokens = 0;
  const take = (cost: number): boolean => {
    if (tokens + cost > tokensMax) return false;
    tokens += cost;
    return true;
  };
  for (const index of order) {
    if (take(estimateTokens(drafts[index]?.text ?? '') + lineTokens)) shown[index] = 0;
  }
  for (const index of order) {
    const draft = drafts[index];
    if (draft === undefined || (shown[index] ?? -1) < 0) continue;
    for (const sample of draft.samples) {
      // ` e.g. ` or ` | ` before it.
      if (!take(estimateTokens(sample.text) + 4)) break;
      shown[index] = (shown[index] ?? 0) + 1;
    }
  }
  const lines = drafts.flatMap((draft, index) => toLine(draft, shown[index] ?? -1));
  return {
    lines,
    tokens,
    rareLineCount: drafts.filter((draft, index) => draft.isVerbatim && (shown[index] ?? -1) >= 0)
      .length,
    droppedLines: drafts.length - lines.length,
    droppedSamples: drafts.reduce((sum, draft, index) => {
      const count = shown[index] ?? -1;
      return count < 0 ? sum : sum + draft.samples.length - count;
    }, 0),
  };
}

function toLine(draft: Draft, samples: number): CompressedLine[] {
  if (samples < 0) return [];
  const shown = draft.samples.slice(0, samples);
  const examples = shown.map((sample) => sample.text).join(' | ');
  return [
    {
      text: shown.length === 0 ? draft.text : `${draft.text} e.g. ${examples}`,
      rows: draft.rows,
      shown: draft.isVerbatim ? draft.rows : shown.map((sample) => sample.row),
      pattern: draft.pattern,
      severity: draft.severity,
    },
  ];
}

/** Lines matching the focus first, then failures, then rare lines, then the rest; each group as ranked. */
function compare(drafts: readonly Draft[], one: number, other: number): number {
  return urgency(drafts[other]) - urgency(drafts[one]) || one - other;
}

function urgency(draft: Draft | undefined): number {
  if (draft === undefined) return -1;
  if (draft.focus > 0) return 3;
  if (SEVERITIES.indexOf(draft.severity) >= ERROR) return 2;
  return draft.isVerbatim ? 1 : 0;
}
