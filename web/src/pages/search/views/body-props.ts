import type { SearchRun } from '../hooks/use-search.ts';
import type { useFields, useHistogram, ViewInput } from '../hooks/use-views.ts';
import type { QueryFacts } from '../logic/query-facts.ts';
import type { SearchState } from '../logic/search-state.ts';
import type { Instants } from '../logic/time-range.ts';

/** What everything below the query shows. */
export interface SearchBodyProps {
  readonly state: SearchState;
  readonly draft: string;
  readonly facts: QueryFacts;
  /** What is asked for; less than the query when its events are looked at instead of its table. */
  readonly query: string;
  readonly isTable: boolean;
  readonly input: ViewInput;
  readonly search: SearchRun;
  readonly histogram: ReturnType<typeof useHistogram>;
  readonly fields: ReturnType<typeof useFields>;
  readonly range: Instants | undefined;
  readonly columns: readonly string[];
  readonly link: string;
}
