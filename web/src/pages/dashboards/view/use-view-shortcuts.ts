import { useMemo } from 'react';
import { useShortcuts } from '../../../shell/use-shortcuts.ts';
import { useLatest } from '../../../parts/use-latest.ts';

interface ViewKeys {
  readonly onTime: () => void;
  readonly onCost: () => void;
  readonly onFull: (id: string) => void;
}

/** `j` and `k` go through the panels, Enter shows one over the whole screen, `c` what they cost, `d` the time. */
export function useViewShortcuts(keys: ViewKeys): void {
  const latest = useLatest(keys);
  const shortcuts = useMemo(
    () => ({
      j: () => stepPanel(1),
      k: () => stepPanel(-1),
      c: () => latest.current.onCost(),
      d: () => latest.current.onTime(),
      Enter: () => {
        const id = focusedPanel()?.dataset['panel'];
        if (id !== undefined) latest.current.onFull(id);
      },
    }),
    [latest],
  );
  useShortcuts(shortcuts);
}

function allPanels(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-panel]')];
}

/** Only if the panel itself has the focus: Enter on an element inside it belongs to that element. */
function focusedPanel(): HTMLElement | undefined {
  return allPanels().find((panel) => panel === document.activeElement);
}

function stepPanel(by: number): void {
  const panels = allPanels();
  const at = panels.findIndex((panel) => panel.contains(document.activeElement));
  const next = panels[at < 0 ? 0 : Math.min(Math.max(0, at + by), panels.length - 1)];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}
