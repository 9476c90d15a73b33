/** Loads the data of a public link: one call with its token, repeated at the dashboard's refresh interval. */
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { ChosenVariables } from '../../../../../src/contract/dashboard-data.ts';
import type { PublicDashboard } from '../../../../../src/contract/dashboard-sharing.ts';
import { ApiError, addressOf, request } from '../../../api/call.ts';
import { createStore } from '../../../api/store.ts';
import { useLatest } from '../../../parts/use-latest.ts';
import { createRefresher, type Outcome } from './refresher.ts';
import { watchWindow } from './watch-window.ts';
import * as api from '../../../api/endpoints.ts';

interface PublicState {
  readonly dashboard: PublicDashboard | undefined;
  readonly isRefreshing: boolean;
  readonly error: unknown;
}

const NOTHING: PublicState = { dashboard: undefined, isRefreshing: true, error: undefined };

/** Visitors are limited to five requests a minute, and each page load is one of them. */
const RHYTHM_SECONDS_MIN = 30;

export function usePublicData(token: string, variables: ChosenVariables): PublicState {
  const store = useMemo(() => createStore(NOTHING), []);
  const asked = useLatest({ token, variables });
  const refresher = useRef<ReturnType<typeof createRefresher>>(undefined);
  const text = JSON.stringify([token, variables]);

  useEffect(() => {
    const made = createRefresher({
      now: () => performance.now(),
      random: () => Math.random(),
      startTimer: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      refresh: async (signal): Promise<Outcome> => {
        store.set({ ...store.get(), isRefreshing: true });
        try {
          const dashboard = await readPublic(asked.current.token, asked.current.variables, signal);
          store.set({ dashboard, isRefreshing: false, error: undefined });
          return { kind: 'done', freshSeconds: dashboard.freshSeconds };
        } catch (error) {
          if (signal.aborted) return { kind: 'aborted' };
          store.set({ ...store.get(), isRefreshing: false, error });
          const wait = error instanceof ApiError ? error.retryAfterSeconds : undefined;
          return { kind: 'failed', retryAfterSeconds: wait };
        }
      },
    });
    refresher.current = made;
    const leave = watchWindow(made);
    return () => {
      leave();
      made.stop();
      refresher.current = undefined;
    };
  }, [store, asked]);
  const state = useSyncExternalStore(store.subscribe, store.get);
  const seconds = state.dashboard?.refreshSeconds ?? null;
  useEffect(() => {
    const refreshSeconds = seconds === null ? null : Math.max(seconds, RHYTHM_SECONDS_MIN);
    refresher.current?.setRhythm({ refreshSeconds, isKiosk: true });
  }, [seconds]);
  useEffect(() => refresher.current?.refresh(), [text]);
  return state;
}

/**
 * Authenticates with the token of the link only: the visitor may be signed in elsewhere, which must not matter here.
 */
async function readPublic(
  token: string,
  variables: ChosenVariables,
  signal: AbortSignal,
): Promise<PublicDashboard> {
  const body = { variables };
  const response = await request(
    addressOf(api.readPublicDashboard, { body }),
    {
      method: api.readPublicDashboard.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    },
    'anonymous',
  );
  return ((await response.json()) as { readonly data: PublicDashboard }).data;
}
