/** Series over time as large as their container: lines, areas or bars, with limits and events. */
import { useComputedColorScheme } from '@mantine/core';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './charts.css';
import './time-chart.css';
import type { ChartData } from '../../../src/charts/chart-data.ts';
import type { Instants } from '../../../src/charts/clock.ts';
import { describeChart } from '../../../src/charts/describe-chart.ts';
import type { Looks } from '../../../src/charts/looks.ts';
import type { Stacking } from '../../../src/charts/stack.ts';
import { useLatest } from '../parts/use-latest.ts';
import { type ChartPointer, type PointedAt, watchPointer } from './chart-pointer.ts';
import { ChartTooltip, pointWords } from './chart-tooltip.tsx';
import { type DrawnChart, timeChartOptions } from './time-chart-options.ts';
import { type ChartLimit, type ChartMark, limitWords } from './time-chart-paint.ts';
import { aboveZero, type ChartForm, paintOrder } from './time-chart-shape.ts';
import { useFittedPlot } from './use-fitted-plot.ts';

interface TimeChartProps {
  /** Description of the content, for screen readers. */
  readonly label: string;
  readonly chart: ChartData;
  readonly form: ChartForm;
  readonly stacking?: Stacking;
  readonly isLog?: boolean;
  readonly unit?: string | undefined;
  readonly timeZone: string;
  readonly looks: Looks;
  readonly range?: Instants | undefined;
  readonly limits?: readonly ChartLimit[];
  readonly marks?: readonly ChartMark[];
  /** Called when a point is selected: its series, its index in time, and its position on the screen. */
  readonly onPick?: ((point: ChosenPoint) => void) | undefined;
  readonly onZoom?: ((range: Instants) => void) | undefined;
}

interface ChosenPoint {
  readonly series: number;
  readonly at: number;
  readonly screen: { readonly x: number; readonly y: number };
}

const NONE: readonly never[] = [];

export function TimeChart(props: TimeChartProps) {
  const { label, chart, timeZone, unit, limits = NONE, marks = NONE } = props;
  const drawn = useDrawn(props);
  const wordsId = useId();
  const [pointed, setPointed] = useState<PointedAt>();
  const latest = useLatest(props);
  const pointer = useRef<ChartPointer>(undefined);
  const create = useCallback(
    (element: HTMLElement, size: { readonly width: number; readonly height: number }) => {
      const watch = watchPointer(drawn, {
        onPoint: setPointed,
        onPick: (point) => latest.current.onPick?.(point),
        onZoom: (range) => latest.current.onZoom?.(range),
      });
      pointer.current = watch;
      const data = [drawn.x, ...drawn.painted.map(({ tops }) => tops)] as uPlot.AlignedData;
      return new uPlot(
        timeChartOptions(size.width, size.height, drawn, watch.hooks),
        data,
        element,
      );
    },
    [drawn, latest],
  );
  const place = useFittedPlot(create, (plot) => pointer.current?.setPlot(plot));
  const format = useMemo(() => (unit === undefined ? {} : { unit }), [unit]);
  const words = useMemo(() => describeChart(chart, timeZone, format), [chart, timeZone, format]);
  const more = [
    ...limits.map((limit) => limitWords(limit, unit)),
    ...(marks.length === 0 ? [] : [`${marks.length} marked`]),
  ];
  return (
    <div className="tc-frame">
      <div
        ref={place}
        className="tc-plot"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no field could hold a chart
        role="slider"
        tabIndex={0}
        data-pickable={props.onPick !== undefined || undefined}
        aria-label={`Points of ${label}`}
        aria-describedby={wordsId}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, chart.x.length - 1)}
        aria-valuenow={pointed?.at ?? Math.max(0, chart.x.length - 1)}
        aria-valuetext={pointWords(chart, pointed?.at ?? chart.x.length - 1, timeZone, format)}
        onKeyDown={(event) => {
          if (pointer.current?.pressKey(event.key) === true) event.preventDefault();
        }}
        onBlur={() => pointer.current?.leave()}
      />
      <span id={wordsId} className="xp-hidden">
        {[words, ...more].join(' ')}
      </span>
      {pointed !== undefined && (
        <ChartTooltip
          chart={chart}
          drawn={drawn}
          pointed={pointed}
          canPick={props.onPick !== undefined}
        />
      )}
    </div>
  );
}

function useDrawn(props: TimeChartProps): DrawnChart {
  const { chart, form, unit, timeZone, looks, range } = props;
  const { isLog = false, limits = NONE, marks = NONE } = props;
  // Lengths on a logarithmic axis cannot be piled up.
  const stacking = isLog ? 'none' : (props.stacking ?? 'none');
  const scheme = useComputedColorScheme('dark');
  const from = range?.from;
  const to = range?.to;
  return useMemo(() => {
    const series = isLog ? aboveZero(chart.series) : chart.series;
    return {
      x: chart.x,
      painted: paintOrder(series, stacking),
      form,
      stacking,
      isLog,
      unit: stacking === 'percent' ? '%' : unit,
      timeZone,
      scheme,
      looks,
      limits,
      marks,
      range: from === undefined || to === undefined ? undefined : [from / 1_000, to / 1_000],
    };
  }, [chart, form, stacking, isLog, unit, timeZone, scheme, looks, limits, marks, from, to]);
}
