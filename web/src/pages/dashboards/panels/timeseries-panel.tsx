import { useComputedColorScheme } from '@mantine/core';
import { useMemo, useState } from 'react';
import { readChart, type Series } from '../../../../../src/charts/chart-data.ts';
import { labelText } from '../../../../../src/charts/label-text.ts';
import { lookOf } from '../../../../../src/charts/looks.ts';
import type { AnnotationAnswer, ShownPanel } from '../../../../../src/contract/dashboard-data.ts';
import { TimeChart } from '../../../charts/time-chart.tsx';
import type { ChartMark } from '../../../charts/time-chart-paint.ts';
import { type KindProps, type PanelSurroundings, rowsOf } from './panel-props.ts';

const NO_LIMITS: readonly never[] = [];

export function TimeseriesPanel({ panel, shown, around }: KindProps<'timeseries'>) {
  const { style, stack, log, unit } = panel.options;
  const { timeZone, looks, annotations, onPick } = around;
  const whole = useMemo(() => readChart(shown.columns, rowsOf(shown)), [shown]);
  const [alone, setAlone] = useState<ReadonlySet<string>>(new Set());
  const marks = useMemo(() => marksOf(annotations), [annotations]);
  const range = useRange(shown);
  const chart = useMemo(() => {
    if (whole === undefined || alone.size === 0) return whole;
    const series = whole.series.filter(({ name }) => alone.has(name));
    return series.length === 0 ? whole : { ...whole, series };
  }, [whole, alone]);
  if (whole === undefined || chart === undefined) return null;
  return (
    <div className="db-chart">
      <div className="db-chart-plot">
        <TimeChart
          label={panel.title === '' ? 'the chart' : panel.title}
          chart={chart}
          form={style}
          stacking={stack}
          isLog={log}
          unit={unit}
          timeZone={timeZone}
          looks={looks}
          range={range}
          limits={panel.thresholds ?? NO_LIMITS}
          marks={marks}
          onZoom={around.onZoom}
          onPick={
            onPick &&
            (({ series, at, screen }) => {
              const column = chart.series[series]?.name ?? '';
              onPick({
                panel: panel.id,
                row: at,
                column,
                words: labelText(column, 40),
                at: screen,
              });
            })
          }
        />
      </div>
      {whole.series.length > 1 && (
        <Legend series={whole.series} alone={alone} looks={looks} onChange={setAlone} />
      )}
    </div>
  );
}

/** Returns the full range of the panel, so that missing data at its ends is visible. */
export function useRange({ from, to }: Pick<ShownPanel, 'from' | 'to'>) {
  return useMemo(() => ({ from: Date.parse(from), to: Date.parse(to) }), [from, to]);
}

function marksOf(annotations: readonly AnnotationAnswer[]): ChartMark[] {
  return annotations.flatMap(({ name, color, marks }) =>
    marks.map(({ time, end, text }) => ({
      from: Date.parse(time) / 1_000,
      to: end === null ? undefined : Date.parse(end) / 1_000,
      tone: color,
      text: text === '' ? name : `${name}: ${text}`,
    })),
  );
}

interface LegendProps {
  readonly series: readonly Series[];
  readonly alone: ReadonlySet<string>;
  readonly looks: PanelSurroundings['looks'];
  readonly onChange: (alone: ReadonlySet<string>) => void;
}

/** A click on a name shows only its series; with Ctrl or Shift it is added to or removed from those shown. */
function Legend({ series, alone, looks, onChange }: LegendProps) {
  const scheme = useComputedColorScheme('dark');
  const choose = (name: string, isMore: boolean): void => {
    if (!isMore) return onChange(alone.size === 1 && alone.has(name) ? new Set() : new Set([name]));
    const next = new Set(alone.size === 0 ? series.map((each) => each.name) : alone);
    if (!next.delete(name)) next.add(name);
    return onChange(next.size === series.length ? new Set() : next);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <ul className="db-legend" aria-label="Series" tabIndex={0}>
      {series.map(({ name }) => {
        const { color, dash } = lookOf(name, looks);
        const isShown = alone.size === 0 || alone.has(name);
        return (
          <li key={name}>
            <button
              type="button"
              aria-pressed={isShown}
              title={`${labelText(name, 200)}: click to show only this series`}
              onClick={(event) => choose(name, event.ctrlKey || event.metaKey || event.shiftKey)}
            >
              <svg width={12} height={4} aria-hidden="true" focusable="false">
                <line
                  x1={0}
                  x2={12}
                  y1={2}
                  y2={2}
                  stroke={color[scheme]}
                  strokeWidth={3}
                  strokeDasharray={dash.length === 0 ? undefined : dash.join(' ')}
                />
              </svg>
              {labelText(name, 40)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
