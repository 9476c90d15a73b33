/**
 * Renders rows as lines for an evaluator: `[<count>x] <template> e.g. <sample> | <sample>` for a pattern, `[1x] <line>`
 * for a single row. Nothing is dropped silently: the result reports what did not fit.
 */
import { LIMITS } from '../spec/limits.ts';
import { checkOption, type CompressionOptions } from './compression-options.ts';
import { fitLines, type Draft, type FittedLines } from './fit-lines.ts';
import { clipText, foldLine } from './fold-line.ts';
import { minePatterns } from './mine-patterns.ts';
import type { MinedPatterns, Pattern } from './pattern.ts';
import { rowText, type Row } from './row.ts';
import { scoreFocus } from './score-focus.ts';
import { SEVERITIES } from './severity.ts';

/** Lines are sorted, highest count first. */
export interface CompressedRows extends FittedLines {
  readonly inputRowCount: number;
  /** Patterns found, before any is dropped. */
  readonly uniqueTemplates: number;
  /** Patterns dropped because there are more than `maxTemplates`. */
  readonly droppedTemplates: number;
  /** Rows longer than a row may be, which are shown cut. */
  readonly clippedRows: number;
  /** A row was cut, or lines or samples did not fit; patterns over `maxTemplates` are counted on their own. */
  readonly truncated: boolean;
}

export interface CompressOptions extends CompressionOptions {
  /** Tokens all lines may take together. */
  readonly tokensMax?: number;
  /** Tokens that every line takes in addition to its text, including its line end. */
  readonly lineTokens?: number;
}

/**
 * `focus` contains texts the reader asks about: of equally frequent patterns those closest to them are kept, and the
 * row closest to each text is among the samples of its pattern.
 */
export function compressRows(
  rows: readonly Row[],
  options: CompressOptions = {},
  focus: readonly string[] = [],
): CompressedRows {
  const templatesMax = checkOption('maxTemplates', options.maxTemplates);
  // A single occurrence has nothing to collapse: a template would only repeat it.
  const verbatimMax = Math.max(1, checkOption('rareThreshold', options.rareThreshold));
  const mined = minePatterns(rows, options);
  const texts = rows.map(rowText);
  const charactersMax = LIMITS.evaluation.rowCharactersMax;
  const lineOf = (row: number): string => toLine(texts[row] ?? '');
  const patterns = focus.length === 0 ? mined.patterns : showClosest(mined, texts, focus, options);
  const ranked = rank(patterns, lineOf, focus);
  const kept = ranked.slice(0, templatesMax);
  const members = membersOf(mined, kept);
  const drafts = kept.flatMap((entry, index) =>
    entry.pattern.count <= verbatimMax
      ? verbatimLines(entry, members[index] ?? [], lineOf)
      : [patternLine(entry, members[index] ?? [], lineOf)],
  );
  const fitted = fitLines(
    drafts,
    options.tokensMax ?? LIMITS.evaluation.inputTokensMax,
    options.lineTokens,
  );
  const clippedRows = texts.filter((text) => text.length > charactersMax).length;
  return {
    ...fitted,
    inputRowCount: rows.length,
    uniqueTemplates: mined.patterns.length,
    droppedTemplates: mined.patterns.length - kept.length,
    clippedRows,
    truncated: clippedRows + fitted.droppedLines + fitted.droppedSamples > 0,
  };
}

function toLine(text: string): string {
  const line = foldLine(clipText(text, LIMITS.evaluation.rowCharactersMax));
  return line.trim() === '' ? '(empty)' : line;
}

interface Ranked {
  readonly pattern: Pattern;
  readonly index: number;
  readonly focus: number;
}

/** The patterns with the row closest to each focus text as a sample, before the samples they have. */
function showClosest(
  mined: MinedPatterns,
  texts: readonly string[],
  focus: readonly string[],
  options: CompressOptions,
): Pattern[] {
  const samplesMax = checkOption('maxSamples', options.maxSamples);
  const wanted = new Map<number, number[]>();
  for (const row of scoreFocus(texts, focus).closest) {
    const pattern = mined.assignment[row];
    if (pattern === undefined) continue;
    const rows = wanted.get(pattern);
    if (rows === undefined) wanted.set(pattern, [row]);
    else rows.push(row);
  }
  return mined.patterns.map((pattern, index) => {
    const samples = new Set([...(wanted.get(index) ?? []), ...pattern.samples]);
    return { ...pattern, samples: [...samples].slice(0, samplesMax) };
  });
}

/** Highest count first; then closest to the focus, then the worst level, then the earliest first row. */
function rank(
  patterns: readonly Pattern[],
  lineOf: (row: number) => string,
  focus: readonly string[],
): Ranked[] {
  const texts =
    focus.length === 0
      ? []
      : patterns.map((pattern) => [pattern.template, ...pattern.samples.map(lineOf)].join(' '));
  const scores = scoreFocus(texts, focus).ofLine;
  return patterns
    .map((pattern, index) => ({ pattern, index, focus: scores[index] ?? 0 }))
    .sort(
      (one, other) =>
        other.pattern.count - one.pattern.count ||
        other.focus - one.focus ||
        severityRankOf(other.pattern) - severityRankOf(one.pattern) ||
        one.pattern.first - other.pattern.first,
    );
}

function severityRankOf(pattern: Pattern): number {
  return SEVERITIES.indexOf(pattern.severity);
}

/** The rows of each kept pattern, in order. */
function membersOf(mined: MinedPatterns, kept: readonly Ranked[]): number[][] {
  const positions = new Map(kept.map((entry, position) => [entry.index, position]));
  const members: number[][] = kept.map(() => []);
  for (const [row, pattern] of mined.assignment.entries()) {
    const position = positions.get(pattern);
    if (position !== undefined) members[position]?.push(row);
  }
  return members;
}

function patternLine(
  entry: Ranked,
  rows: readonly number[],
  lineOf: (row: number) => string,
): Draft {
  const { pattern } = entry;
  return {
    text: `[${pattern.count}x] ${toLine(pattern.template)}`,
    samples: pattern.samples.map((row) => ({ row, text: lineOf(row) })),
    rows,
    pattern: pattern.id,
    severity: pattern.severity,
    focus: entry.focus,
    isVerbatim: false,
  };
}

/** Returns one line per distinct text: identical rows are shown once, with their count. */
function verbatimLines(
  entry: Ranked,
  rows: readonly number[],
  lineOf: (row: number) => string,
): Draft[] {
  const byText = new Map<string, number[]>();
  for (const row of rows) {
    const text = lineOf(row);
    const same = byText.get(text);
    if (same === undefined) byText.set(text, [row]);
    else same.push(row);
  }
  return [...byText].map(([text, same]) => ({
    text: `[${same.length}x] ${text}`,
    samples: [],
    rows: same,
    pattern: entry.pattern.id,
    severity: entry.pattern.severity,
    focus: entry.focus,
    isVerbatim: true,
  }));
}
