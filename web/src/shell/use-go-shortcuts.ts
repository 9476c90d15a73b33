import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ALL_PLACES, placesFor } from './places.ts';
import { useSignedIn } from './signed-in.tsx';
import { useShortcuts } from './use-shortcuts.ts';

interface Openers {
  readonly openPalette: () => void;
  readonly openHelp: () => void;
}

/** `g s` and the like go to a page, `?` shows the keys, Ctrl/⌘ K opens the palette even in fields. */
export function useGoShortcuts({ openPalette, openHelp }: Openers): void {
  const { may } = useSignedIn();
  const navigate = useNavigate();
  const actions = useMemo(() => {
    const goes = placesFor(ALL_PLACES, may).flatMap(({ key, to }) =>
      key === undefined ? [] : [[`g ${key}`, () => void navigate({ to })] as const],
    );
    return { '?': openHelp, ...Object.fromEntries(goes) };
  }, [may, navigate, openHelp]);
  useShortcuts(actions, { isFirst: true });
  useHotkeys([['mod+K', openPalette]], [], true);
}
