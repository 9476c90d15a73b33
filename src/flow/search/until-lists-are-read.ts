import { ListFound } from '../../engines/store/store.ts';
import type { SearchNeeds } from './search-needs.ts';

/**
 * Hardly a field holds lists, and to look for them in every value makes every search slower. So a search takes
 * values for single ones; where the store finds that one is not, the search is run again and takes them apart.
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
