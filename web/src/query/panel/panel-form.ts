/** Initial id and size of a new panel. */
import type { PanelKind } from '../../../../src/spec/dashboards.ts';

/** In columns and rows. */
export const PANEL_SIZES: Readonly<Record<PanelKind, { readonly w: number; readonly h: number }>> =
  {
    timeseries: { w: 12, h: 8 },
    value: { w: 6, h: 4 },
    bars: { w: 8, h: 8 },
    share: { w: 8, h: 8 },
    heatmap: { w: 12, h: 8 },
    table: { w: 12, h: 8 },
    logs: { w: 24, h: 10 },
    patterns: { w: 24, h: 8 },
    health: { w: 12, h: 6 },
    text: { w: 12, h: 4 },
    heading: { w: 24, h: 2 },
  };

/** Short, since people see it in files: `p1`, `p2`, … */
export function newElementId(taken: readonly string[], letter = 'p'): string {
  const known = new Set(taken);
  let number = taken.length + 1;
  while (known.has(`${letter}${number}`)) number += 1;
  return `${letter}${number}`;
}
