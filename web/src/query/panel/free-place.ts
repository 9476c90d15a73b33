/** Finds a free position for a panel among others. */
import { GRID_COLUMNS } from '../../../../src/spec/dashboards.ts';

/** In columns and rows of the grid. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export function overlaps(left: Place, right: Place): boolean {
  return (
    left.x < right.x + right.w &&
    right.x < left.x + left.w &&
    left.y < right.y + right.h &&
    right.y < left.y + left.h
  );
}

export function bottomOf(panels: readonly Place[]): number {
  return Math.max(0, ...panels.map(({ y, h }) => y + h));
}

/** Returns a position that fits: next to the last panels, or below all of them. */
export function freePlace(
  panels: readonly Place[],
  size: { readonly w: number; readonly h: number },
): Place {
  const last = Math.max(0, ...panels.map(({ y }) => y));
  const bottom = bottomOf(panels);
  for (let y = last; y < bottom; y += 1) {
    for (let x = 0; x + size.w <= GRID_COLUMNS; x += 1) {
      const place = { ...size, x, y };
      if (!panels.some((panel) => overlaps(panel, place))) return place;
    }
  }
  return { ...size, x: 0, y: bottom };
}
