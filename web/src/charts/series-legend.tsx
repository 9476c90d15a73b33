/**
 * Names the lines of a chart, with the total or maximum of each. A click shows only one, another click shows all again.
 */
import type { ChartData } from '../../../src/charts/chart-data.ts';
import type { Scheme } from '../../../src/charts/colors.ts';
import { labelText } from '../../../src/charts/label-text.ts';
import { lookOf, type Looks } from '../../../src/charts/looks.ts';
import { meantLooks } from './meanings.ts';
import { type ValueFormat, valueText } from '../../../src/charts/value-text.ts';

/** The summary of a whole series: counts add up, averages and percentiles do not. */
export type SeriesSum = 'total' | 'highest';

const SUM_WORDS: Readonly<Record<SeriesSum, string>> = { total: 'Total', highest: 'Max' };

interface SeriesLegendProps {
  readonly chart: ChartData;
  readonly looks: Looks;
  readonly scheme: Scheme;
  readonly format: ValueFormat;
  readonly sum: SeriesSum;
  readonly only: string | undefined;
  readonly onOnly: (name: string | undefined) => void;
  /** The point that the user points at, with its name. */
  readonly pointed: { readonly at: number; readonly text: string } | undefined;
}

export function SeriesLegend(props: SeriesLegendProps) {
  const { chart, looks, scheme, format, sum, only, onOnly, pointed } = props;
  const canChoose = chart.series.length > 1;
  // Bars that are coloured by their groups have no colour of their series.
  const hasKey = canChoose || chart.labels === undefined || meantLooks(chart.labels).size === 0;
  return (
    <div className="sx-series">
      <span className="sx-series-what">{pointed?.text ?? SUM_WORDS[sum]}</span>
      <ul aria-label="Series">
        {chart.series.map(({ name, values }) => {
          const value = pointed === undefined ? sumOf(values, sum) : (values[pointed.at] ?? null);
          return (
            <li key={name} data-off={(only !== undefined && only !== name) || undefined}>
              <button
                type="button"
                aria-pressed={only === name}
                disabled={!canChoose}
                title={!canChoose ? name : only === name ? 'Show all' : `Only ${name}`}
                onClick={() => onOnly(only === name ? undefined : name)}
              >
                {hasKey && (
                  <span
                    className="sx-legend-key"
                    style={{ background: lookOf(name, looks).color[scheme] }}
                  />
                )}
                <span className="sx-series-name">{labelText(name, 40)}</span>
                <span className="sx-series-value">
                  {value === null ? '–' : valueText(value, format)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function sumOf(values: readonly (number | null)[], sum: SeriesSum): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return known.reduce((before, value) =>
    sum === 'total' ? before + value : Math.max(before, value),
  );
}
