import type { ReactNode } from 'react';
import type { Instants } from '../../../../../src/charts/clock.ts';
import type { SearchRun } from '../../../query/read/use-search.ts';
import type { useFields, useHistogram, ViewInput } from '../../../query/read/use-views.ts';
import type { QueryFacts } from '../../../query/text/query-facts.ts';
import type { KeptResult } from '../hooks/use-kept-result.ts';
import type { Order, SearchState } from '../../../data/search-state.ts';

/** What everything below the query shows. */
export interface SearchBodyProps {
  readonly state: SearchState;
  readonly draft: string;
  readonly facts: QueryFacts;
  /** The query that is run; shorter than the one entered when its events are shown instead of its table. */
  readonly query: string;
  readonly isTable: boolean;
  readonly input: ViewInput;
  readonly search: SearchRun;
  /** The answer before, where the present query has failed. */
  readonly kept: KeptResult | undefined;
  readonly isFailed: boolean;
  /** What the events are sorted by, other than time. */
  readonly order: Order | undefined;
  readonly histogram: ReturnType<typeof useHistogram>;
  readonly fields: ReturnType<typeof useFields>;
  readonly range: Instants | undefined;
  readonly columns: readonly string[];
  readonly link: string;
  /** Language help shown next to the results; empty unless requested. */
  readonly help: ReactNode;
}
