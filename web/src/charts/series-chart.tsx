import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { LEVEL_COLORS, TEXT_COLORS } from '../theme/tokens.ts';
import { toOneLine, toSafeText } from '../parts/log-text.ts';
import { timeLabels } from './chart-labels.ts';
import type { ChartData } from '../query/table/statistics.ts';
import { formatInstant } from '../query/time/time-range.ts';
import { usePage } from '../pages/search/page-context.tsx';

/** Told apart by lightness as well as by hue, on both themes. */
const SERIES_COLORS = [
  '#2f8fd0',
  '#e0813a',
  '#3aa66b',
  '#c254a5',
  '#8d7be0',
  '#b8962e',
  '#d9534f',
  '#2fa8a8',
  '#7f8c99',
  '#9c6b4a',
];

interface StatisticsChartProps {
  readonly chart: ChartData;
  readonly kind: 'line' | 'bar';
}

const HEIGHT = 240;

export function StatisticsChart({ chart, kind }: StatisticsChartProps) {
  const { timeZone } = usePage();
  const place = useRef<HTMLElement>(null);
  const scheme = useComputedColorScheme('dark');
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const plot = new uPlot(
      optionsFor(element.clientWidth, chart, kind, timeZone, scheme),
      [chart.x, ...chart.series.map(({ values }) => values)] as uPlot.AlignedData,
      element,
    );
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [chart, kind, timeZone, scheme]);
  const names = chart.series.map(({ name }) => name).join(', ');
  return <figure className="sx-chart" ref={place} aria-label={`Chart of ${toSafeText(names)}`} />;
}

function optionsFor(
  width: number,
  chart: ChartData,
  kind: 'line' | 'bar',
  timeZone: string,
  scheme: 'light' | 'dark',
): uPlot.Options {
  const axis = {
    stroke: TEXT_COLORS.dimmed[scheme],
    font: '11px system-ui, sans-serif',
    grid: { stroke: scheme === 'dark' ? '#ffffff12' : '#00000012', width: 1 },
    ticks: { show: false },
  };
  const { labels } = chart;
  const last = Math.max(0, chart.x.length - 1);
  return {
    width,
    height: HEIGHT,
    padding: [10, 28, 0, 0],
    tzDate: (seconds) => new Date(formatInstant(seconds * 1_000, timeZone).replace(' ', 'T')),
    scales: {
      x: labels === undefined ? { time: true } : { time: false, range: [-0.6, last + 0.6] },
      y: { range: (_, low, high) => [Math.min(0, low), high <= 0 ? 1 : high * 1.06] },
    },
    axes: [
      labels === undefined
        ? { ...axis, space: 80, values: (_, splits) => timeLabels(splits, timeZone) }
        : { ...axis, ...labelled(labels) },
      { ...axis, size: 56 },
    ],
    cursor: { drag: { x: false, y: false } },
    legend: { live: true },
    series: [
      {
        label: labels === undefined ? 'Time' : 'Group',
        value: (_, at) => labelAt(at, labels, timeZone),
      },
      ...chart.series.map(({ name }, place) => seriesOptions(name, place, chart, kind, scheme)),
    ],
  };
}

function labelAt(
  at: number | null,
  labels: readonly string[] | undefined,
  timeZone: string,
): string {
  if (at === null) return '';
  if (labels === undefined) return formatInstant(at * 1_000, timeZone, 'seconds');
  return shortLabel(labels[at] ?? '');
}

function labelled(labels: readonly string[]): Partial<uPlot.Axis> {
  return {
    splits: () => labels.map((_, at) => at),
    values: (plot, splits) => {
      const room = Math.max(1, Math.floor(plot.width / labels.length / 7));
      return splits.map((at) => cut(shortLabel(labels[at] ?? ''), room));
    },
  };
}

function shortLabel(text: string): string {
  return toOneLine(toSafeText(cut(text, 80)));
}

function cut(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, Math.max(1, charactersMax - 1))}…`;
}

function seriesOptions(
  name: string,
  place: number,
  chart: ChartData,
  kind: 'line' | 'bar',
  scheme: 'light' | 'dark',
): uPlot.Series {
  const color = colorOf(name, place, scheme);
  const count = chart.series.length;
  const width = 0.8 / count;
  const bars = uPlot.paths.bars?.({ size: [width, 60], align: 0 });
  const isBar = kind === 'bar' && bars !== undefined;
  return {
    label: toOneLine(toSafeText(cut(name, 60))),
    stroke: color,
    width: isBar ? 0 : 1.5,
    points: { show: !isBar && chart.x.length < 3 },
    ...(isBar ? { fill: color, paths: shifted(bars, place, count, width) } : {}),
  };
}

/** Bars of several series stand side by side. */
function shifted(
  bars: uPlot.Series.PathBuilder,
  place: number,
  count: number,
  width: number,
): uPlot.Series.PathBuilder {
  if (count === 1) return bars;
  const stepOf = ({ data: [x] }: uPlot): number => (x[1] ?? 1) - (x[0] ?? 0) || 1;
  const shift = (place - count / 2) * width;
  const moved = uPlot.paths.bars?.({
    disp: {
      x0: {
        unit: 1,
        values: (plot) => Array.from(plot.data[0], (at) => at + shift * stepOf(plot)),
      },
      size: { unit: 1, values: (plot) => [width * stepOf(plot)] },
    },
  });
  return moved ?? bars;
}

/** Columns named after levels have their colours. */
function colorOf(name: string, place: number, scheme: 'light' | 'dark'): string {
  const level = Object.entries(LEVEL_COLORS).find(([key]) => key === name.toLowerCase());
  return level?.[1][scheme] ?? SERIES_COLORS[place % SERIES_COLORS.length] ?? '#2f8fd0';
}
