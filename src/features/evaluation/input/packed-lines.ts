/**
 * Lines as memory that every thread can read: it passes from job to job without being copied, and costs the
 * thread that answers requests nothing however large it is. Nobody writes to it once it is made.
 */
import { deserialize, serialize } from 'node:v8';
import type { PreparedLine, ShownRow } from './prepared-line.ts';

export interface PackedLines {
  readonly count: number;
  readonly texts: SharedArrayBuffer;
  /** The rows that each line shows. Often several times the texts, and not needed to ask about them. */
  readonly shown: SharedArrayBuffer;
}

export function packLines(lines: readonly PreparedLine[]): PackedLines {
  return {
    count: lines.length,
    texts: share(lines.map(({ text }) => text)),
    shown: share(lines.map(({ shown }) => shown)),
  };
}

export function unpackTexts({ texts }: PackedLines): readonly string[] {
  return restore<readonly string[]>(texts);
}

export function unpackLines(packed: PackedLines): readonly PreparedLine[] {
  const shown = restore<readonly (readonly ShownRow[])[]>(packed.shown);
  return unpackTexts(packed).map((text, i) => ({ text, shown: shown[i] ?? [] }));
}

function share(value: unknown): SharedArrayBuffer {
  const bytes = serialize(value);
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  return shared;
}

/** What `share` has written is what comes back. It is copied first, since only memory of one's own can be read. */
function restore<T>(shared: SharedArrayBuffer): T {
  return deserialize(new Uint8Array(shared).slice()) as T;
}
