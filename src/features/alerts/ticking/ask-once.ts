import { bind } from '../../../engines/store/sql.ts';
import type { LogStore, QueryAnswer } from '../../../engines/store/store.ts';

type Asked = Pick<LogStore, 'query'>;

/** No longer than the statements of a tick take: what is asked for again then is asked anew. */
const KEPT_MS = 5_000;
const KEPT_MAX = 64;

/** What may differ between those who ask the same. */
const OF_ASKER: ReadonlySet<string> = new Set(['timeoutMs', 'signal']);

/**
 * Rules that differ in their thresholds or channels alone ask the same at a tick, for the same organization and
 * stretch of time: the store is asked once. Where that goes wrong each asks for itself.
 */
export function askOnce<Store extends Asked>(store: Store, now: () => number): Store {
  const kept = new Map<string, { readonly answer: Promise<QueryAnswer>; readonly at: number }>();
  const isKept = (name: string): boolean => now() - (kept.get(name)?.at ?? -Infinity) < KEPT_MS;
  const ask = (name: string, ...asked: Parameters<Asked['query']>): Promise<QueryAnswer> => {
    const answer = store.query(...asked);
    for (const old of kept.keys()) {
      if (kept.size >= KEPT_MAX || !isKept(old)) kept.delete(old);
    }
    kept.set(name, { answer, at: now() });
    answer.catch(() => kept.delete(name));
    return answer;
  };
  return {
    ...store,
    async query(statement, options = {}) {
      if (Object.keys(options).some((name) => !OF_ASKER.has(name))) {
        return store.query(statement, options);
      }
      const { text, parameters } = bind(statement);
      const name = JSON.stringify([text, ...parameters]);
      const known = isKept(name) ? kept.get(name)?.answer : undefined;
      if (known === undefined) return ask(name, statement, options);
      return known.catch(() => store.query(statement, options));
    },
  };
}
