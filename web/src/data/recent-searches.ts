/** The last queries run in this browser, per organization, newest first. */
const KEPT_MAX = 50;
const CHARACTERS_MAX = 4_000;

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

export function recentSearches(organization: string, shelf: Shelf = localStorage): string[] {
  try {
    const stored: unknown = JSON.parse(shelf.getItem(keyOf(organization)) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((entry) => typeof entry === 'string').slice(0, KEPT_MAX)
      : [];
  } catch {
    return [];
  }
}

export function noteSearch(organization: string, query: string, shelf: Shelf = localStorage): void {
  const text = query.trim();
  if (text === '' || text.length > CHARACTERS_MAX) return;
  const others = recentSearches(organization, shelf).filter((entry) => entry !== text);
  try {
    shelf.setItem(keyOf(organization), JSON.stringify([text, ...others].slice(0, KEPT_MAX)));
  } catch {
    // A full or forbidden storage: the history is a convenience.
  }
}

function keyOf(organization: string): string {
  return `xplain-recent-searches:${organization}`;
}
