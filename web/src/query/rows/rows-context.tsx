/** Settings and actions for rows, provided by the component that shows them. An omitted action has no button. */
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
  /** Whether event details open below the row, or the host shows them next to the list. */
  readonly details: 'inline' | 'side';
  /** Opens an event in place of the current one; undefined closes it. */
  readonly openEvent: (id: string | undefined) => void;
  /** Narrows the search that returned the rows. */
  readonly filter?: (filter: Filter) => void;
  /** Starts another search and applies the given state to the page. */
  readonly find?: (query: string, part?: Partial<SearchState>) => void;
  /** The time range of the rows. */
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
