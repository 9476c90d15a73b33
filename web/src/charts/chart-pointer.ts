/** The position that the user points at in a chart over time, with the pointer or the arrow keys. */
import type uPlot from 'uplot';
import type { Instants } from '../../../src/charts/clock.ts';
import type { DrawnChart } from './time-chart-options.ts';
import type { ChartMark } from './time-chart-paint.ts';
import { pointAt, seriesAt, stepOf } from './time-chart-shape.ts';

export interface PointedAt {
  /** The point, counted from 0. */
  readonly at: number;
  /** Index of the nearest series among those given. */
  readonly series: number | undefined;
  /** In the frame of the chart. */
  readonly left: number;
  readonly isRight: boolean;
  /** What happened there. */
  readonly marks: readonly ChartMark[];
}

export interface ChartPointer {
  readonly hooks: uPlot.Hooks.Arrays;
  setPlot(plot: uPlot | undefined): void;
  /** True if the key has a function here. */
  pressKey(key: string): boolean;
  leave(): void;
}

interface Listeners {
  readonly onPoint: (pointed: PointedAt | undefined) => void;
  readonly onPick: (point: {
    readonly series: number;
    readonly at: number;
    readonly screen: { readonly x: number; readonly y: number };
  }) => void;
  readonly onZoom: (range: Instants) => void;
}

const MARK_PIXELS = 6;
const DRAG_PIXELS = 4;

export function watchPointer(drawn: DrawnChart, listeners: Listeners): ChartPointer {
  let plot: uPlot | undefined;
  let isOver = false;
  let pointed: PointedAt | undefined;

  const tell = (next: PointedAt | undefined): void => {
    if (next === undefined && pointed === undefined) return;
    pointed = next;
    listeners.onPoint(next);
  };

  const onCursor = (current: uPlot): void => {
    // Other charts move the cursor line of this one, too; only the hovered chart reports its content.
    if (isOver) tell(pointedAt(current, drawn));
  };

  const onSelect = (current: uPlot): void => {
    const { left, width } = current.select;
    if (width < DRAG_PIXELS) return;
    const from = current.posToVal(left, 'x') * 1_000;
    const to = current.posToVal(left + width, 'x') * 1_000;
    current.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    listeners.onZoom({ from: Math.round(from), to: Math.round(to) });
  };

  const moveTo = (current: uPlot, at: number): void => {
    const seconds = drawn.x[at];
    if (seconds === undefined) return;
    const middle = drawn.form === 'bars' ? stepOf(drawn.x) / 2 : 0;
    isOver = true;
    const top = current.over.clientHeight / 2;
    current.setCursor({ left: current.valToPos(seconds + middle, 'x'), top });
    tell(pointedAt(current, drawn));
  };

  return {
    hooks: { setCursor: [onCursor], setSelect: [onSelect] },
    setPlot: (next) => {
      plot = next;
      if (next === undefined) return;
      listen(next, {
        enter: () => (isOver = true),
        leave: () => {
          isOver = false;
          tell(undefined);
        },
        click: (event) => {
          if (pointed?.series === undefined) return;
          const screen = { x: event.clientX, y: event.clientY };
          listeners.onPick({ series: pointed.series, at: pointed.at, screen });
        },
      });
    },
    pressKey: (key) => {
      if (plot === undefined) return false;
      const at = pointByKey(key, pointed?.at, drawn.x.length);
      if (at !== undefined) moveTo(plot, at);
      else if (key === 'Enter' && pointed?.series !== undefined) {
        const box = plot.over.getBoundingClientRect();
        const screen = { x: box.left + (plot.cursor.left ?? 0), y: box.top + box.height / 2 };
        listeners.onPick({ series: pointed.series, at: pointed.at, screen });
      } else return false;
      return true;
    },
    leave: () => {
      isOver = false;
      tell(undefined);
    },
  };
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  PageDown: 10,
  PageUp: -10,
};

/** Where a key leads to; undefined where it leads nowhere. */
export function pointByKey(
  key: string,
  from: number | undefined,
  count: number,
): number | undefined {
  const last = count - 1;
  if (last < 0) return undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = STEPS[key];
  if (step === undefined) return undefined;
  return Math.min(last, Math.max(0, (from ?? (step > 0 ? -1 : count)) + step));
}

interface Handlers {
  readonly enter: () => void;
  readonly leave: () => void;
  readonly click: (event: MouseEvent) => void;
}

/** The elements go with the chart, and what listens to them as well. */
function listen({ over }: uPlot, { enter, leave, click }: Handlers): void {
  let downAt = 0;
  over.addEventListener('mouseenter', enter);
  over.addEventListener('mouseleave', leave);
  over.addEventListener('mousedown', ({ clientX }) => (downAt = clientX));
  // After a drag, the user has selected a range, not a point.
  over.addEventListener('click', (event) => {
    if (Math.abs(event.clientX - downAt) < DRAG_PIXELS) click(event);
  });
}

function pointedAt(plot: uPlot, drawn: DrawnChart): PointedAt | undefined {
  const left = plot.cursor.left ?? -1;
  const top = plot.cursor.top ?? -1;
  if (left < 0 || drawn.x.length === 0) return undefined;
  const at = pointAt(drawn.x, plot.posToVal(left, 'x'), drawn.form);
  const series = seriesAt(drawn.painted, at, plot.posToVal(top, 'y'), drawn.stacking);
  return {
    at,
    series: series?.place,
    left: left + plot.over.offsetLeft,
    isRight: left > plot.over.clientWidth / 2,
    marks: drawn.marks.filter((mark) => isAt(plot, mark, left)),
  };
}

function isAt(plot: uPlot, { from, to }: ChartMark, left: number): boolean {
  const begin = plot.valToPos(from, 'x');
  const end = to === undefined ? begin : plot.valToPos(to, 'x');
  return left >= begin - MARK_PIXELS && left <= end + MARK_PIXELS;
}
