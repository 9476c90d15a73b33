import { MB } from '../../../../spec/units.ts';
import type { Limits } from '../../../../spec/limits.ts';
import { ArchiveProblem } from './archive-problem.ts';

/**
 * Counts the expanded size of a compressed file while it is read: a few bytes must not expand to more than a disk can
 * store.
 */
export interface Expansion {
  /** Adds bytes that the decompression has produced. */
  noteRead(bytes: number): void;
  /** Adds bytes of the events created from them. */
  noteMade(bytes: number): void;
}

export function createExpansion(limits: Limits['exports'], fileBytes: number): Expansion {
  const { importExpansionMax, importExpansionBytesMin, importExpandedBytesMax } = limits;
  const bytesMax = Math.min(
    Math.max(fileBytes * importExpansionMax, importExpansionBytesMin),
    importExpandedBytesMax,
  );
  const counter = (): ((bytes: number) => void) => {
    let sum = 0;
    return (bytes) => {
      sum += bytes;
      if (sum <= bytesMax) return;
      const max = Math.floor(bytesMax / MB);
      throw new ArchiveProblem(
        `A file becomes larger than ${max} MB when it is decompressed, which is too much for its size.`,
      );
    };
  };
  return { noteRead: counter(), noteMade: counter() };
}
