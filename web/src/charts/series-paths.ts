/** How uPlot draws one series of a chart: as a line, or as bars next to those of the others. */
import uPlot from 'uplot';
import type { ChartData } from '../../../src/charts/chart-data.ts';
import type { Scheme } from '../../../src/charts/colors.ts';
import { labelText } from '../../../src/charts/label-text.ts';
import { type Look, lookOf } from '../../../src/charts/looks.ts';
import { meantLooks } from './meanings.ts';

export interface SeriesPaint {
  readonly chart: ChartData;
  readonly kind: 'line' | 'bar';
  readonly scheme: Scheme;
}

export function seriesOptions(
  name: string,
  place: number,
  { chart, kind, scheme }: SeriesPaint,
  look: Look,
): uPlot.Series {
  const color = look.color[scheme];
  const count = chart.series.length;
  const width = 0.8 / count;
  const bars = uPlot.paths.bars?.({ size: [width, 60], align: 0, ...fillsOf(chart, scheme) });
  const isBar = kind === 'bar' && bars !== undefined;
  return {
    label: labelText(name),
    stroke: color,
    width: isBar ? 0 : 1.5,
    points: isBar ? { show: false } : { show: true, filter: (plot, at) => lonely(plot.data[at]) },
    ...(look.dash.length === 0 || isBar ? {} : { dash: [...look.dash] }),
    ...(isBar ? { fill: color, paths: shifted(bars, place, count, width) } : {}),
  };
}

/** Bars of groups with a meaning have its colours, where there is but one number for each of them. */
function fillsOf(
  { labels, series }: ChartData,
  scheme: Scheme,
): Pick<uPlot.Series.BarsPathBuilderOpts, 'disp'> {
  if (labels === undefined || series.length > 1) return {};
  const looks = meantLooks(labels);
  if (looks.size === 0) return {};
  const values = labels.map((label) => lookOf(label, looks).color[scheme]);
  return { disp: { fill: { unit: 3, values: () => values } } };
}

/** Values without a neighbour: no line leads to them, so they would not be seen. */
function lonely(values: uPlot.AlignedData[number] | undefined): number[] {
  const isThere = (at: number): boolean => typeof values?.[at] === 'number';
  return Array.from(values ?? [], (_, at) => at).filter(
    (at) => isThere(at) && !isThere(at - 1) && !isThere(at + 1),
  );
}

/** Places the bars of several series side by side. */
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
