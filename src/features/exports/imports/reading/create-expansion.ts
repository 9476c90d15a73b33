import { MB } from '../../../../spec/units.ts';
import type { Limits } from '../../../../spec/limits.ts';
import { ArchiveProblem } from './archive-problem.ts';

/** What becomes of a compressed file, counted while it is read: a few bytes must not become more than a disk holds. */
export interface Expansion {
  /** So many bytes more came out of the decompression. */
  noteRead(bytes: number): void;
  /** Events of so many bytes more were made of them. */
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
