/** Where panels stand: in reading order, without what collapsed headings hide, and moved up into its place. */
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
  /** The row it begins in, once what is hidden is gone. */
  readonly row: number;
}

/** From the top, and from the left. */
export function inReadingOrder<Panel extends Placed>(panels: readonly Panel[]): Panel[] {
  return panels.toSorted((left, right) => left.y - right.y || left.x - right.x);
}

/** A heading stands above all panels down to the next one. */
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

/** How wide panels are in half the columns: as many as fit stand in a row, and the last of it fills it up. */
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
