/** One measured value over time against its limits, with what it was called at each time below. */
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { formatInstant } from '../../../src/charts/clock.ts';
import type { State } from '../../../src/charts/colors.ts';
import { createScale } from '../../../src/charts/scale.ts';
import { timeLabels } from '../../../src/charts/time-labels.ts';
import { timeTicks } from '../../../src/charts/time-ticks.ts';
import { valueLabels, valueText } from '../../../src/charts/value-text.ts';
import { valueTicks } from '../../../src/charts/value-ticks.ts';
import './limit-chart.css';
import { StateStrip, type StripCell } from './state-strip.tsx';

export interface LimitPoint extends StripCell {
  /** Nothing where there is no value: the line has a gap there. */
  readonly value: number | null;
  /** More about it, e.g. that it was corrected. */
  readonly note?: string;
}

export interface ChartLimitLine {
  readonly value: number;
  readonly look: State;
  /** E.g. “critical above 5 %”; empty if another line has the same text. */
  readonly words: string;
}

interface LimitChartProps {
  readonly label: string;
  /** Oldest first, each as long as the others. */
  readonly points: readonly LimitPoint[];
  readonly cellMs: number;
  readonly limits: readonly ChartLimitLine[];
  readonly unit: string;
  readonly timeZone: string;
}

const SIZE = 100;
const TIME_TICKS = 5;

export function LimitChart(props: LimitChartProps) {
  const { label, points, cellMs, limits, unit, timeZone } = props;
  const [pointed, setPointed] = useState<number>();
  const drawn = useDrawn(props);
  const at = Math.min(pointed ?? points.length - 1, points.length - 1);
  const shown = points[at];
  const move = (step: KeyboardEvent): void => {
    const next = placeAfter(step.key, at, points.length);
    if (next === undefined) return;
    step.preventDefault();
    setPointed(next);
  };
  const follow = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = Math.floor(((clientX - left) / Math.max(1, width)) * points.length);
    setPointed(Math.min(points.length - 1, Math.max(0, place)));
  };
  return (
    <figure className="lc-chart">
      <div className="lc-field">
        <Ticks ticks={drawn.ticks} />
        <div
          className="lc-plot"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no field could hold a chart
          role="slider"
          tabIndex={0}
          aria-label={`Points of ${label}`}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, points.length - 1)}
          aria-valuenow={Math.max(0, at)}
          aria-valuetext={pointWords(shown, unit, timeZone)}
          onKeyDown={move}
          onPointerMove={follow}
          onPointerLeave={() => setPointed(undefined)}
          onBlur={() => setPointed(undefined)}
        >
          <Lines drawn={drawn} limits={limits} />
          {pointed !== undefined && (
            <span
              className="lc-pointer"
              style={{ left: `${((at + 0.5) / points.length) * 100}%` }}
            />
          )}
        </div>
      </div>
      <div className="lc-strip">
        <StateStrip
          label={`States of ${label}`}
          cells={points}
          cellMs={cellMs}
          timeZone={timeZone}
        />
      </div>
      <TimeAxis from={drawn.from} to={drawn.to} timeZone={timeZone} />
      <figcaption className="lc-words">
        <span>{pointWords(shown, unit, timeZone)}</span>
        {limits.filter(isTold).map(({ words, look }) => (
          <span key={words} className="lc-limit-words" data-state={look}>
            {words}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function isTold({ words }: ChartLimitLine): boolean {
  return words !== '';
}

interface Drawn {
  readonly from: number;
  readonly to: number;
  /** Segments of the line, as points in a square of 100. */
  readonly runs: readonly string[];
  readonly height: (value: number) => number;
  readonly ticks: readonly { readonly text: string; readonly top: number }[];
}

function useDrawn({ points, cellMs, limits, unit }: LimitChartProps): Drawn {
  return useMemo(() => {
    const from = points[0]?.from ?? 0;
    const to = (points.at(-1)?.from ?? from) + cellMs;
    const values = points.map(({ value }) => value);
    const { domain, ticks } = valueTicks([0, ...values, ...limits.map(({ value }) => value)], {
      count: 4,
    });
    const height = createScale('linear', domain, [SIZE, 0]);
    const labels = valueLabels(ticks, unit === '' ? {} : { unit });
    return {
      from,
      to,
      height,
      runs: runsOf(values, height),
      ticks: ticks.map((tick, place) => ({ text: labels[place] ?? '', top: height(tick) })),
    };
  }, [points, cellMs, limits, unit]);
}

function Ticks({ ticks }: Pick<Drawn, 'ticks'>) {
  return (
    <div className="lc-ticks" aria-hidden="true">
      {ticks.map(({ text, top }) => (
        <span key={top} style={{ top: `${top}%` }}>
          {text}
        </span>
      ))}
    </div>
  );
}

function Lines({
  drawn,
  limits,
}: {
  readonly drawn: Drawn;
  readonly limits: readonly ChartLimitLine[];
}) {
  return (
    <svg
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {drawn.ticks.map(({ top }) => (
        <line key={top} className="lc-grid" x1={0} x2={SIZE} y1={top} y2={top} />
      ))}
      {limits.map(({ value, look, words }) => (
        <line
          key={words + String(value)}
          className="lc-limit"
          data-state={look}
          x1={0}
          x2={SIZE}
          y1={drawn.height(value)}
          y2={drawn.height(value)}
        />
      ))}
      {drawn.runs.map((run) => (
        <polyline key={run} className="lc-line" points={run} />
      ))}
    </svg>
  );
}

function TimeAxis(props: {
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
}) {
  const { from, to, timeZone } = props;
  const ticks = timeTicks({ from, to }, timeZone, TIME_TICKS);
  const labels = timeLabels(ticks, timeZone);
  return (
    <div className="lc-times" aria-hidden="true">
      {ticks.map((tick, place) => (
        <span key={tick} style={{ left: `${((tick - from) / Math.max(1, to - from)) * 100}%` }}>
          {labels[place]}
        </span>
      ))}
    </div>
  );
}

/** A missing value interrupts the line; a single value is a short stroke. */
function runsOf(values: readonly (number | null)[], height: (value: number) => number): string[] {
  const width = SIZE / Math.max(1, values.length);
  const runs: string[][] = [[]];
  for (const [at, value] of values.entries()) {
    if (value === null) runs.push([]);
    else runs.at(-1)?.push(`${round((at + 0.5) * width)},${round(height(value))}`);
  }
  return runs.flatMap((run) => {
    const [first] = run;
    if (first === undefined) return [];
    return [run.length === 1 ? `${first} ${first}` : run.join(' ')];
  });
}

function pointWords(point: LimitPoint | undefined, unit: string, timeZone: string): string {
  if (point === undefined) return 'No data';
  const { from, value, word, note } = point;
  const time = formatInstant(from, timeZone, 'seconds').slice(0, -3);
  const text = value === null ? '' : ` ${valueText(value, unit === '' ? {} : { unit })},`;
  return `${time}:${text} ${word}${note === undefined ? '' : `, ${note}`}`;
}

function placeAfter(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowRight':
      return Math.min(count - 1, at + 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
