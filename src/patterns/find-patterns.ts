/** From prepared rows to patterns: signatures, the tree, the merge, the texts. */
import { LIMITS } from '../spec/limits.ts';
import { hashOf } from './hash.ts';
import { mergeLeaves, type LeafGroup } from './merge-leaves.ts';
import type { MinedPatterns, Pattern } from './pattern.ts';
import { pickSamples } from './pick-samples.ts';
import type { RowRecord, Source } from './read-records.ts';
import { renderHeader } from './render-header.ts';
import { renderRecord } from './render-record.ts';
import { renderMessage } from './render-template.ts';
import { SEVERITIES, severityName, severityOfWord } from './severity.ts';
import { collectSignatures, MESSAGE_TOKENS_MAX, type Signatures } from './signatures.ts';
import { splitSignatures } from './split-signatures.ts';
import { at, startAt, type TokenTable } from './token-table.ts';

/** Characters examined per row: as many as the evaluator gets to see. */
export const CHARACTERS_MAX = LIMITS.evaluation.rowCharactersMax;

export interface PreparedRows {
  readonly sources: readonly Source[];
  readonly texts: readonly string[];
  readonly table: TokenTable;
  /** The tokens of row r: from `starts[r]` to before `starts[r + 1]`; its message from `begins[r]`. */
  readonly starts: Int32Array;
  readonly begins: Int32Array;
  readonly severities: Int32Array;
  /** 1 where not all of a row was read. */
  readonly isCut: Int32Array;
}

export function findPatterns(
  rows: PreparedRows,
  simThreshold: number,
  samplesMax: number,
): MinedPatterns {
  const { groups, hashes } = groupRows(rows);
  const signatures = collectSignatures({ table: rows.table, groups, ...messageSpans(rows) });
  const leaves = splitSignatures(rows.table, signatures, simThreshold);
  const found = mergeLeaves(rows.table, signatures, leaves, hashes);
  const members = membersOf(signatures, found);
  const patterns = found.map((group, index) =>
    describe(rows, signatures, group, members[index] ?? [], samplesMax),
  );
  return inOrder(patterns, members, rows.sources.length);
}

/** Level and shape of each row as one number, and a hash of both that is the same in every batch. */
function groupRows(rows: PreparedRows): { groups: Int32Array; hashes: Map<number, number> } {
  const shapes = new Map<string, number>();
  const hashes = new Map<number, number>();
  const groups = new Int32Array(rows.sources.length);
  for (const [row, source] of rows.sources.entries()) {
    const shape = source.record?.shape ?? '';
    let number = shapes.get(shape);
    if (number === undefined) {
      number = shapes.size;
      shapes.set(shape, number);
    }
    const severity = at(rows.severities, row);
    const group = number * SEVERITIES.length + severity;
    groups[row] = group;
    if (!hashes.has(group)) hashes.set(group, hashOf(`${severityName(severity)} ${shape}`));
  }
  return { groups, hashes };
}

function messageSpans(rows: PreparedRows): {
  begins: Int32Array;
  ends: Int32Array;
  hasTail: Int32Array;
} {
  const { begins, starts, isCut } = rows;
  const ends = new Int32Array(begins.length);
  const hasTail = isCut.slice();
  for (let row = 0; row < begins.length; row += 1) {
    const limit = at(begins, row) + MESSAGE_TOKENS_MAX;
    const end = at(starts, row + 1);
    ends[row] = Math.min(end, limit);
    if (end > limit) hasTail[row] = 1;
  }
  return { begins, ends, hasTail };
}

/** The rows of each group, in order. */
function membersOf(signatures: Signatures, groups: readonly LeafGroup[]): number[][] {
  const groupOf = new Int32Array(signatures.size);
  for (const [index, group] of groups.entries()) {
    for (const leaf of group.leaves) for (const signature of leaf) groupOf[signature] = index;
  }
  const members: number[][] = groups.map(() => []);
  for (let row = 0; row < signatures.ofRow.length; row += 1) {
    members[at(groupOf, at(signatures.ofRow, row))]?.push(row);
  }
  return members;
}

function describe(
  rows: PreparedRows,
  signatures: Signatures,
  group: LeafGroup,
  members: readonly number[],
  samplesMax: number,
): Pattern {
  const { sources } = rows;
  const first = members[0] ?? 0;
  const { header, message } = renderParts(rows, signatures, group, members);
  const record = sources[first]?.record;
  const messageKey = sources[first]?.messageKey ?? '';
  const records = record === undefined ? [] : recordsOf(sources, members);
  const stated = at(rows.severities, first);
  const textOf = (row: number): string => sources[row]?.text ?? '';
  return {
    id: group.id,
    template:
      record === undefined ? header + message : renderRecord(records, messageKey, header + message),
    message,
    severity: severityName(stated || guessSeverity(rows, first)),
    isSeverityStated: stated > 0,
    shape: record?.shape ?? '',
    messageKey,
    count: members.length,
    first,
    last: members.at(-1) ?? first,
    samples: pickSamples(signatures, group, members, textOf, samplesMax),
  };
}

function renderParts(
  rows: PreparedRows,
  signatures: Signatures,
  group: LeafGroup,
  members: readonly number[],
): { header: string; message: string } {
  const { table, texts, starts, begins } = rows;
  const first = members[0] ?? 0;
  if (members.length === 1) {
    // In a single row nothing varies: it is its own template.
    const text = (texts[first] ?? '').slice(0, CHARACTERS_MAX);
    const begin = at(begins, first);
    const cut = begin < at(starts, first + 1) ? startAt(table, begin) : text.length;
    return { header: text.slice(0, cut), message: text.slice(cut) };
  }
  return {
    header: renderHeader({ table, texts, starts, begins }, members),
    message: renderMessage({ table, signatures, texts }, group),
  };
}

/** The worst level suggested by a word of the message. */
function guessSeverity(rows: PreparedRows, row: number): number {
  const { table, begins, starts } = rows;
  let worst = 0;
  for (let token = at(begins, row); token < at(starts, row + 1); token += 1) {
    worst = Math.max(worst, severityOfWord(at(table.raws, token)));
  }
  return worst;
}

function recordsOf(sources: readonly Source[], members: readonly number[]): RowRecord[] {
  return members.flatMap((row) => sources[row]?.record ?? []);
}

function inOrder(
  patterns: readonly Pattern[],
  members: readonly number[][],
  rows: number,
): MinedPatterns {
  const order = patterns
    .map((pattern, index) => ({ pattern, index }))
    .sort(
      (one, other) =>
        other.pattern.count - one.pattern.count || one.pattern.first - other.pattern.first,
    );
  const assignment = new Int32Array(rows);
  for (const [position, { index }] of order.entries()) {
    for (const row of members[index] ?? []) assignment[row] = position;
  }
  return { patterns: order.map(({ pattern }) => pattern), assignment };
}
