/**
 * One after the other, for each owner: whoever decides what to run sees all that those before have begun. So of
 * twenty who come at once, one runs what all of them wait for.
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
