import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { readTexts } from '../../../shell/search-text.ts';
import { readState, type SearchState, writeState } from '../../../data/search-state.ts';

export interface Address {
  readonly state: SearchState;
  /** Goes to the present state with changes; `replace` leaves no step for the back button. */
  readonly change: (part: Partial<SearchState>, options?: { readonly replace?: boolean }) => void;
}

/** The state of the page, which lives in its address and nowhere else. */
export function useAddress(): Address {
  const text = useRouterState({ select: (state) => state.location.searchStr });
  const router = useRouter();
  const state = useMemo(() => readState(text), [text]);
  const change = useCallback<Address['change']>(
    (part, options = {}) => {
      const next = { ...readState(router.latestLocation.searchStr), ...part };
      void router.navigate({
        to: '/search',
        search: readTexts(writeState(next)),
        replace: options.replace ?? false,
        resetScroll: false,
      });
    },
    [router],
  );
  return { state, change };
}
