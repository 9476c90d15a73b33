/** Reads a list to its end; lists of settings are short, and a bound keeps a surprise away. */
const PAGES_MAX = 20;

interface Page<Item> {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
}

export async function allPages<Item>(
  readPage: (query: { readonly limit: number; readonly cursor?: string }) => Promise<Page<Item>>,
  limit = 100,
): Promise<Item[]> {
  const items: Item[] = [];
  let page = await readPage({ limit });
  items.push(...page.data);
  for (let number = 1; number < PAGES_MAX && page.nextCursor !== null; number += 1) {
    page = await readPage({ limit, cursor: page.nextCursor });
    items.push(...page.data);
  }
  return items;
}
