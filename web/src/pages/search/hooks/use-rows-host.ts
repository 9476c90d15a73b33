import { useMemo } from 'react';
import type { Instants } from '../../../../../src/charts/clock.ts';
import { withWidth } from '../../../query/rows/column-widths.ts';
import type { RowsHost } from '../../../query/rows/rows-context.tsx';
import type { Page } from '../page-context.tsx';

/** What a click in a row of this page does: it changes the search that the page shows. */
export function useRowsHost(
  organization: string,
  { actions, timeZone, preferences, setPreferences }: Page,
  range: Instants | undefined,
): RowsHost {
  const { isWrapped, details, columnWidths } = preferences;
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
      range,
      find: (query, part) => run(query, { mode: 'auto', isLive: false, saved: undefined, ...part }),
      setColumns: (columns) => change({ columns }, { replace: true }),
      columnWidths,
      setColumnWidth: (field, pixels) =>
        setPreferences({ columnWidths: withWidth(columnWidths, field, pixels) }),
    };
  }, [organization, timeZone, isWrapped, details, columnWidths, actions, setPreferences, range]);
}
