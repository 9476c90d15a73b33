/** A line as small as a word: a trend without any number. */
import { createScale, valueDomain } from '../../../src/charts/scale.ts';
import { valueText } from '../../../src/charts/value-text.ts';
import './charts.css';

interface SparklineProps {
  /** Oldest first; nothing where there is no value. */
  readonly values: readonly (number | null)[];
  /** Maximum number of values; fewer are aligned to the right. */
  readonly places: number;
  readonly label: string;
  readonly threshold?: number;
  /** What a value was measured over. */
  readonly noun?: 'ticks' | 'cells' | 'buckets';
}

const WIDTH = 120;
const HEIGHT = 24;

export function Sparkline(props: SparklineProps) {
  const { values, places, label, threshold, noun = 'ticks' } = props;
  const shown = values.slice(-places);
  const known = shown.filter((value) => value !== null);
  const x = createScale('linear', { low: 0, high: Math.max(1, places - 1) }, [1, WIDTH - 1]);
  const limits = threshold === undefined ? shown : [...shown, threshold];
  const y = createScale('linear', valueDomain(limits, 'linear'), [HEIGHT - 2, 2]);
  const first = places - shown.length;
  const points = shown.map((value, at) =>
    value === null ? undefined : `${round(x(first + at))},${round(y(value))}`,
  );
  return (
    <figure className="sx-sparkline" aria-label={`${label}: ${wordsOf(known, noun)}`}>
      <svg
        width={WIDTH}
        height={HEIGHT}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden="true"
        focusable="false"
      >
        {threshold !== undefined && (
          <line
            className="sx-sparkline-limit"
            x1={1}
            x2={WIDTH - 1}
            y1={y(threshold)}
            y2={y(threshold)}
          />
        )}
        {runsOf(points).map((run) => (
          <polyline
            key={run[0]}
            points={run.length === 1 ? `${run[0]} ${run[0]}` : run.join(' ')}
          />
        ))}
      </svg>
    </figure>
  );
}

function wordsOf(known: readonly number[], noun: string): string {
  const last = known.at(-1);
  if (last === undefined) return 'no data yet';
  const low = valueText(Math.min(...known));
  const high = valueText(Math.max(...known));
  return `${low} to ${high} over ${known.length} ${noun}, last ${valueText(last)}`;
}

/** A missing value breaks the line. */
function runsOf(points: readonly (string | undefined)[]): string[][] {
  const runs: string[][] = [[]];
  for (const point of points) {
    if (point === undefined) runs.push([]);
    else runs.at(-1)?.push(point);
  }
  return runs.filter((run) => run.length > 0);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
