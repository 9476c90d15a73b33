/**
 * Copies parts for a backup. A part never changes, so a second name for its file is a copy that takes neither time nor
 * space, and no insert has to wait.
 */
import type { BigIntStats } from 'node:fs';
import { copyFile, link, mkdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DAY_MS, MINUTE_MS } from '../../../spec/units.ts';
import type { CopiedFile, RowCount, StampsOfFiles, StoreCopy } from '../store.ts';
import type { PartSummary } from './part-jobs.ts';
import { COPY_FOLDER, PARTS_VERSION } from './part-names.ts';
import type { Parts } from './parts.ts';
import { RETENTIONS_FILE } from './retentions.ts';

export async function copyParts(parts: Parts, known: StampsOfFiles): Promise<StoreCopy> {
  const folder = join(parts.folder, COPY_FOLDER);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  const all = parts.all();
  const release = parts.hold(all);
  const files: CopiedFile[] = [];
  try {
    for (const part of all) {
      const copied = await copyOne(parts.folder, folder, part.name, known);
      if (copied === undefined) continue;
      files.push(copied.isCopied ? { ...copied, rows: rowsByDay(part) } : copied);
    }
    const retentions = await copyOne(parts.folder, folder, RETENTIONS_FILE, known);
    if (retentions !== undefined) files.push(retentions);
  } finally {
    release();
  }
  return { folder, keptIn: basename(parts.folder), files, pauseMs: 0, version: PARTS_VERSION };
}

/** Undefined when there is no such file. */
async function copyOne(
  from: string,
  to: string,
  name: string,
  known: StampsOfFiles,
): Promise<CopiedFile | undefined> {
  const source = join(from, name);
  const facts = await stat(source, { bigint: true }).catch((error: unknown) => {
    if (name === RETENTIONS_FILE) return undefined;
    throw error;
  });
  if (facts === undefined) return undefined;
  const stamp = stampOf(facts);
  if (known[name] === stamp) return { name, stamp, isCopied: false };
  const target = join(to, name);
  // Not every file system gives a file two names.
  await link(source, target).catch(() => copyFile(source, target));
  return { name, stamp, isCopied: true };
}

/** A file is written once and then named: another file with the same name has a different inode or time. */
function stampOf({ ino, size, mtimeNs }: BigIntStats): string {
  return `${ino}-${size}-${mtimeNs}`;
}

const MINUTES_OF_DAY = DAY_MS / MINUTE_MS;

function rowsByDay({ groups }: PartSummary): RowCount[] {
  const counted = new Map<string, Map<number, number>>();
  for (const { organization, counts } of groups) {
    const days = counted.get(organization) ?? new Map<number, number>();
    counted.set(organization, days);
    let minute = 0;
    for (const [i, rows] of counts.rows.entries()) {
      minute += counts.minutes[i] ?? 0;
      const day = Math.floor(minute / MINUTES_OF_DAY);
      days.set(day, (days.get(day) ?? 0) + rows);
    }
  }
  return [...counted].flatMap(([organization, days]) =>
    [...days].map(([day, rows]) => ({ organization, day: nameOfDay(day), rows })),
  );
}

function nameOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
