/** How many events there are when, by level. Drag over it to look closer. */
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Histogram as HistogramData } from '../../../src/contract/search-views.ts';
import { LEVEL_COLORS, levelOf, TEXT_COLORS } from '../theme/tokens.ts';
import { timeLabels } from './chart-labels.ts';
import { useLatest } from '../parts/use-latest.ts';
import { fullCount } from '../parts/numbers.ts';
import { stackLevels, type StackedHistogram } from './stack-levels.ts';
import { formatInstant, type Instants } from '../query/time/time-range.ts';

interface HistogramProps {
  readonly data: HistogramData;
  readonly timeZone: string;
  readonly onZoom: (range: Instants) => void;
  readonly onZoomOut: () => void;
}

const HEIGHT = 88;

export function Histogram({ data, timeZone, onZoom, onZoomOut }: HistogramProps) {
  const place = useRef<HTMLElement>(null);
  const scheme = useComputedColorScheme('dark');
  const stacked = useMemo(() => stackLevels(data, levelOf), [data]);
  const [hovered, setHovered] = useState<Hovered>();
  const zoom = useLatest({ onZoom, onZoomOut });
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const plot = createPlot(element, stacked, data, timeZone, scheme, setHovered, (range) =>
      zoom.current.onZoom(range),
    );
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    observer.observe(element);
    plot.over.addEventListener('dblclick', () => zoom.current.onZoomOut());
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [stacked, data, timeZone, scheme, zoom]);
  return (
    <div className="sx-histogram">
      <figure ref={place} aria-label={describe(data, timeZone)} />
      {hovered !== undefined && <Hover hovered={hovered} stacked={stacked} timeZone={timeZone} />}
    </div>
  );
}

interface Hovered {
  readonly at: number;
  readonly left: number;
  readonly isRight: boolean;
}

function describe(data: HistogramData, timeZone: string): string {
  const levels = data.series.map(({ value, count }) => `${fullCount(count)} ${value}`).join(', ');
  const from = formatInstant(Date.parse(data.from), timeZone, 'seconds');
  const to = formatInstant(Date.parse(data.to), timeZone, 'seconds');
  return `Histogram: ${fullCount(data.total)} events from ${from} to ${to}; ${levels}`;
}

interface HoverProps {
  readonly hovered: Hovered;
  readonly stacked: StackedHistogram;
  readonly timeZone: string;
}

function Hover({ hovered, stacked, timeZone }: HoverProps) {
  const { at, left, isRight } = hovered;
  const start = stacked.x[at];
  if (start === undefined) return null;
  return (
    <div className="sx-hover" data-side={isRight ? 'left' : 'right'} style={{ left: `${left}px` }}>
      <div className="sx-hover-time">{formatInstant(start * 1_000, timeZone, 'seconds')}</div>
      {stacked.series
        .filter(({ counts }) => (counts[at] ?? 0) > 0)
        .map(({ name, counts }) => (
          <div key={name} className="sx-hover-line">
            <span style={{ color: `var(--xp-level-${levelOf(name)})` }}>{name}</span>
            <span>{fullCount(counts[at] ?? 0)}</span>
          </div>
        ))}
      <div className="sx-hover-line">
        <span>all</span>
        <span>{fullCount(stacked.totals[at] ?? 0)}</span>
      </div>
    </div>
  );
}

/** Events come in whole numbers. */
const WHOLE_STEPS = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();

function createPlot(
  element: HTMLElement,
  stacked: StackedHistogram,
  data: HistogramData,
  timeZone: string,
  scheme: 'light' | 'dark',
  onHover: (hovered: Hovered | undefined) => void,
  onZoom: (range: Instants) => void,
): uPlot {
  const bars = uPlot.paths.bars?.({ size: [0.9, 60], align: 1 });
  const axis = {
    stroke: TEXT_COLORS.dimmed[scheme],
    font: '11px system-ui, sans-serif',
    ticks: { show: false },
  };
  const options: uPlot.Options = {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    padding: [16, 22, 0, 0],
    tzDate: (seconds) => zoned(seconds, timeZone),
    scales: {
      x: { range: () => [Date.parse(data.from) / 1_000, Date.parse(data.to) / 1_000] },
      y: { range: (_, low, high) => [Math.min(0, low), high > 0 ? high * 1.05 : 1] },
    },
    axes: [
      {
        ...axis,
        size: 20,
        gap: 2,
        space: 80,
        grid: { show: false },
        values: (_, splits) => timeLabels(splits, timeZone),
      },
      {
        ...axis,
        size: 44,
        gap: 4,
        space: 26,
        incrs: WHOLE_STEPS,
        grid: { stroke: scheme === 'dark' ? '#ffffff12' : '#00000012', width: 1 },
      },
    ],
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false } },
    series: [
      {},
      ...stacked.series.map(({ name }) => ({
        label: name,
        fill: LEVEL_COLORS[levelOf(name)][scheme],
        width: 0,
        points: { show: false },
        ...(bars === undefined ? {} : { paths: bars }),
      })),
    ],
    hooks: {
      setCursor: [(plot) => onHover(hoveredOf(plot, stacked))],
      setSelect: [(plot) => selectRange(plot, stacked, onZoom)],
    },
  };
  const values = [stacked.x, ...stacked.series.map(({ tops }) => tops)] as uPlot.AlignedData;
  return new uPlot(options, values, element);
}

/** uPlot picks the nearest point; a bar belongs to the time behind its beginning. */
function hoveredOf(plot: uPlot, stacked: StackedHistogram): Hovered | undefined {
  const left = plot.cursor.left ?? -1;
  if (left < 0) return undefined;
  const seconds = plot.posToVal(left, 'x');
  const at = stacked.x.findLastIndex((start) => start <= seconds);
  if (at < 0) return undefined;
  const offset = plot.over.offsetLeft;
  return { at, left: left + offset, isRight: left > plot.over.clientWidth / 2 };
}

/** Whole buckets: half a bar is nothing that somebody could have meant. */
function selectRange(
  plot: uPlot,
  stacked: StackedHistogram,
  onZoom: (range: Instants) => void,
): void {
  const { left, width } = plot.select;
  if (width < 4) return;
  const from = plot.posToVal(left, 'x');
  const to = plot.posToVal(left + width, 'x');
  const first = stacked.x.findLast((start) => start <= from) ?? from;
  const last = (stacked.x.findLast((start) => start <= to) ?? to) + stacked.bucketSeconds;
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  onZoom({ from: first * 1_000, to: last * 1_000 });
}

/** A date whose local reading is the clock of the zone: that is what uPlot writes. */
function zoned(seconds: number, timeZone: string): Date {
  return new Date(formatInstant(seconds * 1_000, timeZone).replace(' ', 'T'));
}
