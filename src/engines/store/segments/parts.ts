/**
 * The parts of a folder. The files are the only state: each one records its content and which others it replaces, so
 * that a crash at any time leaves nothing that a start cannot resolve.
 */
import { closeSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OtherPart, type PartIndex, readPartIndex } from './part-index.ts';
import { type PartSummary, summaryOf } from './part-jobs.ts';
import { COPY_FOLDER, NEW_ENDING } from './part-names.ts';
import { openRetentions, type Retentions } from './retentions.ts';
import { syncFolder } from './synced-files.ts';

export interface Parts {
  readonly folder: string;
  readonly retentions: Retentions;
  /** As they are now, the oldest first. */
  all(): readonly PartSummary[];
  /** A name that no part has had. */
  nextName(now: number): string;
  /** From now on the part is read, and the parts it replaces are not. */
  add(part: PartSummary): void;
  /** Forgets parts and removes their files once nobody reads them any more. */
  remove(names: readonly string[]): void;
  /** The same for a part whose rows nobody needs: the removal of the files it replaced is made durable first. */
  removeSaid(part: PartSummary): void;
  /** Names of files that are forgotten and still there. */
  leaving(): readonly string[];
  /** Keeps the files of parts until what it returns is called. */
  hold(parts: readonly PartSummary[]): () => void;
  /** Names of files that are not what was written. */
  unreadable(): readonly string[];
  noteDamage(name: string): void;
}

const PART = /^(\d{8})-(\d{10})\.parquet$/;

export function openParts(folder: string): Parts {
  const parts = new Map<string, PartSummary>();
  const unreadable = new Set<string>();
  const readers = new Map<string, number>();
  const leaving = new Set<string>();
  let sequence = 0;
  const drop = (name: string): void => {
    // A file that cannot be removed stays in the list that the next parts record as replaced.
    rmSync(join(folder, name), { force: true });
    leaving.delete(name);
  };
  const remove = (names: readonly string[]): void => {
    for (const name of names) {
      parts.delete(name);
      unreadable.delete(name);
      leaving.add(name);
      if ((readers.get(name) ?? 0) === 0) drop(name);
    }
  };
  // What a backup has left that was broken off.
  rmSync(join(folder, COPY_FOLDER), { recursive: true, force: true });
  for (const name of readdirSync(folder).sort()) {
    // What a crash has left half written.
    if (name.endsWith(NEW_ENDING)) rmSync(join(folder, name), { force: true });
    const number = PART.exec(name)?.[2];
    if (number === undefined) continue;
    sequence = Math.max(sequence, Number(number));
    const part = openPart(folder, name);
    if (part === undefined) unreadable.add(name);
    else parts.set(name, part);
  }
  for (const { replaces } of parts.values()) remove(replaces);
  return {
    folder,
    retentions: openRetentions(folder),
    all: () => [...parts.values()],
    nextName(now) {
      const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '');
      return `${day}-${String(++sequence).padStart(10, '0')}.parquet`;
    },
    add(part) {
      parts.set(part.name, part);
      remove(part.replaces);
    },
    remove,
    removeSaid({ name }) {
      syncFolder(folder);
      remove([name]);
    },
    leaving: () => [...leaving],
    hold(held) {
      for (const { name } of held) readers.set(name, (readers.get(name) ?? 0) + 1);
      return () => {
        for (const { name } of held) {
          const left = (readers.get(name) ?? 1) - 1;
          if (left > 0) readers.set(name, left);
          else readers.delete(name);
          if (left === 0 && leaving.has(name)) drop(name);
        }
      };
    },
    unreadable: () => [...unreadable],
    noteDamage: (name) => void unreadable.add(name),
  };
}

export function isPartName(name: string): boolean {
  return PART.test(name);
}

/** Undefined if the part is damaged; its file stays in place, so that it can be restored. */
function openPart(folder: string, name: string): PartSummary | undefined {
  const path = join(folder, name);
  const index = readIndexOf(path);
  return index === undefined ? undefined : summaryOf(name, statSync(path).size, index);
}

/** Undefined when it cannot be read. */
export function readIndexOf(path: string): PartIndex | undefined {
  const file = openSync(path, 'r');
  try {
    return readPartIndex(file);
  } catch (error) {
    if (error instanceof OtherPart) throw otherRelease(path, error);
    return undefined;
  } finally {
    closeSync(file);
  }
}

function otherRelease(path: string, { release }: OtherPart): Error {
  return new Error(
    `The log store was written by ${release}: ${path} has a format that this release does not support. ` +
      'Start that release, or set XPLAIN_DATA to another folder.',
  );
}
