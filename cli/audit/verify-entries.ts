/** Checks from sequence numbers and hashes alone whether audit entries are complete and unchanged. */
import { type ChainPlace, findBreak } from '../../src/contract/audit-chain.ts';
import { sha256 } from './sha256.ts';
import type { ReadEntry } from './read-entries.ts';

export interface VerifiedEntries {
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Of the last entry. */
  readonly hash: string | undefined;
  readonly problems: readonly string[];
}

/** Files may overlap, like deliveries of a stream; duplicates must be identical. */
export function verifyEntries(entries: readonly ReadEntry[]): VerifiedEntries {
  const problems: string[] = [];
  let before: ChainPlace | undefined;
  /** What a repetition of `before` follows. */
  let earlier: ChainPlace | undefined;
  const inOrder = entries.toSorted((a, b) => a.seq - b.seq);
  for (const entry of inOrder) {
    const isRepeated = entry.seq === before?.seq && entry.hash === before.hash;
    const problem = findBreak(isRepeated ? earlier : before, entry, sha256);
    if (problem !== undefined) problems.push(problem);
    if (!isRepeated) earlier = before;
    before = entry;
  }
  return { from: inOrder[0]?.seq, to: before?.seq, hash: before?.hash, problems };
}

/** In a file that is written in the order of the numbers, or of an archive in that of their times. */
export function findDisorder(entries: readonly ReadEntry[], isByTime: boolean): string | undefined {
  const at = entries.findIndex((entry, i) => {
    const before = entries[i - 1];
    if (before === undefined) return false;
    return isByTime ? entry.timestamp < before.timestamp : entry.seq < before.seq;
  });
  if (at < 0) return undefined;
  return `Entry ${entries[at]?.seq} is out of order: it follows entry ${entries[at - 1]?.seq}.`;
}
