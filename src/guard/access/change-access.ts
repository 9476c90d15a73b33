import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import { ACCESS_CHANNEL, type AccessCache, type CacheSubject } from './access-cache.ts';

interface ChangeNeeds {
  readonly metadata: Pick<Metadata, 'transaction'>;
  readonly cache: Pick<AccessCache, 'forget'>;
}

/**
 * A transaction after which nobody may rely on what they knew of the organization or user: the other nodes are
 * told at the commit, this one forgets before the caller gets an answer.
 */
export async function changeAccess<T>(
  needs: ChangeNeeds,
  subject: CacheSubject,
  work: (unit: Unit) => Promise<T>,
): Promise<T> {
  try {
    return await needs.metadata.transaction(async (unit) => {
      const result = await work(unit);
      await unit.notify(ACCESS_CHANNEL, subject);
      return result;
    });
  } finally {
    needs.cache.forget(subject);
  }
}
