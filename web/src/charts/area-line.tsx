/** A small trend below a number: a line with its area, as wide as its container and without axes. */
import { useComputedColorScheme } from '@mantine/core';
import type { ChartData } from '../../../src/charts/chart-data.ts';
import { TEXT_COLORS, TONES } from '../../../src/charts/colors.ts';
import { describeChart } from '../../../src/charts/describe-chart.ts';
import { createScale, valueDomain } from '../../../src/charts/scale.ts';
import './time-chart.css';

interface AreaLineProps {
  readonly chart: ChartData;
  readonly label: string;
  readonly timeZone: string;
  readonly unit: string;
}

const SIZE = 100;

export function AreaLine({ chart, label, timeZone, unit }: AreaLineProps) {
  const scheme = useComputedColorScheme('dark');
  const color = TONES[0]?.[scheme] ?? TEXT_COLORS.dimmed[scheme];
  const values = chart.series[0]?.values ?? [];
  const [first = 0] = chart.x;
  const x = createScale('linear', { low: first, high: chart.x.at(-1) ?? first }, [0, SIZE]);
  const y = createScale('linear', valueDomain(values, 'linear'), [SIZE - 2, 4]);
  const runs = runsOf(chart.x, values);
  return (
    <svg
      className="tc-area-line"
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      preserveAspectRatio="none"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image could not take the colours of the page
      role="img"
      aria-label={`${label}: ${describeChart(chart, timeZone, { unit })}`}
    >
      {runs.map((run) => {
        const line = run.map(([at, value]) => `${round(x(at))} ${round(y(value))}`).join('L');
        const [begin] = run[0] ?? [first];
        const [end] = run.at(-1) ?? [first];
        const ground = round(y(0));
        return (
          <g key={begin}>
            <path
              d={`M${round(x(begin))} ${ground}L${line}L${round(x(end))} ${ground}Z`}
              fill={color}
              fillOpacity={0.14}
            />
            <path
              d={run.length === 1 ? `M${line}h0.5` : `M${line}`}
              fill="none"
              stroke={color}
              strokeWidth={1.5}
              vectorEffect="non-scaling-stroke"
            />
          </g>
        );
      })}
    </svg>
  );
}

type Point = readonly [number, number];

/** A missing value breaks the line. */
function runsOf(x: readonly number[], values: readonly (number | null)[]): Point[][] {
  const runs: Point[][] = [[]];
  for (const [at, value] of values.entries()) {
    if (value === null) runs.push([]);
    else runs.at(-1)?.push([x[at] ?? 0, value]);
  }
  return runs.filter((run) => run.length > 0);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
