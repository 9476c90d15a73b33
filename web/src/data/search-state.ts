/** The complete state of the search page, as the text after `?` in its URL. */
import { LIMITS } from '../../../src/spec/limits.ts';
import { SEARCH_MODES, SEARCH_SORTS, SEARCH_VIEWS } from '../../../src/spec/search-display.ts';

export const VIEWS = SEARCH_VIEWS;
export type View = (typeof VIEWS)[number];

export type Mode = (typeof SEARCH_MODES)[number];

export type Sort = (typeof SEARCH_SORTS)[number];

/** The column that the rows of a table are sorted by. */
export interface Order {
  readonly field: string;
  readonly isDown: boolean;
}

export interface SearchState {
  readonly query: string;
  readonly earliest: string;
  readonly latest: string;
  readonly mode: Mode;
  readonly view: View;
  /** Empty means the default columns of the view. */
  readonly columns: readonly string[];
  readonly sort: Sort;
  readonly order: Order | undefined;
  /** Whether rows show the time since the event before. */
  readonly hasDistances: boolean;
  /** The saved search that this one began as. */
  readonly saved: string | undefined;
  /** The event whose details are open. */
  readonly event: string | undefined;
  /** The field whose statistics are open. */
  readonly field: string | undefined;
  readonly isLive: boolean;
  /** What the result is compared with: `previous`, or how far back. */
  readonly compare: string | undefined;
}

export const DEFAULT_STATE: SearchState = {
  query: '',
  earliest: '-1h',
  latest: 'now',
  mode: 'auto',
  view: 'raw',
  columns: [],
  sort: 'newest',
  order: undefined,
  hasDistances: false,
  saved: undefined,
  event: undefined,
  field: undefined,
  isLive: false,
  compare: undefined,
};

/** `from` and `to` are other names of the two ends, for links that people write by hand. */
export function readState(search: string): SearchState {
  const given = new URLSearchParams(search);
  const event = given.get('event') ?? '';
  const compare = given.get('compare') ?? '';
  return {
    query: given.get('q') ?? DEFAULT_STATE.query,
    earliest: given.get('earliest') ?? given.get('from') ?? DEFAULT_STATE.earliest,
    latest: given.get('latest') ?? given.get('to') ?? DEFAULT_STATE.latest,
    mode: oneOf(SEARCH_MODES, given.get('mode')) ?? DEFAULT_STATE.mode,
    view: oneOf(VIEWS, given.get('view')) ?? DEFAULT_STATE.view,
    columns: readColumns(given.get('columns') ?? ''),
    sort: oneOf(SEARCH_SORTS, given.get('sort')) ?? DEFAULT_STATE.sort,
    order: readOrder(given.get('order') ?? ''),
    hasDistances: given.get('distances') === '1',
    saved: given.get('saved') || undefined,
    event: event === '' ? undefined : event,
    field: given.get('field') || undefined,
    isLive: given.get('live') === '1',
    compare: isComparison(compare) ? compare : undefined,
  };
}

/** Default values are omitted to keep URLs short. */
export function writeState(state: SearchState): string {
  const written = new URLSearchParams();
  if (state.query !== '') written.set('q', state.query);
  if (state.earliest !== DEFAULT_STATE.earliest || state.latest !== DEFAULT_STATE.latest) {
    written.set('earliest', state.earliest);
    written.set('latest', state.latest);
  }
  if (state.mode !== 'auto') written.set('mode', state.mode);
  if (state.view !== 'raw') written.set('view', state.view);
  if (state.columns.length > 0) {
    written.set('columns', state.columns.map(encodeURIComponent).join(','));
  }
  if (state.sort !== 'newest') written.set('sort', state.sort);
  if (state.order !== undefined) written.set('order', writeOrder(state.order));
  if (state.hasDistances) written.set('distances', '1');
  if (state.saved !== undefined) written.set('saved', state.saved);
  if (state.event !== undefined) written.set('event', state.event);
  if (state.field !== undefined) written.set('field', state.field);
  if (state.isLive) written.set('live', '1');
  if (state.compare !== undefined) written.set('compare', state.compare);
  const text = written.toString();
  return text === '' ? '' : `?${text}`;
}

/** The same search with times that mean the same tomorrow. */
export function withAbsoluteTimes(
  state: SearchState,
  range: { readonly from: number; readonly to: number } | undefined,
): SearchState {
  if (range === undefined) return state;
  return {
    ...state,
    earliest: new Date(range.from).toISOString(),
    latest: new Date(range.to).toISOString(),
  };
}

/** Whether two states request the same events from the server. */
export function asksTheSame(left: SearchState, right: SearchState): boolean {
  return (
    left.query === right.query &&
    left.earliest === right.earliest &&
    left.latest === right.latest &&
    left.sort === right.sort &&
    left.compare === right.compare
  );
}

/** As the API takes it. */
export function isComparison(text: string): boolean {
  return /^(?:previous|[1-9]\d{0,3}(?:s|m|h|d|w|mon|q|y))$/.test(text);
}

/** A sign before the name gives the direction, so that names can start with a sign themselves. */
function writeOrder({ field, isDown }: Order): string {
  return `${isDown ? '-' : '+'}${field}`;
}

function readOrder(given: string): Order | undefined {
  const sign = given.slice(0, 1);
  const field = given.slice(1);
  if (field === '' || (sign !== '-' && sign !== '+')) return undefined;
  return { field, isDown: sign === '-' };
}

/** Names can contain commas, so each is encoded a second time. */
function readColumns(given: string): string[] {
  const names = given
    .split(',')
    .map(decode)
    .filter((name) => name.trim() !== '');
  return [...new Set(names)].slice(0, LIMITS.savedSearches.columnsMax);
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) return name;
    throw error;
  }
}

function oneOf<Value extends string>(
  known: readonly Value[],
  given: string | null,
): Value | undefined {
  return known.find((each) => each === given);
}
