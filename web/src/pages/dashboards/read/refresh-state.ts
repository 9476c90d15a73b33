/** What a page knows of its panels, and how each part of a refresh changes it. */
import type {
  AnnotationAnswer,
  PanelAnswer,
  PanelFailure,
  RefreshEnd,
  RefreshStart,
  ShownPanel,
  VariableAnswer,
} from '../../../../../src/contract/dashboard-data.ts';

export interface PanelState {
  /** The last data shown; kept while a refresh is running and after a failure. */
  readonly shown: ShownPanel | undefined;
  readonly failure: PanelFailure | undefined;
  /** Whether a request is pending. */
  readonly isWaiting: boolean;
}

export interface RefreshState {
  readonly start: RefreshStart | undefined;
  readonly end: RefreshEnd | undefined;
  readonly panels: ReadonlyMap<string, PanelState>;
  readonly variables: ReadonlyMap<string, VariableAnswer>;
  readonly annotations: readonly AnnotationAnswer[];
  readonly isRefreshing: boolean;
  /** Why there was no response at all. */
  readonly error: unknown;
}

export type RefreshPart =
  | { readonly kind: 'start'; readonly start: RefreshStart }
  | { readonly kind: 'panel'; readonly id: string; readonly answer: PanelAnswer }
  | { readonly kind: 'variable'; readonly name: string; readonly answer: VariableAnswer }
  | { readonly kind: 'annotation'; readonly answer: AnnotationAnswer }
  | { readonly kind: 'done'; readonly end: RefreshEnd };

export const NOTHING_YET: RefreshState = {
  start: undefined,
  end: undefined,
  panels: new Map(),
  variables: new Map(),
  annotations: [],
  isRefreshing: false,
  error: undefined,
};

const WAITING: PanelState = { shown: undefined, failure: undefined, isWaiting: true };

/** Panels that are not requested keep their data, since their heading may be expanded again. */
export function beginRefresh(state: RefreshState, ids: readonly string[]): RefreshState {
  const panels = new Map(state.panels);
  for (const id of ids) panels.set(id, { ...(panels.get(id) ?? WAITING), isWaiting: true });
  return { ...state, panels, isRefreshing: true, error: undefined };
}

export function applyPart(state: RefreshState, part: RefreshPart): RefreshState {
  switch (part.kind) {
    case 'start':
      return { ...state, start: part.start, end: undefined };
    case 'done':
      return { ...settled(state), end: part.end };
    case 'variable':
      return { ...state, variables: new Map(state.variables).set(part.name, part.answer) };
    case 'annotation': {
      const text = JSON.stringify(part.answer);
      // An identical answer causes no redraw.
      if (state.annotations.some((each) => JSON.stringify(each) === text)) return state;
      const others = state.annotations.filter(({ name }) => name !== part.answer.name);
      return { ...state, annotations: [...others, part.answer] };
    }
    case 'panel': {
      const before = state.panels.get(part.id) ?? WAITING;
      const panels = new Map(state.panels).set(part.id, answered(before, part.answer));
      return { ...state, panels };
    }
  }
}

/** Keeps the data shown; the page displays its age. */
export function failRefresh(state: RefreshState, error: unknown): RefreshState {
  return { ...settled(state), error };
}

/** Returns the tags of the data shown, so that the server does not resend unchanged panels. */
export function tagsOf(state: RefreshState, ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    ids.flatMap((id) => {
      const tag = state.panels.get(id)?.shown?.tag;
      return tag === undefined ? [] : [[id, tag]];
    }),
  );
}

function answered(before: PanelState, answer: PanelAnswer): PanelState {
  if ('error' in answer) return { ...before, failure: answer.error, isWaiting: false };
  if ('unchanged' in answer) {
    const { stale } = answer;
    const shown =
      before.shown === undefined || before.shown.stale === stale
        ? before.shown
        : { ...before.shown, stale };
    return { shown, failure: undefined, isWaiting: false };
  }
  return { shown: answer, failure: undefined, isWaiting: false };
}

function settled(state: RefreshState): RefreshState {
  const isWaiting = [...state.panels.values()].some((panel) => panel.isWaiting);
  if (!isWaiting) return { ...state, isRefreshing: false };
  const panels = new Map(
    [...state.panels].map(([id, panel]) => [id, { ...panel, isWaiting: false }] as const),
  );
  return { ...state, panels, isRefreshing: false };
}
