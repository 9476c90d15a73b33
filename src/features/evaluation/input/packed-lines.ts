/**
 * Lines as bytes, for those who only hand them on: the thread that answers requests neither reads nor makes
 * thousands of strings, and can give the memory back as soon as it is done with it.
 */
import { deserialize, serialize } from 'node:v8';
import { ownedMemory } from '../../../engines/threads/owned-memory.ts';
import type { PreparedLine, ShownRow } from './prepared-line.ts';

export interface PackedLines {
  readonly count: number;
  readonly texts: Uint8Array;
  /** The rows that each line shows. Often several times the texts, and not needed to ask about them. */
  readonly shown: Uint8Array;
}

export function packLines(lines: readonly PreparedLine[]): PackedLines {
  return {
    count: lines.length,
    texts: serialize(lines.map(({ text }) => text)),
    shown: serialize(lines.map(({ shown }) => shown)),
  };
}

/** What `packLines` has written is what comes back. */
export function unpackTexts(texts: PackedLines['texts']): readonly string[] {
  return deserialize(texts) as readonly string[];
}

export function unpackLines({ texts, shown }: PackedLines): readonly PreparedLine[] {
  const rows = deserialize(shown) as readonly (readonly ShownRow[])[];
  return unpackTexts(texts).map((text, i) => ({ text, shown: rows[i] ?? [] }));
}

export function memoryOf({ texts, shown }: PackedLines): ArrayBuffer[] {
  return [...ownedMemory(texts), ...ownedMemory(shown)];
}

/** Nobody may look at them afterwards. The garbage collector would take its time. */
export function giveBackLines(lines: PackedLines): void {
  for (const memory of memoryOf(lines)) memory.transfer(0);
}
