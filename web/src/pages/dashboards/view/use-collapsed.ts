import { useCallback, useState } from 'react';
import type { SeenPanel } from '../panels/panel-props.ts';

/** State of collapsed headings: initially as defined by the dashboard, then as left by the user. */
export function useCollapsed(panels: readonly SeenPanel[]) {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const collapsed = new Set(
    panels.flatMap((panel) => {
      if (panel.kind !== 'heading') return [];
      return (changed.get(panel.id) ?? panel.options.collapsed) ? [panel.id] : [];
    }),
  );
  const toggle = useCallback(
    (id: string, isCollapsed: boolean) =>
      setChanged((before) => new Map(before).set(id, !isCollapsed)),
    [],
  );
  return { collapsed, toggle };
}
