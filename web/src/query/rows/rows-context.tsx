/** How rows look and what can be done from them. Whoever shows rows says it; what is left out has no button. */
import { createContext, useContext } from 'react';
import type { Filter } from '../text/edit-query.ts';
import type { SearchState } from '../../data/search-state.ts';
import type { Instants } from '../../../../src/charts/clock.ts';
import type { ColumnWidths } from './column-widths.ts';
import type { LogEvent } from './log-event.ts';

export interface RowsHost {
  readonly organization: string;
  readonly timeZone: string;
  readonly isWrapped: boolean;
  /** Whether the details of an event open below its row, or are shown beside the list by the host. */
  readonly details: 'inline' | 'side';
  /** Opens an event in place of the present one; none closes it. */
  readonly openEvent: (id: string | undefined) => void;
  /** Narrows the search that the rows come from. */
  readonly filter?: (filter: Filter) => void;
  /** Looks for other events, and shows them as the part says. */
  readonly find?: (query: string, part?: Partial<SearchState>) => void;
  /** The range of time that the rows come from. */
  readonly range?: Instants | undefined;
  readonly toggleColumn?: (field: string) => void;
  readonly setColumns?: (columns: readonly string[]) => void;
  readonly columnWidths?: ColumnWidths;
  /** Without pixels it fits again. */
  readonly setColumnWidth?: (field: string, pixels: number | undefined) => void;
  /** The address under which others find this event. */
  readonly linkTo?: (event: LogEvent) => string;
}

export const RowsContext = createContext<RowsHost | undefined>(undefined);

export function useRowsHost(): RowsHost {
  const host = useContext(RowsContext);
  if (host === undefined) throw new Error('Rows must be rendered inside a RowsContext.');
  return host;
}
