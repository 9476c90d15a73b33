import { useMemo } from 'react';
import type { RowsHost } from '../../../query/rows/rows-context.tsx';
import type { Page } from '../page-context.tsx';

/** What a click in a row of this page does: it changes the search that the page shows. */
export function useRowsHost(
  organization: string,
  { actions, timeZone, preferences }: Page,
): RowsHost {
  const { isWrapped, details } = preferences;
  return useMemo<RowsHost>(() => {
    const { openEvent, filter, toggleColumn, linkTo, run, change } = actions;
    return {
      organization,
      timeZone,
      isWrapped,
      details,
      openEvent,
      filter,
      toggleColumn,
      linkTo,
      find: (query) => run(query, { mode: 'auto' }),
      setColumns: (columns) => change({ columns }, { replace: true }),
    };
  }, [organization, timeZone, isWrapped, details, actions]);
}
