import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import { ACCESS_CHANNEL, type AccessCache, type CacheSubject } from './access-cache.ts';

interface ChangeNeeds {
  readonly metadata: Pick<Metadata, 'transaction'>;
  readonly cache: Pick<AccessCache, 'forget'>;
}

/**
 * A transaction that invalidates cached data of the organization or user: on other nodes at commit, on this one before
 * the caller gets its result. The work names further subjects with `touch`.
 */
export async function changeAccess<T>(
  needs: ChangeNeeds,
  subject: CacheSubject,
  work: (unit: Unit, touch: (further: CacheSubject) => void) => Promise<T>,
): Promise<T> {
  const subjects = new Set([subject]);
  try {
    return await needs.metadata.transaction(async (unit) => {
      const result = await work(unit, (further) => subjects.add(further));
      for (const each of subjects) await unit.notify(ACCESS_CHANNEL, each);
      return result;
    });
  } finally {
    for (const each of subjects) needs.cache.forget(each);
  }
}
