/** State over time, one cell per interval, showing the worst state. */
import { STATE_COLORS, type State } from '../colors.ts';
import { type Markup, tag } from './markup.ts';
import { drawNothing, drawPaper, type Paper, sizeOf } from './paper.ts';

export interface StripDrawing extends Paper {
  readonly cells: readonly State[];
}

const CELLS_MAX = 500;

export function drawStrip(drawing: StripDrawing): string {
  const cells = drawing.cells.slice(-CELLS_MAX);
  if (cells.length === 0) return drawNothing(drawing);
  const { width, height } = sizeOf(drawing);
  const step = width / cells.length;
  const shapes = cells.map((state, at) => drawCell(state, at * step, step, height, drawing.scheme));
  return drawPaper(drawing, describe(cells), shapes);
}

/** Worse states are higher, so that they are visible without color; unknown is an outline. */
const HEIGHTS: Readonly<Record<State, number>> = {
  ok: 0.5,
  warning: 0.75,
  critical: 1,
  unknown: 1,
};

function drawCell(
  state: State,
  x: number,
  step: number,
  height: number,
  scheme: Paper['scheme'],
): Markup {
  const color = STATE_COLORS[state][scheme];
  const size = Math.max(1, height * HEIGHTS[state] - 1);
  const isKnown = state !== 'unknown';
  return tag('rect', {
    x: x + 0.5,
    y: height - size - 0.5,
    width: Math.max(0.5, step - 1),
    height: size,
    fill: isKnown ? color : 'none',
    stroke: isKnown ? undefined : color,
    'stroke-dasharray': isKnown ? undefined : '2 2',
  });
}

function describe(cells: readonly State[]): string {
  const counts = new Map<State, number>();
  for (const state of cells) counts.set(state, (counts.get(state) ?? 0) + 1);
  const words = [...counts].map(([state, count]) => `${state} ${count} of ${cells.length}`);
  return `${words.join(', ')}; last ${cells.at(-1) ?? 'unknown'}.`;
}
