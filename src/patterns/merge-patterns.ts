/**
 * Pattern sets of several batches as one: the templates are mined again, each with the weight of its rows.
 * Row indexes count through the batches in the order they are given.
 */
import { checkOption } from './compression-options.ts';
import { findPatterns } from './find-patterns.ts';
import type { MinedPatterns, Pattern } from './pattern.ts';
import { readRecordOf, type Source } from './read-records.ts';
import { SEVERITIES } from './severity.ts';
import { at, startAt } from './token-table.ts';
import { tokenizeAll } from './tokenize-all.ts';

export interface MineOptions {
  /** How much two messages must have in common to share a pattern, 0 to 1. */
  readonly simThreshold?: number;
  /** Sample rows kept per pattern. */
  readonly maxSamples?: number;
}

export interface MergedPatterns {
  /** Highest count first; equal counts in the order of their first rows. */
  readonly patterns: readonly Pattern[];
  /** For each set: the index into `patterns` of each of its patterns. */
  readonly assignments: readonly Int32Array[];
}

interface Member {
  readonly pattern: Pattern;
  /** Rows of the sets before this one. */
  readonly offset: number;
}

export function mergePatterns(
  sets: readonly MinedPatterns[],
  options: MineOptions = {},
): MergedPatterns {
  const simThreshold = checkOption('simThreshold', options.simThreshold);
  const samplesMax = checkOption('maxSamples', options.maxSamples);
  const members = listMembers(sets);
  const mined = mineTemplates(members, simThreshold);
  const parts: Member[][] = mined.patterns.map(() => []);
  for (const [index, member] of members.entries()) parts[at(mined.assignment, index)]?.push(member);
  const merged = mined.patterns.map((pattern, index) =>
    sumUp(pattern, parts[index] ?? [], samplesMax),
  );
  const order = merged
    .map((_, index) => index)
    .sort((one, other) => inOrder(merged[one], merged[other]));
  const positions = new Int32Array(order.length);
  for (const [position, index] of order.entries()) positions[index] = position;
  let next = 0;
  const assignments = sets.map((set) =>
    Int32Array.from(set.patterns, () => {
      next += 1;
      return at(positions, at(mined.assignment, next - 1));
    }),
  );
  return { patterns: order.flatMap((index) => merged[index] ?? []), assignments };
}

function listMembers(sets: readonly MinedPatterns[]): Member[] {
  const members: Member[] = [];
  let offset = 0;
  for (const set of sets) {
    for (const pattern of set.patterns) members.push({ pattern, offset });
    offset += set.assignment.length;
  }
  return members;
}

/** The patterns of the templates. Where each message starts is known, so no header is learned again. */
function mineTemplates(members: readonly Member[], simThreshold: number): MinedPatterns {
  const sources = members.map(({ pattern }) => sourceOf(pattern));
  const texts = sources.map((source) => source.text);
  const tokens = tokenizeAll(texts);
  const begins = new Int32Array(members.length);
  const severities = new Int32Array(members.length);
  for (const [index, { pattern }] of members.entries()) {
    const from = (texts[index] ?? '').length - pattern.message.length;
    let begin = at(tokens.starts, index);
    const end = at(tokens.starts, index + 1);
    while (begin < end && startAt(tokens.table, begin) < from) begin += 1;
    begins[index] = begin;
    severities[index] = pattern.isSeverityStated ? SEVERITIES.indexOf(pattern.severity) : 0;
  }
  return findPatterns({ sources, texts, ...tokens, begins, severities }, simThreshold, 0);
}

function sourceOf(pattern: Pattern): Source {
  const record = pattern.shape === '' ? undefined : readRecordOf(pattern.template);
  if (record === undefined) return { text: pattern.template, record, messageKey: '' };
  const message = record.fields.get(pattern.messageKey);
  return typeof message === 'string'
    ? { text: message, record, messageKey: pattern.messageKey }
    : { text: pattern.message, record, messageKey: '' };
}

function sumUp(pattern: Pattern, parts: readonly Member[], samplesMax: number): Pattern {
  const bySize = [...parts].sort((one, other) => other.pattern.count - one.pattern.count);
  // The first sample of each part before the second of any: parts differ more than their rows do.
  const samples: number[] = [];
  for (let round = 0; round < samplesMax && samples.length < samplesMax; round += 1) {
    for (const { pattern: part, offset } of bySize) {
      const row = part.samples[round];
      if (row !== undefined && samples.length < samplesMax) samples.push(row + offset);
    }
  }
  const firsts = parts.map((part) => part.pattern.first + part.offset);
  const lasts = parts.map((part) => part.pattern.last + part.offset);
  return {
    ...pattern,
    count: parts.reduce((sum, part) => sum + part.pattern.count, 0),
    first: firsts.reduce((least, row) => Math.min(least, row), Infinity),
    last: lasts.reduce((most, row) => Math.max(most, row), 0),
    samples,
  };
}

function inOrder(one: Pattern | undefined, other: Pattern | undefined): number {
  if (one === undefined || other === undefined) return 0;
  return other.count - one.count || one.first - other.first;
}
