/**
 * Serializes work per owner, so that each decision sees everything that earlier ones started. Of twenty simultaneous
 * callers, one runs what all of them need.
 */
export function createTurnsOf<Owner extends string>(): <T>(
  owner: Owner,
  work: () => Promise<T>,
) => Promise<T> {
  const last = new Map<Owner, Promise<unknown>>();
  return async (owner, work) => {
    const before = last.get(owner) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(owner, mine);
    try {
      return await mine;
    } finally {
      if (last.get(owner) === mine) last.delete(owner);
    }
  };
}
