import { LIMITS } from '../../../spec/limits.ts';

interface ListPage<Entry> {
  readonly data: readonly Entry[];
  readonly nextCursor: string | null;
}

/** Pages of one call of a tool. */
const PAGES_MAX = 5;

/** The entries of a list, page by page; more than these are no overview. */
export async function wholeList<Entry>(
  read: (page: { readonly limit: number; readonly cursor?: string }) => Promise<ListPage<Entry>>,
): Promise<{ entries: readonly Entry[]; isCut: boolean }> {
  const entries: Entry[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { data, nextCursor }: ListPage<Entry> = await read({
      limit: LIMITS.http.pageRowsMax,
      ...(cursor === null ? {} : { cursor }),
    });
    entries.push(...data);
    if (nextCursor === null) return { entries, isCut: false };
    cursor = nextCursor;
  }
  return { entries, isCut: true };
}

/** Whether a part of the name was given. */
export function nameMatches(text = ''): (entry: { readonly name: string }) => boolean {
  const wanted = text.toLowerCase();
  return ({ name }) => name.toLowerCase().includes(wanted);
}
