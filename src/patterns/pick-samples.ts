/**
 * Rows that show a pattern's range: the most common form first, then the rarest, so that a reader sees what
 * the pattern might hide, then the forms between. Equal texts are shown once.
 */
import type { LeafGroup } from './merge-leaves.ts';
import type { Signatures } from './signatures.ts';
import { at } from './token-table.ts';

export function pickSamples(
  signatures: Signatures,
  group: LeafGroup,
  rows: readonly number[],
  textOf: (row: number) => string,
  samplesMax: number,
): number[] {
  const seen = new Set<string>();
  const samples: number[] = [];
  for (const row of candidates(signatures, group, rows, samplesMax)) {
    if (samples.length >= samplesMax) break;
    const text = textOf(row);
    if (seen.has(text)) continue;
    seen.add(text);
    samples.push(row);
  }
  return samples;
}

function candidates(
  signatures: Signatures,
  group: LeafGroup,
  rows: readonly number[],
  samplesMax: number,
): number[] {
  const members = group.leaves
    .flat()
    .sort(
      (one, other) =>
        at(signatures.counts, other) - at(signatures.counts, one) ||
        at(signatures.firstRows, one) - at(signatures.firstRows, other),
    );
  const picked: number[] = [];
  for (let from = 0, to = members.length - 1; from <= to; from += 1, to -= 1) {
    if (picked.length >= samplesMax * 4) break;
    picked.push(at(signatures.firstRows, members[from] ?? 0));
    if (to > from) picked.push(at(signatures.firstRows, members[to] ?? 0));
  }
  // Then rows spread over the batch, for patterns with one form only.
  const steps = samplesMax * 4;
  for (let step = 1; step <= steps; step += 1) {
    picked.push(rows[Math.floor(((rows.length - 1) * step) / steps)] ?? 0);
  }
  return picked;
}
