import { ListFound } from '../../engines/store/store.ts';
import type { SearchNeeds } from './search-needs.ts';

/**
 * Few fields contain lists, and checking every value makes all searches slower. So searches treat values as single
 * values; if the store finds a list, the search is repeated with lists.
 */
export async function untilListsAreRead<Needs extends SearchNeeds, T>(
  needs: Needs,
  run: (needs: Needs) => Promise<T>,
): Promise<T> {
  try {
    return await run(needs);
  } catch (error) {
    if (!(error instanceof ListFound) || needs.readsLists === true) throw error;
    return run({ ...needs, readsLists: true });
  }
}
