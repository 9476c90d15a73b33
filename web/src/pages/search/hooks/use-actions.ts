/** What clicks anywhere on the page do to its address. The functions stay the same, so rows need not be redrawn. */
import { useMemo } from 'react';
import type { Instants } from '../../../../../src/charts/clock.ts';
import { shownColumns, withColumn } from '../logic/columns.ts';
import { applyFilter } from '../../../query/text/edit-query.ts';
import { type SearchState, withAbsoluteTimes, writeState } from '../../../data/search-state.ts';
import type { PageActions } from '../page-context.tsx';
import type { Address } from './use-address.ts';
import { useLatest } from '../../../parts/use-latest.ts';

interface ActionNeeds {
  readonly address: Address;
  /** The query in the editor, whether run or not. */
  readonly draft: string;
  readonly setDraft: (text: string) => void;
  readonly onRun: (query: string) => void;
  readonly range: Instants | undefined;
  readonly hasAbsoluteLinks: boolean;
}

export function useActions(needs: ActionNeeds): PageActions {
  const latest = useLatest(needs);
  return useMemo<PageActions>(() => {
    const run: PageActions['run'] = (query, part = {}) => {
      const { address, setDraft, onRun } = latest.current;
      setDraft(query);
      onRun(query);
      address.change({ query, event: undefined, ...part });
    };
    const edit: PageActions['edit'] = (change, part) => run(change(latest.current.draft), part);
    return {
      run,
      edit,
      filter: (filter) => edit((query) => applyFilter(query, filter)),
      change: (part, options) => latest.current.address.change(part, options),
      toggleColumn: (field) => {
        const { state, change } = latest.current.address;
        change({ columns: withColumn(shownColumns(state), field) }, { replace: true });
      },
      openEvent: (id) => {
        const { state, change } = latest.current.address;
        // Opening the first event adds a history entry to go back to; moving on from there does not.
        change({ event: id }, { replace: state.event !== undefined && id !== undefined });
      },
      linkTo: (event) => linkTo(latest.current, { event: event.id }),
    };
  }, [latest]);
}

export function linkTo(
  { address, range, hasAbsoluteLinks }: ActionNeeds,
  part: Partial<SearchState>,
): string {
  const state = { ...address.state, isLive: false, ...part };
  const shared = hasAbsoluteLinks ? withAbsoluteTimes(state, range) : state;
  return `${window.location.origin}/search${writeState(shared)}`;
}
