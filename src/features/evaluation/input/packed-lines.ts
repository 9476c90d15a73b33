/**
 * Lines as bytes for code that only passes them on: the thread that serves requests neither reads nor creates thousands
 * of strings, and can free the memory as soon as it is done.
 */
import { deserialize, serialize } from 'node:v8';
import { ownedMemory } from '../../../engines/threads/owned-memory.ts';
import type { PreparedLine, ShownRow } from './prepared-line.ts';

export interface PackedLines {
  readonly count: number;
  readonly texts: Uint8Array;
  /** The rows shown for each line. Often several times the size of the texts, and not needed for the prompt. */
  readonly shown: Uint8Array;
}

export function packLines(lines: readonly PreparedLine[]): PackedLines {
  return {
    count: lines.length,
    texts: serialize(lines.map(({ text }) => text)),
    shown: serialize(lines.map(({ shown }) => shown)),
  };
}

/** Restores exactly the texts written by `packLines`. */
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

/** The lines must not be read afterwards. Does not wait for the garbage collector. */
export function giveBackLines(lines: PackedLines): void {
  for (const memory of memoryOf(lines)) memory.transfer(0);
}
