import type { OrganizationId, UserId } from '../../base/ids.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';

/** Tells every node that something about the access of an organization or a user has changed. */
export const ACCESS_CHANNEL = 'access';

/**
 * Cache of what every request needs: keys, tokens, memberships, organizations, sessions. Entries are valid as long as
 * every change is certain to be received. A change names its subject, whose entries are dropped: on the node that made
 * the change before it responds, on others when they are notified.
 */
export interface AccessCache extends AsyncDisposable {
  /**
   * The value for a key, synchronously if cached. `load` names the subject of the value; undefined is never cached, so
   * an unknown key costs a lookup each time.
   */
  get<T>(
    key: string,
    load: () => Promise<Loaded<T> | undefined>,
  ): T | undefined | Promise<T | undefined>;
  forget(subject: CacheSubject): void;
}

/** The subject of a value: keys and memberships belong to an organization, sessions to a user. */
export type CacheSubject = OrganizationId | UserId;

export interface Loaded<T> {
  readonly subject: CacheSubject;
  readonly value: T;
  /** Expiry in milliseconds since 1970; no expiry if undefined. */
  readonly until?: number;
}

/** For work inside a transaction, which reads its own uncommitted writes. */
export const NO_CACHE: Pick<AccessCache, 'get' | 'forget'> = {
  get: async (_key, load) => (await load())?.value,
  forget: () => {},
};

interface CacheNeeds {
  readonly metadata: Pick<Metadata, 'listen' | 'isListening'>;
  readonly clock: { now(): number };
}

const ENTRIES_MAX = 20_000;

export async function openAccessCache(needs: CacheNeeds): Promise<AccessCache> {
  const entries = new Map<string, Loaded<unknown>>();
  const keysOf = new Map<CacheSubject, Set<string>>();
  // A value that was read before a change must not enter after it.
  let generation = 0;

  function forget(subject: CacheSubject): void {
    generation++;
    for (const key of keysOf.get(subject) ?? []) entries.delete(key);
    keysOf.delete(subject);
  }
  function forgetAll(): void {
    generation++;
    entries.clear();
    keysOf.clear();
  }
  function remember(key: string, loaded: Loaded<unknown>): void {
    if (entries.size >= ENTRIES_MAX) forgetAll();
    entries.set(key, loaded);
    const keys = keysOf.get(loaded.subject);
    if (keys === undefined) keysOf.set(loaded.subject, new Set([key]));
    else keys.add(key);
  }
  async function read<T>(
    key: string,
    load: () => Promise<Loaded<T> | undefined>,
  ): Promise<T | undefined> {
    const before = generation;
    const loaded = await load();
    if (loaded === undefined) return undefined;
    if (before === generation && needs.metadata.isListening()) remember(key, loaded);
    return loaded.value;
  }

  const hearing = await needs.metadata.listen(ACCESS_CHANNEL, {
    onMessage: (subject) => forget(subject as CacheSubject),
    onGap: forgetAll,
  });
  return {
    get<T>(key: string, load: () => Promise<Loaded<T> | undefined>) {
      const known = entries.get(key);
      const isFresh = known !== undefined && (known.until ?? Infinity) > needs.clock.now();
      if (isFresh && needs.metadata.isListening()) return known.value as T;
      return read(key, load);
    },
    forget,
    [Symbol.asyncDispose]: () => hearing[Symbol.asyncDispose](),
  };
}
