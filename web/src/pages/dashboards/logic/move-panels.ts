/**
 * The layout while the user arranges panels. Panels move up until they touch another one, never overlap, and make room
 * for the one being moved. Independent of the content of panels.
 */
import { GRID_COLUMNS } from '../../../../../src/spec/dashboards.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { bottomOf, overlaps, type Place } from '../../../query/panel/free-place.ts';

export interface Placed extends Place {
  readonly id: string;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

const { widthMin, heightMin, heightMax } = LIMITS.dashboards;

/** Reading order, which is also the order on narrow screens. */
function inReadingOrder<Panel extends Place>(panels: readonly Panel[]): Panel[] {
  return panels.toSorted((left, right) => left.y - right.y || left.x - right.x);
}

/** Closes gaps from the top and separates overlapping panels; preserves the order of the list. */
export function closeUp<Panel extends Placed>(panels: readonly Panel[]): Panel[] {
  const settled: Panel[] = [];
  for (const panel of inReadingOrder(panels)) settled.push(fallen(panel, settled));
  return inOrderOf(panels, settled);
}

/** Moves the panel to the position, as far as closing up permits; others make room. */
export function movePanel<Panel extends Placed>(
  panels: readonly Panel[],
  id: string,
  to: { readonly x: number; readonly y: number },
): Panel[] {
  const moved = panels.find((panel) => panel.id === id);
  if (moved === undefined) return [...panels];
  const x = clamp(to.x, 0, GRID_COLUMNS - moved.w);
  const others = closeUp(panels.filter((panel) => panel.id !== id));
  const wanted = { ...moved, x, y: Math.max(0, to.y) };
  return inOrderOf(panels, withRoom({ ...wanted, y: behindCovered(wanted, others) }, others));
}

/** Its upper left corner stays; others make room below. */
export function resizePanel<Panel extends Placed>(
  panels: readonly Panel[],
  id: string,
  to: { readonly w: number; readonly h: number },
): Panel[] {
  const resized = panels.find((panel) => panel.id === id);
  if (resized === undefined) return [...panels];
  const w = clamp(to.w, widthMin, GRID_COLUMNS - resized.x);
  const h = clamp(to.h, heightMin, heightMax);
  const others = panels.filter((panel) => panel.id !== id);
  return inOrderOf(panels, withRoom({ ...resized, w, h }, others));
}

/** One step of an arrow key: moves to the next possible position of the panel. */
export function stepPanel<Panel extends Placed>(
  panels: readonly Panel[],
  id: string,
  direction: Direction,
): Panel[] {
  const moved = panels.find((panel) => panel.id === id);
  if (moved === undefined) return [...panels];
  const { x, y } = moved;
  if (direction === 'left') return movePanel(panels, id, { x: x - 1, y });
  if (direction === 'right') return movePanel(panels, id, { x: x + 1, y });
  const bottom = bottomOf(panels);
  for (let by = 1; by <= bottom; by += 1) {
    const next = movePanel(panels, id, { x, y: direction === 'up' ? y - by : y + by });
    const now = next.find((panel) => panel.id === id)?.y ?? y;
    if (direction === 'up' ? now < y : now > y) return next;
    if (direction === 'up' && by >= y) break;
  }
  return [...panels];
}

/** One step of an arrow key while it is resized: right and down grow, left and up shrink. */
export function stretchPanel<Panel extends Placed>(
  panels: readonly Panel[],
  id: string,
  direction: Direction,
): Panel[] {
  const { w, h } = panels.find((panel) => panel.id === id) ?? { w: widthMin, h: heightMin };
  const by = direction === 'right' || direction === 'down' ? 1 : -1;
  const isWidth = direction === 'left' || direction === 'right';
  return resizePanel(panels, id, isWidth ? { w: w + by, h } : { w, h: h + by });
}

/** A panel more than half past the one it covers goes after it; otherwise it takes its place. */
function behindCovered(wanted: Place, others: readonly Place[]): number {
  const covered = others.filter((other) => overlaps(other, wanted));
  const passed = covered.filter(({ y, h }) => y < wanted.y && wanted.y >= y + h / 2);
  return Math.max(wanted.y, ...passed.map(({ y, h }) => y + h));
}

/** Covered panels move down until they no longer overlap; then all close up. */
function withRoom<Panel extends Placed>(panel: Panel, others: readonly Panel[]): Panel[] {
  const settled: Panel[] = [panel];
  for (const other of inReadingOrder(others)) settled.push(lowered(other, settled));
  return closeUp(settled);
}

function lowered<Panel extends Place>(panel: Panel, settled: readonly Panel[]): Panel {
  let placed = panel;
  // Every iteration moves below one more panel, so there are at most as many iterations as panels.
  for (const _ of settled) {
    const here = placed;
    const covered = settled.filter((other) => overlaps(other, here));
    if (covered.length === 0) break;
    placed = { ...panel, y: bottomOf(covered) };
  }
  return placed;
}

/** Moves up to the panel above it in its columns. */
function fallen<Panel extends Place>(panel: Panel, above: readonly Panel[]): Panel {
  const inColumns = above.filter(
    (other) => other.x < panel.x + panel.w && panel.x < other.x + other.w,
  );
  const y = bottomOf(inColumns);
  return y === panel.y ? panel : { ...panel, y };
}

function inOrderOf<Panel extends Placed>(
  order: readonly Panel[],
  panels: readonly Panel[],
): Panel[] {
  const byId = new Map(panels.map((panel) => [panel.id, panel]));
  return order.flatMap(({ id }) => byId.get(id) ?? []);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
