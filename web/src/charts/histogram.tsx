/** How many events there are when, by level. Drag over it to look closer. */
import { useComputedColorScheme } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './charts.css';
import { LEVEL_COLORS, levelOf, type Scheme } from '../../../src/charts/colors.ts';
import { formatInstant, type Instants } from '../../../src/charts/clock.ts';
import type { Histogram as HistogramData } from '../../../src/contract/search-views.ts';
import { useLatest } from '../parts/use-latest.ts';
import { formatCount } from '../parts/sizes.ts';
import { timeAxis, valueAxis } from './plot-axes.ts';
import { usePlot } from './use-plot.ts';
import { stackLevels, type StackedHistogram } from './stack-levels.ts';

interface HistogramProps {
  readonly data: HistogramData;
  readonly height: number;
  readonly timeZone: string;
  readonly onZoom: (range: Instants) => void;
  readonly onZoomOut: () => void;
}

export function Histogram({ data, height, timeZone, onZoom, onZoomOut }: HistogramProps) {
  const scheme = useComputedColorScheme('dark');
  const stacked = useMemo(() => stackLevels(data, levelOf), [data]);
  const [hovered, setHovered] = useState<Hovered>();
  const zoom = useLatest({ onZoom, onZoomOut });
  const create = useCallback(
    (element: HTMLElement) => {
      const drawn = { stacked, data, height, timeZone, scheme };
      const plot = createPlot(element, drawn, setHovered, (range) => zoom.current.onZoom(range));
      plot.over.addEventListener('dblclick', () => zoom.current.onZoomOut());
      return plot;
    },
    [stacked, data, height, timeZone, scheme, zoom],
  );
  const place = usePlot(height, create);
  return (
    <div className="sx-histogram">
      <figure ref={place} aria-label={describe(data, timeZone)} />
      {hovered !== undefined && (
        <Hover
          hovered={hovered}
          stacked={stacked}
          timeZone={timeZone}
          previous={data.buckets[hovered.at]?.previous}
        />
      )}
    </div>
  );
}

interface Hovered {
  readonly at: number;
  readonly left: number;
  readonly isRight: boolean;
}

function describe(data: HistogramData, timeZone: string): string {
  const levels = data.series.map(({ value, count }) => `${formatCount(count)} ${value}`).join(', ');
  const from = formatInstant(Date.parse(data.from), timeZone, 'seconds');
  const to = formatInstant(Date.parse(data.to), timeZone, 'seconds');
  const compared = data.comparison === undefined ? '' : `; before: ${beforeText(data)}`;
  return `Histogram: ${formatCount(data.total)} events from ${from} to ${to}; ${levels}${compared}`;
}

function beforeText({ buckets, comparison }: HistogramData): string {
  if (comparison?.baseline === 'none') return 'no baseline';
  return formatCount(buckets.reduce((sum, { previous }) => sum + (previous ?? 0), 0));
}

interface HoverProps {
  readonly hovered: Hovered;
  readonly stacked: StackedHistogram;
  readonly timeZone: string;
  readonly previous: number | null | undefined;
}

function Hover({ hovered, stacked, timeZone, previous }: HoverProps) {
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
            <span>{formatCount(counts[at] ?? 0)}</span>
          </div>
        ))}
      <div className="sx-hover-line">
        <span>all</span>
        <span>{formatCount(stacked.totals[at] ?? 0)}</span>
      </div>
      {previous !== undefined && (
        <div className="sx-hover-line">
          <span>before</span>
          <span>{previous === null ? 'no baseline' : formatCount(previous)}</span>
        </div>
      )}
    </div>
  );
}

interface Drawn {
  readonly stacked: StackedHistogram;
  readonly data: HistogramData;
  readonly height: number;
  readonly timeZone: string;
  readonly scheme: Scheme;
}

function createPlot(
  element: HTMLElement,
  { stacked, data, height, timeZone, scheme }: Drawn,
  onHover: (hovered: Hovered | undefined) => void,
  onZoom: (range: Instants) => void,
): uPlot {
  const bars = uPlot.paths.bars?.({ size: [0.9, 60], align: 1 });
  const isCompared = data.comparison !== undefined && data.comparison.baseline !== 'none';
  const options: uPlot.Options = {
    width: element.clientWidth,
    height,
    legend: { show: false },
    padding: [8, 26, 0, 0],
    scales: {
      x: { range: () => [Date.parse(data.from) / 1_000, Date.parse(data.to) / 1_000] },
      y: { range: (_, low, high) => [Math.min(0, low), high > 0 ? high * 1.05 : 1] },
    },
    axes: [
      { ...timeAxis(scheme, timeZone), size: 20, gap: 2, grid: { show: false } },
      // Event counts are whole numbers.
      { ...valueAxis({ scheme, space: 16, isWhole: true }), size: 44, gap: 4 },
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
      ...(isCompared ? [beforeLine(scheme)] : []),
    ],
    hooks: {
      setCursor: [(plot) => onHover(hoveredOf(plot, stacked))],
      setSelect: [(plot) => selectRange(plot, stacked, onZoom)],
    },
  };
  const before = data.buckets.map(({ previous }) => previous ?? null);
  const values = [
    stacked.x,
    ...stacked.series.map(({ tops }) => tops),
    ...(isCompared ? [before] : []),
  ] as uPlot.AlignedData;
  return new uPlot(options, values, element);
}

/** The counts that are compared with, as steps over the bars. */
function beforeLine(scheme: Scheme): uPlot.Series {
  const steps = uPlot.paths.stepped?.({ align: 1 });
  return {
    label: 'before',
    stroke: scheme === 'dark' ? '#ffffff' : '#1a1b1e',
    width: 1.5,
    dash: [4, 3],
    points: { show: false },
    ...(steps === undefined ? {} : { paths: steps }),
  };
}

/** uPlot picks the nearest point; a bar covers the time after its start. */
function hoveredOf(plot: uPlot, stacked: StackedHistogram): Hovered | undefined {
  const left = plot.cursor.left ?? -1;
  if (left < 0) return undefined;
  const seconds = plot.posToVal(left, 'x');
  const at = stacked.x.findLastIndex((start) => start <= seconds);
  if (at < 0) return undefined;
  const offset = plot.over.offsetLeft;
  return { at, left: left + offset, isRight: left > plot.over.clientWidth / 2 };
}

/** Selects whole buckets: half a bar is never intended. */
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
