import { prefixToName } from '../../../../src/spec/reserved-indexes.ts';

/** Whether events have arrived since the waiting began. */
interface IndexFacts {
  readonly name: string;
  readonly events: number;
  readonly newestEvent: string | null;
}

export interface Arrivals {
  readonly events: number;
  readonly newest: string | null;
}

/** Everything a person has sent; what the platform writes itself does not count. */
export function arrivalsOf(indexes: readonly IndexFacts[]): Arrivals {
  const own = indexes.filter(({ name }) => prefixToName(name) === undefined);
  const moments = own.flatMap(({ newestEvent }) => (newestEvent === null ? [] : [newestEvent]));
  return {
    events: own.reduce((sum, { events }) => sum + events, 0),
    newest: moments.toSorted().at(-1) ?? null,
  };
}

export function hasArrived(before: Arrivals, now: Arrivals): boolean {
  return now.events > before.events || (now.newest !== null && now.newest !== before.newest);
}
