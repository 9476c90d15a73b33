/** Answers of statements that a node remembers: as many as fit, and of no organization more than its share. */
import type { SearchResult } from '../../../flow/search/index.ts';

export interface KeptAnswer {
  readonly result: SearchResult;
  /** Time of the request, in milliseconds since 1970. */
  readonly computedAt: number;
}

export interface CacheBounds {
  readonly bytesMax: number;
  readonly entryBytesMax: number;
  readonly organizationBytesMax: number;
}

export interface AnswerCache {
  get(key: string): KeptAnswer | undefined;
  /** The last one of those that were written the same way, however old. */
  lastOf(written: string): KeptAnswer | undefined;
  set(organization: string, key: string, written: string, answer: KeptAnswer): void;
  readonly bytes: (organization?: string) => number;
}

interface Entry extends KeptAnswer {
  readonly organization: string;
  readonly written: string;
  readonly bytes: number;
}

/** A row in memory takes more than its text. */
const MEMORY_FACTOR = 2;

export function createAnswerCache(bounds: CacheBounds): AnswerCache {
  // Least recently used first.
  const entries = new Map<string, Entry>();
  const latest = new Map<string, string>();
  const taken = new Map<string, number>();
  let total = 0;

  const count = (organization: string, bytes: number): void => {
    total += bytes;
    const sum = (taken.get(organization) ?? 0) + bytes;
    if (sum > 0) taken.set(organization, sum);
    else taken.delete(organization);
  };
  const remove = (key: string): void => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    count(entry.organization, -entry.bytes);
    if (latest.get(entry.written) === key) latest.delete(entry.written);
  };
  const makeRoom = (organization: string): void => {
    for (const [key, entry] of entries) {
      const isOver = (taken.get(organization) ?? 0) > bounds.organizationBytesMax;
      if (!isOver && total <= bounds.bytesMax) return;
      if (total > bounds.bytesMax || entry.organization === organization) remove(key);
    }
  };
  const get = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    entries.delete(key);
    entries.set(key, entry);
    return entry;
  };

  return {
    get,
    lastOf(written) {
      const key = latest.get(written);
      return key === undefined ? undefined : get(key);
    },
    set(organization, key, written, answer) {
      remove(key);
      const bytes = (sizeOf(answer.result) + key.length + written.length) * MEMORY_FACTOR;
      if (bytes > bounds.entryBytesMax) return;
      entries.set(key, { ...answer, organization, written, bytes });
      latest.set(written, key);
      count(organization, bytes);
      makeRoom(organization);
    },
    bytes: (organization) => (organization === undefined ? total : (taken.get(organization) ?? 0)),
  };
}

function sizeOf({ columns, rows, limits_applied }: SearchResult): number {
  return JSON.stringify([columns, rows, limits_applied]).length;
}
