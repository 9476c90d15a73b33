/** A heat map: times from left to right, buckets from bottom to top, amounts as intensity. */
import { useComputedColorScheme } from '@mantine/core';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './charts.css';
import './time-chart.css';
import { formatInstant, type Instants } from '../../../src/charts/clock.ts';
import { type Scheme, TONES } from '../../../src/charts/colors.ts';
import type { HeatCells } from '../../../src/charts/heat-cells.ts';
import { heatTexts } from './heat-texts.ts';
import { labelText } from '../../../src/charts/label-text.ts';
import { createScale } from '../../../src/charts/scale.ts';
import { useLatest } from '../parts/use-latest.ts';
import { axisLook, timeAxis } from './plot-axes.ts';
import { stepOf } from './time-chart-shape.ts';
import { useFittedPlot } from './use-fitted-plot.ts';

interface HeatChartProps {
  readonly label: string;
  readonly heat: HeatCells;
  readonly strength: 'linear' | 'sqrt';
  readonly unit?: string | undefined;
  readonly timeZone: string;
  readonly range?: Instants | undefined;
  readonly onPick?: ((cell: ChosenCell) => void) | undefined;
}

interface ChosenCell {
  readonly row: number;
  readonly column: number;
  readonly screen: { readonly x: number; readonly y: number };
}

interface Pointed {
  readonly row: number;
  readonly column: number;
  readonly left: number;
  readonly top: number;
  readonly isRight: boolean;
}

export function HeatChart(props: HeatChartProps) {
  const { label, heat, strength, unit, timeZone, range } = props;
  const scheme = useComputedColorScheme('dark');
  const wordsId = useId();
  const [pointed, setPointed] = useState<Pointed>();
  const current = useRef<uPlot>(undefined);
  const latest = useLatest({ onPick: props.onPick, pointed });
  const from = range?.from;
  const to = range?.to;
  const create = useCallback(
    (element: HTMLElement, size: { readonly width: number; readonly height: number }) => {
      const ends = endsOf(heat, from, to);
      const options = heatOptions(size, { heat, strength, timeZone, scheme, ends, unit });
      const onCursor = (plot: uPlot): void => setPointed(pointedAt(plot, heat));
      const data = [heat.x, heat.x.map(() => null)] as unknown as uPlot.AlignedData;
      const plot = new uPlot(
        { ...options, hooks: { ...options.hooks, setCursor: [onCursor] } },
        data,
        element,
      );
      plot.over.addEventListener('click', ({ clientX, clientY }) => {
        const { pointed: cell, onPick } = latest.current;
        if (cell !== undefined) onPick?.({ ...cell, screen: { x: clientX, y: clientY } });
      });
      return plot;
    },
    [heat, strength, timeZone, scheme, from, to, unit, latest],
  );
  const place = useFittedPlot(create, (plot) => (current.current = plot));
  const words = useMemo(() => heatWords(heat, unit), [heat, unit]);
  return (
    <div className="tc-frame">
      <div
        ref={place}
        className="tc-plot"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no field could hold a chart
        role="slider"
        tabIndex={0}
        data-pickable={props.onPick !== undefined || undefined}
        aria-label={`Cells of ${label}`}
        aria-describedby={wordsId}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, heat.x.length - 1)}
        aria-valuenow={pointed?.column ?? 0}
        aria-valuetext={cellWords(heat, pointed, timeZone, unit)}
        onKeyDown={(event) => {
          const plot = current.current;
          if (plot !== undefined && pressKey(plot, event.key, heat, pointed, props.onPick)) {
            event.preventDefault();
          }
        }}
        onBlur={() => setPointed(undefined)}
      />
      <span id={wordsId} className="xp-hidden">
        {words}
      </span>
      {pointed !== undefined && (
        <div
          className="sx-hover tc-tooltip"
          data-side={pointed.isRight ? 'left' : 'right'}
          style={{ left: `${pointed.left}px` }}
          aria-hidden="true"
        >
          {cellWords(heat, pointed, timeZone, unit)}
        </div>
      )}
    </div>
  );
}

/** True if the key has a function here. */
function pressKey(
  plot: uPlot,
  key: string,
  heat: HeatCells,
  pointed: Pointed | undefined,
  onPick: HeatChartProps['onPick'],
): boolean {
  if (heat.x.length === 0) return false;
  if (key === 'Enter' && pointed !== undefined) {
    const box = plot.over.getBoundingClientRect();
    const screen = { x: box.left + (plot.cursor.left ?? 0), y: box.top + (plot.cursor.top ?? 0) };
    onPick?.({ row: pointed.row, column: pointed.column, screen });
    return true;
  }
  const move = MOVES[key];
  if (move === undefined) return false;
  const column = clamp((pointed?.column ?? -1) + move[0], heat.x.length);
  const row = clamp((pointed?.row ?? 0) + move[1], heat.buckets.length);
  plot.setCursor({
    left: plot.valToPos((heat.x[column] ?? 0) + stepOf(heat.x) / 2, 'x'),
    top: plot.valToPos(row + 0.5, 'y'),
  });
  return true;
}

const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function clamp(value: number, count: number): number {
  return Math.min(Math.max(0, value), Math.max(0, count - 1));
}

function endsOf(
  { x }: HeatCells,
  from: number | undefined,
  to: number | undefined,
): [number, number] {
  const first = x[0] ?? 0;
  const end = (x.at(-1) ?? first) + stepOf(x);
  if (from === undefined || to === undefined) return [first, end];
  return [Math.min(first, from / 1_000), Math.max(end, to / 1_000)];
}

interface Drawn {
  readonly heat: HeatCells;
  readonly strength: 'linear' | 'sqrt';
  readonly timeZone: string;
  readonly scheme: Scheme;
  readonly ends: [number, number];
  readonly unit: string | undefined;
}

function heatOptions(
  { width, height }: { readonly width: number; readonly height: number },
  { heat, strength, timeZone, scheme, ends, unit }: Drawn,
): uPlot.Options {
  const { buckets } = heat;
  const { bucketName } = heatTexts(buckets, unit);
  const names = buckets.map((name) => labelText(bucketName(name), 16));
  const room = Math.min(110, 12 + Math.max(2, ...names.map(({ length }) => length)) * 6.4);
  return {
    width,
    height,
    padding: [8, 20, 0, 0],
    legend: { show: false },
    scales: { x: { range: () => ends }, y: { range: () => [0, Math.max(1, buckets.length)] } },
    axes: [
      { ...timeAxis(scheme, timeZone), size: 24, gap: 4, grid: { show: false } },
      {
        ...axisLook(scheme),
        size: room,
        gap: 4,
        grid: { show: false },
        splits: (plot) => rowsNamed(buckets.length, plot.bbox.height / window.devicePixelRatio),
        values: (_, splits) => splits.map((at) => names[Math.floor(at)] ?? ''),
      },
    ],
    cursor: { y: true, drag: { x: false, y: false }, points: { show: false } },
    hooks: { draw: [(plot) => paintCells(plot, heat, strength, scheme)] },
    series: [{}, { points: { show: false } }],
  };
}

const NAME_PIXELS = 16;

/** Where rows are lower than letters, only some of them are named. */
function rowsNamed(count: number, height: number): number[] {
  const every = Math.max(1, Math.ceil(NAME_PIXELS / (height / Math.max(1, count))));
  return Array.from({ length: count }, (_, row) => row + 0.5).filter((_, row) => row % every === 0);
}

function paintCells(
  plot: uPlot,
  { x, cells }: HeatCells,
  strength: 'linear' | 'sqrt',
  scheme: Scheme,
): void {
  const { ctx } = plot;
  const most = cells.reduce(
    (high, line) => line.reduce<number>((top, amount) => Math.max(top, amount ?? 0), high),
    0,
  );
  if (most <= 0) return;
  const opacity = createScale(strength, { low: 0, high: most }, [0.06, 1]);
  const step = stepOf(x);
  ctx.save();
  ctx.fillStyle = TONES[0]?.[scheme] ?? '#888888';
  for (const [row, line] of cells.entries()) {
    const top = plot.valToPos(row + 1, 'y', true);
    const height = plot.valToPos(row, 'y', true) - top;
    for (const [column, amount] of line.entries()) {
      if (amount === null || amount <= 0) continue;
      const start = x[column] ?? 0;
      const left = plot.valToPos(start, 'x', true);
      const width = plot.valToPos(start + step, 'x', true) - left;
      ctx.globalAlpha = opacity(amount);
      ctx.fillRect(left, top + 0.5, Math.max(1, width - 0.5), Math.max(1, height - 1));
    }
  }
  ctx.restore();
}

function pointedAt(plot: uPlot, { x, buckets }: HeatCells): Pointed | undefined {
  const { left = -1, top = -1 } = plot.cursor;
  if (left < 0 || top < 0) return undefined;
  const seconds = plot.posToVal(left, 'x');
  const column = x.findLastIndex((start) => start <= seconds);
  const row = Math.floor(plot.posToVal(top, 'y'));
  if (column < 0 || row < 0 || row >= buckets.length) return undefined;
  if (seconds >= (x[column] ?? 0) + stepOf(x)) return undefined;
  return {
    row,
    column,
    left: left + plot.over.offsetLeft,
    top,
    isRight: left > plot.over.clientWidth / 2,
  };
}

function cellWords(
  { x, buckets, cells }: HeatCells,
  pointed: Pick<Pointed, 'row' | 'column'> | undefined,
  timeZone: string,
  unit: string | undefined,
): string {
  if (pointed === undefined) return 'no cell';
  const seconds = x[pointed.column];
  const name = buckets[pointed.row];
  if (seconds === undefined || name === undefined) return 'no cell';
  const amount = cells[pointed.row]?.[pointed.column] ?? 0;
  const { bucketName, amountText } = heatTexts(buckets, unit);
  const when = formatInstant(seconds * 1_000, timeZone, 'seconds');
  return `${when}, ${labelText(bucketName(name), 40)}: ${amountText(amount)}`;
}

function heatWords({ x, buckets, cells }: HeatCells, unit: string | undefined): string {
  const most = cells.flat().reduce<number>((high, amount) => Math.max(high, amount ?? 0), 0);
  const { amountText } = heatTexts(buckets, unit);
  return `${buckets.length} rows and ${x.length} columns; highest value: ${amountText(most)}.`;
}
