/**
 * The layout of panels: in reading order, without those that collapsed headings hide, and moved up to fill their space.
 */
import { GRID_COLUMNS, type PanelKind } from '../../../../../src/spec/dashboards.ts';

interface Placed {
  readonly id: string;
  readonly kind: PanelKind;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Arranged<Panel extends Placed> {
  readonly panel: Panel;
  /** The row where it starts, after hidden panels are removed. */
  readonly row: number;
}

/** From the top, and from the left. */
export function inReadingOrder<Panel extends Placed>(panels: readonly Panel[]): Panel[] {
  return panels.toSorted((left, right) => left.y - right.y || left.x - right.x);
}

/** A heading applies to all panels down to the next one. */
export function arrangePanels<Panel extends Placed>(
  panels: readonly Panel[],
  collapsed: ReadonlySet<string>,
): Arranged<Panel>[] {
  const arranged: Arranged<Panel>[] = [];
  let hiddenBelow: number | undefined;
  let moved = 0;
  for (const panel of inReadingOrder(panels)) {
    if (panel.kind === 'heading') {
      if (hiddenBelow !== undefined) moved += Math.max(0, panel.y - hiddenBelow);
      hiddenBelow = collapsed.has(panel.id) ? panel.y + panel.h : undefined;
    } else if (hiddenBelow !== undefined) continue;
    arranged.push({ panel, row: panel.y - moved });
  }
  return arranged;
}

const HALF_COLUMNS = GRID_COLUMNS / 2;

/** Widths of panels in half the columns: each row contains as many as fit, and its last panel fills the rest. */
export function halfWidths(panels: readonly Pick<Placed, 'w'>[]): number[] {
  const widths = panels.map(({ w }) => Math.min(w, HALF_COLUMNS));
  let used = 0;
  for (const [at, width] of widths.entries()) {
    used = used + width > HALF_COLUMNS ? width : used + width;
    const next = widths[at + 1];
    if (next === undefined || used + next > HALF_COLUMNS) {
      widths[at] = width + HALF_COLUMNS - used;
      used = 0;
    }
  }
  return widths;
}
