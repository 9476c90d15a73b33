/** Loads the data of a dashboard's panels in one call and repeats it at the refresh interval. */
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { DashboardDefinition } from '../../../../../src/contract/dashboard-definition.ts';
import type { ChosenVariables } from '../../../../../src/contract/dashboard-data.ts';
import { ApiError } from '../../../api/call.ts';
import { createStore, type Store } from '../../../api/store.ts';
import { useLatest } from '../../../parts/use-latest.ts';
import { readRefresh } from './read-refresh.ts';
import {
  applyPart,
  beginRefresh,
  failRefresh,
  NOTHING_YET,
  type RefreshState,
  tagsOf,
} from './refresh-state.ts';
import { createRefresher, type Outcome, type RefreshRhythm } from './refresher.ts';
import { watchWindow } from './watch-window.ts';

/** The request parameters. A new object with equal content triggers no request. */
export interface DashboardQuestion {
  /** `new` for what was never saved. */
  readonly id: string;
  readonly earliest?: string | undefined;
  readonly latest?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly variables?: ChosenVariables;
  /** Those that show rows and are not hidden. */
  readonly panels: readonly string[];
  /** Unsaved definition. A change triggers a new request, so pass the one last submitted. */
  readonly definition?: DashboardDefinition | undefined;
}

interface DashboardDataOptions extends RefreshRhythm {
  /** Those in sight come first. */
  readonly order?: ((ids: readonly string[]) => readonly string[]) | undefined;
}

export interface DashboardData extends RefreshState {
  /** Refreshes now, without waiting for the next interval. */
  readonly refresh: () => void;
}

export function useDashboardData(
  question: DashboardQuestion,
  { refreshSeconds, isKiosk, order }: DashboardDataOptions,
): DashboardData {
  const store = useMemo(() => createStore<RefreshState>(NOTHING_YET), []);
  const asked = useLatest({ question, order });
  const refresher = useRef<ReturnType<typeof createRefresher>>(undefined);
  const text = JSON.stringify(question);

  useEffect(() => {
    const made = createRefresher({
      now: () => performance.now(),
      random: () => Math.random(),
      startTimer: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      refresh: async (signal) =>
        runRefresh(store, asked.current.question, asked.current.order, signal),
    });
    refresher.current = made;
    const leave = watchWindow(made);
    return () => {
      leave();
      made.stop();
      refresher.current = undefined;
    };
  }, [store, asked]);
  useEffect(
    () => refresher.current?.setRhythm({ refreshSeconds, isKiosk }),
    [refreshSeconds, isKiosk],
  );
  useEffect(() => refresher.current?.refresh(), [text]);

  const state = useSyncExternalStore(store.subscribe, store.get);
  return useMemo(() => ({ ...state, refresh: () => refresher.current?.refresh() }), [state]);
}

async function runRefresh(
  store: Store<RefreshState>,
  question: DashboardQuestion,
  order: DashboardDataOptions['order'],
  signal: AbortSignal,
): Promise<Outcome> {
  const { id, panels: ids, ...rest } = question;
  const panels = [...(order?.(ids) ?? ids)];
  store.set(beginRefresh(store.get(), panels));
  const body = { ...defined(rest), panels, have: tagsOf(store.get(), panels) };
  try {
    await readRefresh(id, body, signal, (part) => {
      // Parts that arrive after the abort are discarded.
      if (!signal.aborted) store.set(applyPart(store.get(), part));
    });
    return { kind: 'done', freshSeconds: store.get().start?.freshSeconds ?? 0 };
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted' };
    store.set(failRefresh(store.get(), error));
    const wait = error instanceof ApiError ? error.retryAfterSeconds : undefined;
    return { kind: 'failed', retryAfterSeconds: wait };
  }
}

/** Removes undefined values: an absent field differs from a field without a value. */
function defined<Value extends object>(
  value: Value,
): { [Key in keyof Value]: NonNullable<Value[Key]> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [Key in keyof Value]: NonNullable<Value[Key]>;
  };
}
