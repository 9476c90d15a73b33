/** The panel that shows a search. */
import type { DashboardPanel } from '../../../../src/contract/dashboard-panels.ts';
import type { QueryKind } from '../../../../src/spec/dashboards.ts';
import { LIMITS } from '../../../../src/spec/limits.ts';
import { readFacts } from '../text/query-facts.ts';
import type { SearchState } from '../../data/search-state.ts';
import { freePlace, type Place } from './free-place.ts';
import { guessPanel } from './guess-panel.ts';
import { newElementId, PANEL_SIZES } from './panel-form.ts';

type SearchedPart = Pick<SearchState, 'query' | 'mode' | 'columns'>;

/** A panel for what the search page shows, without position and id. */
export interface SearchPanel {
  readonly kind: QueryKind;
  readonly title: string;
  readonly query: string;
  readonly options?: { readonly fields: string[] };
}

/** The panel that shows what a search shows. */
export function panelOfSearch({ query, mode, columns }: SearchedPart): SearchPanel {
  if (mode === 'auto') return shown(query, columns);
  const events = textOrAll(readFacts(query).eventPart);
  const { title } = guessPanel(events);
  return mode === 'patterns' ? { kind: 'patterns', title, query: events } : shown(events, columns);
}

function shown(query: string, columns: readonly string[]): SearchPanel {
  const { kind, title } = guessPanel(query);
  const text = textOrAll(query);
  const fields = columns.slice(0, LIMITS.dashboards.logFieldsMax);
  const isList = kind === 'logs' && fields.length > 0;
  return { kind, title, query: text, ...(isList ? { options: { fields } } : {}) };
}

function textOrAll(query: string): string {
  return query.trim() === '' ? '*' : query.trim();
}

/** Returns the panel for a dashboard: with an unused id, at a free position. */
export function placedPanel(panel: SearchPanel, others: readonly (Place & Identified)[]) {
  const place = freePlace(others, PANEL_SIZES[panel.kind]);
  const id = newElementId(others.map((other) => other.id));
  return { id, ...panel, ...place } as DashboardPanel;
}

interface Identified {
  readonly id: string;
}
