import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { readSearch } from '../../../shell/search-text.ts';
import { type DashboardChoice, readChoice, writeChoice } from '../logic/dashboard-address.ts';

interface ChoiceInAddress {
  readonly choice: DashboardChoice;
  readonly change: (part: Partial<DashboardChoice>) => void;
}

/** What a viewer has chosen: it lives in the address and nowhere else, so that it can be handed on. */
export function useChoice(): ChoiceInAddress {
  const text = useRouterState({ select: (state) => state.location.searchStr });
  const router = useRouter();
  const choice = useMemo(() => readChoice(text), [text]);
  const change = useCallback(
    (part: Partial<DashboardChoice>) => {
      const next = { ...readChoice(router.latestLocation.searchStr), ...part };
      void router.navigate({
        to: '.',
        search: readSearch(writeChoice(next)) as never,
        resetScroll: false,
      });
    },
    [router],
  );
  return { choice, change };
}
