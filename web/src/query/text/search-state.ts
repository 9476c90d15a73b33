/** Everything the search page shows, as the text behind `?` in its address. */

export const VIEWS = ['raw', 'table', 'json'] as const;
export type View = (typeof VIEWS)[number];

/** `auto` shows the table of a query that ends in one, events otherwise. */
export const MODES = ['auto', 'events', 'patterns'] as const;
export type Mode = (typeof MODES)[number];

export type Sort = 'newest' | 'oldest';

export interface SearchState {
  readonly query: string;
  readonly earliest: string;
  readonly latest: string;
  readonly mode: Mode;
  readonly view: View;
  /** None means the columns that go with the view. */
  readonly columns: readonly string[];
  readonly sort: Sort;
  /** The event whose details are open. */
  readonly event: string | undefined;
  readonly isLive: boolean;
}

export const DEFAULT_STATE: SearchState = {
  query: '',
  earliest: '-1h',
  latest: 'now',
  mode: 'auto',
  view: 'raw',
  columns: [],
  sort: 'newest',
  event: undefined,
  isLive: false,
};

/** A link can hold anything; a table of more columns than this helps nobody. */
const COLUMNS_MAX = 30;

/** `from` and `to` are other names of the two ends, for links that people write by hand. */
export function readState(search: string): SearchState {
  const given = new URLSearchParams(search);
  const event = given.get('event') ?? '';
  return {
    query: given.get('q') ?? DEFAULT_STATE.query,
    earliest: given.get('earliest') ?? given.get('from') ?? DEFAULT_STATE.earliest,
    latest: given.get('latest') ?? given.get('to') ?? DEFAULT_STATE.latest,
    mode: oneOf(MODES, given.get('mode')) ?? DEFAULT_STATE.mode,
    view: oneOf(VIEWS, given.get('view')) ?? DEFAULT_STATE.view,
    columns: readColumns(given.get('columns') ?? ''),
    sort: given.get('sort') === 'oldest' ? 'oldest' : 'newest',
    event: event === '' ? undefined : event,
    isLive: given.get('live') === '1',
  };
}

/** What is as usual is left out, so that addresses stay short. */
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
  if (state.event !== undefined) written.set('event', state.event);
  if (state.isLive) written.set('live', '1');
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

/** Whether two states ask the server for the same events. */
export function asksTheSame(left: SearchState, right: SearchState): boolean {
  return (
    left.query === right.query &&
    left.earliest === right.earliest &&
    left.latest === right.latest &&
    left.sort === right.sort
  );
}

/** Names may hold commas, so each is encoded once more. */
function readColumns(given: string): string[] {
  const names = given
    .split(',')
    .map(decode)
    .filter((name) => name.trim() !== '');
  return [...new Set(names)].slice(0, COLUMNS_MAX);
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
