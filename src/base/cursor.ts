import { invalid } from './errors.ts';

/** Position in a list: the sort key of the last returned entry. Opaque to callers. */
export interface Cursor {
  readonly at: number;
  readonly id: string;
}

export interface Page {
  readonly limit: number;
  readonly after: Cursor | undefined;
}

export function encodeCursor({ at, id }: Cursor): string {
  return btoa(`${at}:${id}`);
}

/** A cursor that we did not make is the caller's mistake. */
export function decodeCursor(text: string): Cursor {
  const parts = /^(\d{1,16}):([\w-]{1,64})$/.exec(decodeBase64(text));
  if (parts?.[1] === undefined || parts[2] === undefined) {
    throw invalid('cursor', 'Invalid cursor. Use the nextCursor of the previous page.');
  }
  return { at: Number(parts[1]), id: parts[2] };
}

function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}

/** Removes the one entry that was read beyond the page, and returns the cursor of the next page. */
export function pageAnswer<Row, Item>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => Cursor,
  show: (row: Row) => Item,
): { data: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { data: shown.map(show), nextCursor: hasMore ? encodeCursor(cursorOf(last)) : null };
}

/** Reads all pages of a list, oldest entries first even if pages are newest first. */
export async function readEveryPage<Item>(
  limit: number,
  readPage: (page: Page) => Promise<{ data: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const all: Item[] = [];
  let after: Cursor | undefined;
  do {
    const { data, nextCursor } = await readPage({ limit, after });
    all.push(...data);
    after = nextCursor === null ? undefined : decodeCursor(nextCursor);
  } while (after !== undefined);
  return all.toReversed();
}
