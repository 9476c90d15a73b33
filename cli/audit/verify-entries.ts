/** Whether entries of the audit log are complete and unchanged, by their numbers and hashes alone. */
import { createHash } from 'node:crypto';
import { type ChainPlace, findBreak } from '../../src/contract/audit-chain.ts';
import type { ReadEntry } from './read-entries.ts';

export interface VerifiedEntries {
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Of the last entry. */
  readonly hash: string | undefined;
  readonly problems: readonly string[];
}

/** Files may overlap, as deliveries of a stream do; what is there twice must be the same. */
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

/** In a file that is written in the order of the numbers. */
export function findDisorder(entries: readonly ReadEntry[]): string | undefined {
  const at = entries.findIndex(({ seq }, i) => seq < (entries[i - 1]?.seq ?? 0));
  if (at < 0) return undefined;
  return `Entry ${entries[at]?.seq} is out of order: it follows entry ${entries[at - 1]?.seq}.`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
